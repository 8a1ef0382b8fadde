// SPDX-License-Identifier: Apache-2.0

// The settings of a (port, class): what the solver's answer becomes. All of a port's rows are
// written in the generation that is not in use, and then one entry of `generations` puts them into
// force together: no packet meets half of an update.
//
// QUEUE_SETTINGS, where the rest of the pipeline finds them, MEASURE_OVER, what it needs to measure arrival
// rates over windows of 2 to so many microseconds, and the type of a priority are the target's
// (metadata.p4).

#ifndef WEIR_QUEUE_SETTINGS_P4
#define WEIR_QUEUE_SETTINGS_P4

#define USE_GENERATION(length, log2_us) \
    action use_generation_##length(bit<1> generation, bit<16> round_packets) { \
        meta.generation = generation; \
        meta.round_packets = round_packets; \
        MEASURE_OVER(log2_us) \
    }

control QueueSettings(inout headers_t hdr, inout metadata_t meta, inout priority_t priority) {
    // Put a port's rows of a generation into force, and with them the length of the windows over which its
    // arrival rates are measured, an action for each, because a Tofino shifts by constants only. A
    // microsecond has 1024 ns where the clock counts nanoseconds.
    // round_packets: the sum of the weights of the port's classes, the length of one round.
    USE_GENERATION(16us, 4)
    USE_GENERATION(32us, 5)
    USE_GENERATION(64us, 6)
    USE_GENERATION(128us, 7)
    USE_GENERATION(256us, 8)
    USE_GENERATION(512us, 9)
    USE_GENERATION(1024us, 10)
    USE_GENERATION(2048us, 11)
    USE_GENERATION(4096us, 12)
    USE_GENERATION(8192us, 13)
    USE_GENERATION(16384us, 14)
    USE_GENERATION(32768us, 15)

    table generations {
        key = {
            meta.output_port: exact;
        }
        actions = {
            use_generation_16us;
            use_generation_32us;
            use_generation_64us;
            use_generation_128us;
            use_generation_256us;
            use_generation_512us;
            use_generation_1024us;
            use_generation_2048us;
            use_generation_4096us;
            use_generation_8192us;
            use_generation_16384us;
            use_generation_32768us;
        }
        const default_action = use_generation_32768us(0, 0);
        size = 64;
    }

    // weight_packets: packets the class may put into one priority level in one round.
    // threshold_packets: waiting packets from which arrivals are marked (K).
    // limit_packets: waiting packets from which arrivals are dropped; backlogged classes share the
    //   port in proportion to it.
    // target_rate_kbps: the arrival rate the class is asked to keep to (lambda*), kb/s.
    // feedback_interval_us: least time between two feedback packets to one flow.
    action set_virtual_queue(bit<16> weight_packets,
                             bit<16> threshold_packets,
                             bit<16> limit_packets,
                             bit<32> target_rate_kbps,
                             bit<32> feedback_interval_us) {
        QUEUE_SETTINGS.has_virtual_queue = true;
        meta.weight_packets = weight_packets;
        QUEUE_SETTINGS.threshold_packets = threshold_packets;
        QUEUE_SETTINGS.limit_packets = limit_packets;
        QUEUE_SETTINGS.target_rate_kbps = target_rate_kbps;
        QUEUE_SETTINGS.feedback_interval_us = feedback_interval_us;
    }

    // The comparator of PMQECN's Table 1: no virtual queue, no marks, one fixed priority.
    action set_strict_priority(bit<3> level) {
        QUEUE_SETTINGS.has_virtual_queue = false;
        priority = (priority_t) level;
    }

    table settings {
        key = {
            meta.output_port: exact;
            meta.class_id: exact;
            meta.generation: exact;
        }
        actions = {
            set_virtual_queue;
            set_strict_priority;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 1024;
    }

    apply {
        generations.apply();
        settings.apply();
    }
}

#endif
