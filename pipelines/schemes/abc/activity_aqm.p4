// SPDX-License-Identifier: Apache-2.0

// ABC's activity AQM in front of the queue of an output port: drops a packet that finds more packets than its threshold
// (v1model/activity_threshold.p4), or a full queue.

#ifndef ABC_ACTIVITY_AQM_P4
#define ABC_ACTIVITY_AQM_P4

control ActivityAqm(in headers_t hdr, inout standard_metadata_t standard_metadata) {
    // By egress port: packets that were dropped for their activity, and for lack of room.
    counter(PORT_COUNT, CounterType.packets) drops;
    counter(PORT_COUNT, CounterType.packets) overflows;

    ActivityThreshold() threshold;

    bit<32> limit = 0;
    bit<32> q_min = 0;
    bit<32> q_base = 0;
    bit<32> gamma = 0;
    bit<32> decay_per_us = 0;

    // limit_packets: room of the queue.
    // gamma_packets: at most 4095.
    // memory_decay: log2(e) / M_AA in units of 2^-44 per microsecond.
    action set_thresholds(bit<32> limit_packets,
                          bit<32> q_min_packets,
                          bit<32> q_base_packets,
                          bit<32> gamma_packets,
                          bit<32> memory_decay) {
        limit = limit_packets;
        q_min = q_min_packets;
        q_base = q_base_packets;
        gamma = gamma_packets;
        decay_per_us = memory_decay;
    }

    table settings {
        key = {
            standard_metadata.egress_spec: exact;
        }
        actions = {
            set_thresholds;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<32> port = (bit<32>) standard_metadata.egress_spec;
        bit<32> queued;
        bit<32> sent;
        abc_queued.read(queued, port);
        abc_sent.read(sent, port);
        if (settings.apply().hit) {
            bit<32> waiting = queued - sent;
            if (waiting >= limit) {
                overflows.count(port);
                mark_to_drop(standard_metadata);
                return;
            }
            bool exceeded;
            threshold.apply(port, waiting, hdr.activity.isValid(), hdr.activity.activity,
                standard_metadata.ingress_global_timestamp, q_min, q_base, gamma, decay_per_us,
                exceeded);
            if (exceeded) {
                drops.count(port);
                mark_to_drop(standard_metadata);
                return;
            }
        }
        abc_queued.write(port, queued + 1);
    }
}

#endif
