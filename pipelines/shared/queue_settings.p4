// SPDX-License-Identifier: Apache-2.0

// The settings of a (port, class): what the solver's answer becomes. All of a port's rows are
// written in the generation that is not in use, and then one entry of `generations` puts them into
// force together: no packet meets half of an update.
//
// QUEUE_SETTINGS, where the rest of the pipeline finds them, and the type of a priority are the target's
// (metadata.p4).

#ifndef WEIR_QUEUE_SETTINGS_P4
#define WEIR_QUEUE_SETTINGS_P4

control QueueSettings(inout headers_t hdr, inout metadata_t meta, inout priority_t priority) {
    // round_packets: the sum of the weights of the port's classes, the length of one round.
    // rate_window_log2_us: the arrival rate is measured over windows of 2 to this many microseconds,
    //   4 to 15; a microsecond of 1024 ns where the clock counts nanoseconds.
    action use_generation(bit<1> generation,
                          bit<16> round_packets,
                          bit<4> rate_window_log2_us) {
        meta.generation = generation;
        meta.round_packets = round_packets;
        meta.rate_window_log2_us = rate_window_log2_us;
    }

    table generations {
        key = {
            meta.output_port: exact;
        }
        actions = {
            use_generation;
        }
        const default_action = use_generation(0, 0, 15);
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
