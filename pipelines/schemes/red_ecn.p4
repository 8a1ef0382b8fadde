// SPDX-License-Identifier: Apache-2.0

// DCQCN's congestion point (Y. Zhu et al., SIGCOMM 2015, section 3.1). It marks packets with a probability that rises
// with the depth from K_min to K_max. With K_min = K_max it is threshold marking.

#define WITH_CLASS_QUEUES
#include "frame/types.p4"
#include "frame/mark_probability.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    MarkProbability() mark_probability;

    bit<32> min_depth = 0;
    bit<32> max_depth = 0;
    bit<32> probability = 0;

    // max_probability: in units of 1/65536.
    action mark_between(bit<32> min_packets, bit<32> max_packets, bit<32> max_probability) {
        min_depth = min_packets;
        max_depth = max_packets;
        probability = max_probability;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            mark_between;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        if (!settings.apply().hit) {
            return;
        }
        bool chosen;
        mark_probability.apply((bit<32>) standard_metadata.deq_qdepth, min_depth, max_depth,
            probability, chosen);
        if (chosen && hdr.ipv4.ecn != ECN_NOT_ECT) {
            hdr.ipv4.ecn = ECN_CE;
        }
    }
}

#include "frame/switch.p4"
