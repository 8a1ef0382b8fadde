// SPDX-License-Identifier: Apache-2.0

// P4QCN's congestion point (J. Geng, J. Yan, Y. Zhang, Future Internet 2019). It sends a notification to the packet's
// sender with a probability that rises from 0 at Q_min to 1 at Q_max, at most once per flow and interval.

#define WITH_PFC
#include "frame/types.p4"
#include "frame/mark_probability.p4"
#include "frame/feedback_interval.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    MarkProbability() mark_probability;
    FeedbackInterval() feedback_interval;

    bit<32> min_depth = 0;
    bit<32> max_depth = 0;
    bit<32> interval = 0;

    action notify_between(bit<32> congestion_point, bit<32> min_packets, bit<32> max_packets,
                          bit<32> interval_us) {
        meta.congestion_point = congestion_point;
        min_depth = min_packets;
        max_depth = max_packets;
        interval = interval_us;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            notify_between;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        if (!settings.apply().hit) {
            return;
        }
        meta.depth_packets = (bit<32>) standard_metadata.deq_qdepth;
        bool chosen;
        mark_probability.apply(meta.depth_packets, min_depth, max_depth, 65536, chosen);
        if (chosen) {
            feedback_interval.apply(hdr, standard_metadata.egress_global_timestamp, interval,
                meta.notify);
        }
    }
}

#include "frame/switch.p4"
