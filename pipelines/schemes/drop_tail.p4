// SPDX-License-Identifier: Apache-2.0

// An empty congestion point: full queues drop packets, and senders get no notification.

#include "frame/types.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    apply {
    }
}

#include "frame/switch.p4"
