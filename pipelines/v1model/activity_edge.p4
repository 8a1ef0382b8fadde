// SPDX-License-Identifier: Apache-2.0

// Entrance to an ABC domain (docs/abc.md). Packets carry their activity value between its switches; a port with
// `keep_activity` leads to one of them. What comes in elsewhere is metered if the port has `meter_users`, and a value that
// it had is removed. A packet of no aggregate gets none.

#ifndef WEIR_ACTIVITY_EDGE_P4
#define WEIR_ACTIVITY_EDGE_P4

control ActivityEdge(in headers_t hdr,
                     inout metadata_t meta,
                     in standard_metadata_t standard_metadata) {
    // By ingress port: packets that came to the edge with an activity value, and packets of no aggregate at a port that
    // meters.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) overwritten;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) unmetered;

    ActivityMeter() meter;

    bool meters = false;
    bit<32> aggregate = 0;
    bit<32> decay_per_us = 0;
    bit<32> reference = 0;

    // For a port to another switch of the domain.
    action keep_activity() {
        meta.has_activity = hdr.arrived_activity.isValid();
        meta.activity = hdr.arrived_activity.activity;
    }

    // For a port to users. memory_decay: log2(e) / M_AM in units of 2^-44 per microsecond.
    action meter_users(bit<32> memory_decay) {
        meters = true;
        decay_per_us = memory_decay;
    }

    table ports {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            keep_activity;
            meter_users;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
    }

    // aggregate_index: of the aggregate's state; AGGREGATE_COUNT is 2^10.
    // reference_log: log2(w R_r M_AM) in units of 2^-16, with the product in bits; w is the user's weight.
    action set_aggregate(bit<10> aggregate_index, bit<32> reference_log) {
        meta.has_activity = true;
        aggregate = (bit<32>) aggregate_index;
        reference = reference_log;
    }

    // Traffic descriptors: a user at its port.
    table ipv4_aggregates {
        key = {
            standard_metadata.ingress_port: exact;
            hdr.ipv4.src_addr: lpm;
        }
        actions = {
            set_aggregate;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 4096;
    }

    table ipv6_aggregates {
        key = {
            standard_metadata.ingress_port: exact;
            hdr.ipv6.src_addr: lpm;
        }
        actions = {
            set_aggregate;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 4096;
    }

    apply {
        bit<32> port = (bit<32>) standard_metadata.ingress_port;
        switch (ports.apply().action_run) {
            keep_activity: {
                return;
            }
            default: {
            }
        }
        if (hdr.arrived_activity.isValid()) {
            overwritten.count(port);
        }
        if (meters) {
            if (hdr.ipv4.isValid()) {
                ipv4_aggregates.apply();
            } else {
                ipv6_aggregates.apply();
            }
            if (meta.has_activity) {
                meter.apply(aggregate, standard_metadata.ingress_global_timestamp,
                    standard_metadata.packet_length, decay_per_us, reference, meta.activity);
            } else {
                unmetered.count(port);
            }
        }
    }
}

#endif
