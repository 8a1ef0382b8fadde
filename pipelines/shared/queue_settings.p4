// SPDX-License-Identifier: Apache-2.0

// The settings of each port and class, which the solver computes. The controller writes all rows of a port into
// the generation that is not in use. Then one entry of `generations` puts them into force together, so that no packet
// meets half of an update.
//
// The platform's metadata.p4 defines
// - QUEUE_SETTINGS: the struct or header that holds the settings,
// - MEASURE_OVER(n): statements that set the length of the rate window to 2^n us,
// - priority_t: the type of a priority,
// and its sizes.p4
// - MANAGED_PORT_COUNT: ports that may have settings,
// - SETTINGS_COUNT: rows of settings, of each such port eight classes in two generations.

#ifndef WEIR_QUEUE_SETTINGS_P4
#define WEIR_QUEUE_SETTINGS_P4

#define USE_GENERATION(length, log2_us) \
    action use_generation_##length(bit<1> generation, bit<16> round_packets) { \
        meta.generation = generation; \
        meta.round_packets = round_packets; \
        MEASURE_OVER(log2_us) \
    }

control QueueSettings(inout headers_t hdr, inout metadata_t meta, inout priority_t priority) {
    // Select a port's rows of a generation, and the length of its rate windows. There is an action for each length,
    // because a Tofino shifts by constants only. On Tofino, whose clock counts nanoseconds, a microsecond here is
    // 1024 ns.
    // round_packets: packets of a scheduler round, the sum of the weights of the port's classes.
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
        size = MANAGED_PORT_COUNT;
    }

    // weight_packets: packets per level, which the class may put into one priority level in one round.
    // threshold_packets: marking threshold K, the depth from which packets are marked.
    // limit_packets: queue limit, the depth from which packets are dropped. On v1model backlogged classes share the
    //   port in proportion to it.
    // target_rate_kbps: target rate lambda* of the class, kb/s.
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

    // Strict priority, with which PMQECN's Table 1 compares: no virtual queue, no marks, one fixed priority.
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
        size = SETTINGS_COUNT;
    }

    apply {
        generations.apply();
        settings.apply();
    }
}

#endif
