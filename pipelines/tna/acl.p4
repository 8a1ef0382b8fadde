// SPDX-License-Identifier: Apache-2.0

// The access list: packets that the controller wants to see, and packets that it wants dropped. Only the edge is before
// it, so that LLDP, ARP and NDP reach the controller whatever the forwarding tables hold.

#ifndef WEIR_ACL_P4
#define WEIR_ACL_P4

control Acl(inout headers_t hdr,
            inout metadata_t meta,
            in ingress_intrinsic_metadata_t ig_intr_md,
            inout ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md,
            inout ingress_intrinsic_metadata_for_tm_t ig_tm_md) {
    DirectCounter<bit<64>>(CounterType_t.PACKETS_AND_BYTES) hits;

    action set_output(bit<9> port) {
        meta.output_port = port;
        meta.has_output = true;
        hits.count();
    }

    // Sends the packet to the controller and nowhere else. The traffic manager knows the CPU's port.
    action punt() {
        ig_tm_md.copy_to_cpu = 1;
        ig_dprsr_md.drop_ctl = 1;
        meta.punted = true;
        hits.count();
    }

    action copy_to_cpu() {
        ig_tm_md.copy_to_cpu = 1;
        hits.count();
    }

    // Leaves the packet as it is, so that no entry of a lower priority applies.
    action permit() {
        hits.count();
    }

    action drop() {
        ig_dprsr_md.drop_ctl = 1;
        meta.punted = true;
        hits.count();
    }

    table acl {
        key = {
            ig_intr_md.ingress_port: ternary @name("standard_metadata.ingress_port");
            // The last part of each name is unique in the table, because some controllers know a field by it.
            hdr.ethernet.dst_addr: ternary @name("eth_dst");
            hdr.ethernet.src_addr: ternary @name("eth_src");
            hdr.ether_type.value: ternary @name("hdr.ethernet.ether_type");
            meta.ip_protocol: ternary;
            meta.l4_src_port: ternary;
            meta.l4_dst_port: ternary;
            meta.ipv4_src: ternary @name("hdr.ipv4.src_addr");
            meta.ipv4_dst: ternary @name("hdr.ipv4.dst_addr");
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
