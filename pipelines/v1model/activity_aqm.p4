// SPDX-License-Identifier: Apache-2.0

// ABC's activity AQM (docs/abc.md) in front of a virtual queue: drops a packet that finds more packets than its threshold
// (activity_threshold.p4). Each class of a port has an average of its own.

#ifndef WEIR_ACTIVITY_AQM_P4
#define WEIR_ACTIVITY_AQM_P4

#define ACTIVITY_QUEUE_COUNT QUEUE_COUNT
#include "activity_threshold.p4"

control ActivityAqm(inout metadata_t meta, inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) drops;

    ActivityThreshold() threshold;

    bit<32> q_min = 0;
    bit<32> q_base = 0;
    bit<32> gamma = 0;
    bit<32> decay_per_us = 0;

    // gamma_packets: at most 4095.
    // memory_decay: log2(e) / M_AA in units of 2^-44 per microsecond.
    action drop_by_activity(bit<32> q_min_packets,
                            bit<32> q_base_packets,
                            bit<32> gamma_packets,
                            bit<32> memory_decay) {
        q_min = q_min_packets;
        q_base = q_base_packets;
        gamma = gamma_packets;
        decay_per_us = memory_decay;
    }

    table ports {
        key = {
            meta.output_port: exact;
        }
        actions = {
            drop_by_activity;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 64;
    }

    apply {
        if (ports.apply().hit) {
            bool exceeded;
            threshold.apply(meta.queue, meta.depth_packets, meta.has_activity, meta.activity,
                standard_metadata.ingress_global_timestamp, q_min, q_base, gamma, decay_per_us,
                exceeded);
            if (exceeded) {
                drops.count(meta.queue);
                mark_to_drop(standard_metadata);
                meta.managed = false;
            }
        }
    }
}

#endif
