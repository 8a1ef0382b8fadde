// SPDX-License-Identifier: Apache-2.0

// The queue that a packet joins, by its ECN field (RFC 9331, section 5.1): ECT(1) and CE go to L.

#ifndef DUALPI2_QUEUES_P4
#define DUALPI2_QUEUES_P4

#define IS_LOW_LATENCY(ecn) ((ecn & 1) == 1)

const bit<3> PRIORITY_CLASSIC = 4;
const bit<3> PRIORITY_LOW_LATENCY = 5;

control QueueAdmission(inout headers_t hdr,
                       inout metadata_t meta,
                       inout standard_metadata_t standard_metadata) {
    apply {
        standard_metadata.priority = PRIORITY_CLASSIC;
        if (IS_LOW_LATENCY(hdr.ipv4.ecn)) {
            standard_metadata.priority = PRIORITY_LOW_LATENCY;
        }
    }
}

#endif
