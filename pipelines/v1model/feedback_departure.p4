// SPDX-License-Identifier: Apache-2.0

// Cuts the rest of the cloned packet's payload off a feedback packet that leaves (docs/feedback-packet.md). This cannot
// be done earlier, because recirculation discards truncate().

#ifndef WEIR_FEEDBACK_DEPARTURE_P4
#define WEIR_FEEDBACK_DEPARTURE_P4

control FeedbackDeparture(inout headers_t hdr) {
    apply {
        bit<32> frame_bytes = FEEDBACK_IPV6_FRAME_BYTES;
        if (hdr.ipv4.isValid()) {
            frame_bytes = FEEDBACK_IPV4_FRAME_BYTES;
        }
        if (hdr.outer_tag.isValid()) {
            frame_bytes = frame_bytes + VLAN_TAG_BYTES;
        }
        if (hdr.inner_tag.isValid()) {
            frame_bytes = frame_bytes + VLAN_TAG_BYTES;
        }
        truncate(frame_bytes);
    }
}

#endif
