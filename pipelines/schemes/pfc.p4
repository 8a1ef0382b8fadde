// SPDX-License-Identifier: Apache-2.0

// Priority-based flow control only: ports are paused, and senders get no notification.

#include "frame/types.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    apply {
    }
}

#define WITH_PFC
#include "frame/switch.p4"
