// SPDX-License-Identifier: Apache-2.0

// Flow control alone: no sender is told anything, ports are paused.

#include "frame/types.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    apply {
    }
}

#define WITH_PFC
#include "frame/switch.p4"
