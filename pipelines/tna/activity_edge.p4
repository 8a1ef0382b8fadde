// SPDX-License-Identifier: Apache-2.0

// Entrance to an ABC domain (docs/abc.md). Packets carry their activity value between its switches; a port with
// `keep_activity` leads to one of them. What comes in elsewhere is metered if the port has `meter_users`, and a value that
// it had is removed. A packet of no aggregate gets none. Users are metered before the output port is known, which saves
// stages: packets without one count, too.

#ifndef WEIR_ACTIVITY_EDGE_P4
#define WEIR_ACTIVITY_EDGE_P4

control ActivityEdge(inout headers_t hdr,
                     inout metadata_t meta,
                     in ingress_intrinsic_metadata_t ig_intr_md,
                     in ingress_intrinsic_metadata_from_parser_t ig_prsr_md) {
    ActivityMeter() meter;

    bit<10> aggregate = 0;
    bit<16> reference = 0;

    // For a port to another switch of the domain.
    action keep_activity() {
        meta.keeps_activity = 1;
        hdr.bridge.has_activity = meta.arrived_activity;
        hdr.bridge.activity = hdr.activity.activity;
    }

    // For a port to users. v1model has the meter's memory here; this meter has windows of a fixed length.
    action meter_users() {
        meta.meters_users = 1;
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
        meta.has_aggregate = 1;
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

    apply {
        ports.apply();
        if (hdr.ipv4.isValid()) {
            ipv4_aggregates.apply();
        } else if (hdr.ipv6.isValid()) {
            ipv6_aggregates.apply();
        }
        meter.apply(hdr, meta, ig_prsr_md, aggregate, reference);
    }
}

// Counts what the edge has found, of packets that have an output port.
control ActivityEdgeCount(in headers_t hdr,
                          in metadata_t meta,
                          in ingress_intrinsic_metadata_t ig_intr_md) {
    // By ingress port: packets that came to the edge with an activity value, and packets of no aggregate at a port that
    // meters.
    @name(".WeirIngress.activity_edge.overwritten")
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) overwritten;
    @name(".WeirIngress.activity_edge.unmetered")
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) unmetered;

    apply {
        if (meta.has_output && !hdr.feedback.isValid() && meta.arrived_activity == 1
                && meta.keeps_activity == 0) {
            overwritten.count(ig_intr_md.ingress_port);
        }
        if (meta.has_output && !hdr.feedback.isValid() && meta.meters_users == 1
                && meta.has_aggregate == 0) {
            unmetered.count(ig_intr_md.ingress_port);
        }
    }
}

#endif
