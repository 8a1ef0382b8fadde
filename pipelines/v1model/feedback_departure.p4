// SPDX-License-Identifier: Apache-2.0

// Cuts the rest of the cloned packet's payload off a feedback packet that leaves (docs/feedback-packet.md). This cannot
// be done earlier, because recirculation discards truncate().

#ifndef WEIR_FEEDBACK_DEPARTURE_P4
#define WEIR_FEEDBACK_DEPARTURE_P4

control FeedbackDeparture(inout headers_t hdr) {
    apply {
        if (hdr.ipv4.isValid()) {
            truncate(FEEDBACK_IPV4_FRAME_BYTES);
        } else {
            truncate(FEEDBACK_IPV6_FRAME_BYTES);
        }
    }
}

#endif
