// SPDX-License-Identifier: Apache-2.0

// The edge of the network (docs/edge.md). A port to another switch accepts every frame. A port to hosts drops feedback
// packets and telemetry reports, which only switches make, and accepts a DSCP only where the policy says so. A port
// without an entry counts as a port to hosts that clears the DSCP.

#ifndef WEIR_EDGE_P4
#define WEIR_EDGE_P4

control Edge(inout headers_t hdr,
             inout metadata_t meta,
             inout standard_metadata_t standard_metadata) {
    // By ingress port: frames dropped as forged; packets whose DSCP was cleared.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) forged;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) cleared;

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
            standard_metadata.ingress_port: exact;
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

    apply {
        port_kinds.apply();
        // A recirculated packet is this switch's own feedback packet.
        if (meta.from_hosts && standard_metadata.instance_type == INSTANCE_NORMAL) {
            if (hdr.feedback.isValid() || hdr.ether_type.value == ETHER_TYPE_TELEMETRY) {
                forged.count((bit<32>) standard_metadata.ingress_port);
                mark_to_drop(standard_metadata);
                meta.forged = true;
            } else if (meta.refuses_dscp) {
                meta.refused = meta.dscp != 0;
            } else if (meta.clears_dscp && meta.dscp != 0) {
                cleared.count((bit<32>) standard_metadata.ingress_port);
                meta.dscp = 0;
                if (hdr.ipv4.isValid()) {
                    hdr.ipv4.dscp = 0;
                } else {
                    hdr.ipv6.dscp = 0;
                }
            }
        }
    }
}

#endif
