// SPDX-License-Identifier: Apache-2.0

// The access list: packets that the controller wants to see, and packets that it wants dropped. It is the first of
// all tables, so that LLDP, ARP and NDP reach the controller whatever the forwarding tables hold.

#ifndef WEIR_ACL_P4
#define WEIR_ACL_P4

control Acl(inout headers_t hdr,
            inout metadata_t meta,
            inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) hits;

    action set_output(bit<9> port) {
        standard_metadata.egress_spec = port;
        meta.output_port = port;
        hits.count();
    }

    // Sends the packet to the controller and nowhere else (to_controller.p4).
    action punt() {
        meta.to_controller = true;
        meta.punted = true;
        hits.count();
    }

    action copy_to_cpu() {
        meta.to_controller = true;
        hits.count();
    }

    // Leaves the packet as it is, so that no entry of a lower priority applies.
    action permit() {
        hits.count();
    }

    action drop() {
        mark_to_drop(standard_metadata);
        meta.punted = true;
        hits.count();
    }

    table acl {
        key = {
            standard_metadata.ingress_port: ternary;
            // The last part of each name is unique in the table, because some controllers know a field by it.
            hdr.ethernet.dst_addr: ternary @name("eth_dst");
            hdr.ethernet.src_addr: ternary @name("eth_src");
            hdr.ether_type.value: ternary @name("hdr.ethernet.ether_type");
            meta.ip_protocol: ternary;
            meta.l4_src_port: ternary;
            meta.l4_dst_port: ternary;
            hdr.ipv4.src_addr: ternary;
            hdr.ipv4.dst_addr: ternary;
        }
        actions = {
            set_output;
            punt;
            copy_to_cpu;
            permit;
            drop;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        counters = hits;
        size = 1024;
    }

    apply {
        acl.apply();
    }
}

#endif
