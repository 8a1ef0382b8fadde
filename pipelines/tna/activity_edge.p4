// SPDX-License-Identifier: Apache-2.0

// Entrance to an ABC domain (docs/abc.md). Packets carry their activity value between its switches; a port with
// `keep_activity` leads to one of them. What comes in elsewhere is metered if the port has `meter_users`, and a value that
// it had is removed. A packet of no aggregate gets none.

#ifndef WEIR_ACTIVITY_EDGE_P4
#define WEIR_ACTIVITY_EDGE_P4

control ActivityEdge(inout headers_t hdr,
                     inout metadata_t meta,
                     in ingress_intrinsic_metadata_t ig_intr_md,
                     in ingress_intrinsic_metadata_from_parser_t ig_prsr_md) {
    // By ingress port: packets that came to the edge with an activity value, and packets of no aggregate at a port that
    // meters.
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) overwritten;
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) unmetered;

    ActivityMeter() meter;

    bool keeps = false;
    bool meters = false;
    bool has_aggregate = false;
    bit<10> aggregate;
    bit<16> reference;

    // For a port to another switch of the domain.
    action keep_activity() {
        keeps = true;
        hdr.bridge.has_activity = meta.arrived_activity;
        hdr.bridge.activity = hdr.activity.activity;
    }

    // For a port to users. memory_decay: not used here, the window's length is fixed.
    action meter_users(bit<32> memory_decay) {
        meters = true;
    }

    table ports {
        key = {
            ig_intr_md.ingress_port: exact @name("standard_metadata.ingress_port");
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
    // reference_log: log2(w R_r W) in units of 2^-16, with the product in bits; w is the user's weight, W the window.
    action set_aggregate(bit<10> aggregate_index, bit<32> reference_log) {
        has_aggregate = true;
        aggregate = aggregate_index;
        reference = reference_log[21:6];
    }

    // Traffic descriptors: a user at its port.
    table ipv4_aggregates {
        key = {
            ig_intr_md.ingress_port: exact @name("standard_metadata.ingress_port");
            hdr.ipv4.src_addr: lpm;
        }
        actions = {
            set_aggregate;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 1024;
    }

    table ipv6_aggregates {
        key = {
            ig_intr_md.ingress_port: exact @name("standard_metadata.ingress_port");
            hdr.ipv6.src_addr: lpm;
        }
        actions = {
            set_aggregate;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
    }

    action restore_type() {
        hdr.ether_type.value = hdr.activity.ether_type;
        hdr.activity.setInvalid();
    }

    apply {
        ports.apply();
        if (hdr.ipv4.isValid()) {
            ipv4_aggregates.apply();
        } else if (hdr.ipv6.isValid()) {
            ipv6_aggregates.apply();
        }
        if (meta.has_output && !hdr.feedback.isValid()) {
            if (hdr.activity.isValid() && !keeps) {
                overwritten.count(ig_intr_md.ingress_port);
            }
            if (meters) {
                if (has_aggregate) {
                    meter.apply(meta.window_bytes, ig_prsr_md, aggregate, reference,
                        hdr.bridge.activity);
                    hdr.bridge.has_activity = 1;
                } else {
                    unmetered.count(ig_intr_md.ingress_port);
                }
            }
        }
        if (hdr.activity.isValid()) {
            restore_type();
        }
    }
}

#endif
