// SPDX-License-Identifier: Apache-2.0

// The edge of the network (docs/edge.md). A port to another switch accepts every frame. A port to hosts drops feedback
// packets and telemetry reports, which only switches make, and accepts a DSCP only where the policy says so. A port
// without an entry counts as a port to hosts that clears the DSCP.
//
// The parser does not read what is behind IPv4 options. So UDP there counts as forged: it may be feedback.
//
// Access list and forwarding leave alone what is dropped here, as they do with packets for the controller only.

#ifndef WEIR_EDGE_P4
#define WEIR_EDGE_P4

control Edge(inout headers_t hdr,
             inout metadata_t meta,
             in ingress_intrinsic_metadata_t ig_intr_md,
             inout ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md) {
    // By ingress port: frames dropped as forged; packets whose DSCP was cleared.
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) forged;
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) cleared;

    // For a port to another switch. That switch has checked the frames at its own ports to hosts.
    action trust_port() {
        meta.from_hosts = false;
        meta.port_classes = ALL_CLASSES;
    }

    // For a port to hosts. classes: one bit for each class that its packets may have; others are dropped.
    action trust_dscp(bit<8> classes) {
        meta.from_hosts = true;
        meta.port_classes = classes;
    }

    // As trust_dscp, but sets the DSCP of every packet to 0.
    action clear_dscp(bit<8> classes) {
        meta.from_hosts = true;
        meta.clears_dscp = true;
        meta.port_classes = classes;
    }

    // As trust_dscp, but a packet with a DSCP other than 0 is dropped.
    action refuse_dscp(bit<8> classes) {
        meta.from_hosts = true;
        meta.refuses_dscp = true;
        meta.port_classes = classes;
    }

    table port_kinds {
        key = {
            ig_intr_md.ingress_port: exact @name("standard_metadata.ingress_port");
        }
        actions = {
            trust_port;
            trust_dscp;
            clear_dscp;
            refuse_dscp;
        }
        default_action = clear_dscp(ALL_CLASSES);
        size = 512;
    }

    // A table counts in one counter only, so the frame is counted behind it.
    action drop_forged() {
        meta.forged = true;
        ig_dprsr_md.drop_ctl = 1;
        meta.punted = true;
    }

    action refuse() {
        ig_dprsr_md.drop_ctl = 1;
        meta.punted = true;
        meta.refused = true;
    }

    action clear_ipv4() {
        cleared.count(ig_intr_md.ingress_port);
        hdr.ipv4.dscp = 0;
    }

    action clear_ipv6() {
        cleared.count(ig_intr_md.ingress_port);
        hdr.ipv6.dscp = 0;
    }

    action count_forged() {
        forged.count(ig_intr_md.ingress_port);
    }

    // The first row that matches decides.
    @hidden
    table checks {
        key = {
            hdr.feedback.isValid(): ternary;
            meta.hides_udp: ternary;
            hdr.ether_type.value: ternary;
            meta.refuses_dscp: ternary;
            meta.clears_dscp: ternary;
            hdr.ipv4.isValid(): ternary;
            hdr.ipv6.isValid(): ternary;
            hdr.ipv4.dscp: ternary;
            hdr.ipv6.dscp: ternary;
        }
        actions = {
            drop_forged;
            refuse;
            clear_ipv4;
            clear_ipv6;
            NoAction;
        }
        const default_action = NoAction();
        const entries = {
            (true, _, _, _, _, _, _, _, _): drop_forged();
            (_, true, _, _, _, _, _, _, _): drop_forged();
            (_, _, ETHER_TYPE_TELEMETRY, _, _, _, _, _, _): drop_forged();
            (_, _, _, _, _, true, _, 0, _): NoAction();
            (_, _, _, _, _, _, true, _, 0): NoAction();
            (_, _, _, true, _, true, _, _, _): refuse();
            (_, _, _, true, _, _, true, _, _): refuse();
            (_, _, _, _, true, true, _, _, _): clear_ipv4();
            (_, _, _, _, true, _, true, _, _): clear_ipv6();
        }
        size = 16;
    }

    apply {
        // The recirculation port brings this switch's own feedback packets.
        if (IS_FRONT_PANEL(ig_intr_md.ingress_port)) {
            port_kinds.apply();
        }
        if (meta.from_hosts) {
            checks.apply();
        }
        if (meta.forged) {
            count_forged();
        }
    }
}

#endif
