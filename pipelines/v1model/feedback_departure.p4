// SPDX-License-Identifier: Apache-2.0

// Cuts off what is left of the cloned packet's payload when a feedback packet leaves (docs/feedback-packet.md). It is
// not cut where it is made, because a recirculated packet forgets that it was to be cut.

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
