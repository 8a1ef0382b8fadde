// SPDX-License-Identifier: Apache-2.0

// TCN's congestion point (W. Bai et al., CoNEXT 2016). It marks packets whose queueing delay exceeds a threshold.

#define WITH_CLASS_QUEUES
#include "frame/types.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    action mark_after(bit<32> sojourn_us) {
        if (standard_metadata.deq_timedelta > sojourn_us && hdr.ipv4.ecn != ECN_NOT_ECT) {
            hdr.ipv4.ecn = ECN_CE;
        }
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            mark_after;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        settings.apply();
    }
}

#include "frame/switch.p4"
