// SPDX-License-Identifier: Apache-2.0

// Gives the tags of a feedback packet the priority of its DSCP, so that bridges between switch and sender let it
// overtake data too. The tags themselves are those of the packet that found congestion: the sender is behind its VLAN.

#ifndef WEIR_FEEDBACK_TAGS_P4
#define WEIR_FEEDBACK_TAGS_P4

// IEEE 802.1Q, table I-2: internetwork control, as DSCP 48.
const bit<3> FEEDBACK_PCP = 6;

control FeedbackTags(inout headers_t hdr) {
    apply {
        if (hdr.outer_tag.isValid()) {
            hdr.outer_tag.pcp = FEEDBACK_PCP;
            hdr.outer_tag.dei = 0;
        }
        if (hdr.inner_tag.isValid()) {
            hdr.inner_tag.pcp = FEEDBACK_PCP;
            hdr.inner_tag.dei = 0;
        }
    }
}

#endif
