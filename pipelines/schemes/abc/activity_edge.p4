// SPDX-License-Identifier: Apache-2.0

// Entrance to an ABC domain. A port is at the domain's edge unless `inner_ports` has it. What comes in at the edge is
// metered and gets an activity value; a value that it had is overwritten. A packet of no aggregate carries none.

#ifndef ABC_ACTIVITY_EDGE_P4
#define ABC_ACTIVITY_EDGE_P4

control ActivityEdge(inout headers_t hdr, in standard_metadata_t standard_metadata) {
    // By ingress port: packets that came to the edge with an activity value, and packets of no aggregate.
    counter(PORT_COUNT, CounterType.packets) overwritten;
    counter(PORT_COUNT, CounterType.packets) unmetered;

    ActivityMeter() meter;

    bit<32> aggregate = 0;
    bit<32> decay_per_us = 0;
    bit<32> reference = 0;

    table inner_ports {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    // aggregate_index: of the aggregate's state, 0 to AGGREGATE_COUNT - 1.
    // memory_decay: log2(e) / M_AM in units of 2^-44 per microsecond.
    // reference_log: log2(R_r M_AM) in units of 2^-16, with the product in bits.
    action measure(bit<32> aggregate_index, bit<32> memory_decay, bit<32> reference_log) {
        aggregate = aggregate_index;
        decay_per_us = memory_decay;
        reference = reference_log;
    }

    // Traffic descriptors: a user, or a group of them, at its port.
    table aggregates {
        key = {
            standard_metadata.ingress_port: exact;
            hdr.ipv4.src_addr: lpm;
        }
        actions = {
            measure;
            NoAction;
        }
        default_action = NoAction;
        size = AGGREGATE_COUNT;
    }

    apply {
        if (inner_ports.apply().hit) {
            return;
        }
        bit<32> port = (bit<32>) standard_metadata.ingress_port;
        if (hdr.activity.isValid()) {
            overwritten.count(port);
            hdr.ethernet.ether_type = hdr.activity.ether_type;
            hdr.activity.setInvalid();
        }
        if (!aggregates.apply().hit) {
            unmetered.count(port);
            return;
        }
        bit<16> activity;
        meter.apply(aggregate, standard_metadata.ingress_global_timestamp,
            standard_metadata.packet_length, decay_per_us, reference, activity);
        hdr.activity.setValid();
        hdr.activity.activity = activity;
        hdr.activity.ether_type = hdr.ethernet.ether_type;
        hdr.ethernet.ether_type = ETHER_TYPE_ACTIVITY;
    }
}

#endif
