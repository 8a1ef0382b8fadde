// SPDX-License-Identifier: Apache-2.0

// The class of a packet, by the match rules of the policy. The policy's default class is an entry too, the one
// of lowest priority that matches everything.

#ifndef WEIR_CLASSIFIER_P4
#define WEIR_CLASSIFIER_P4

// A packet's tags. A field of a tag counts only if the packet has the tag. The last part of each name is unique in
// the table, because some controllers know a field by it.
#define VLAN_KEY \
    hdr.outer_tag.isValid(): ternary @name("hdr.outer_tag.has_vlan_tag"); \
    hdr.outer_tag.vlan_id: ternary @name("hdr.outer_tag.vlan_id"); \
    hdr.outer_tag.pcp: ternary @name("hdr.outer_tag.vlan_pcp"); \
    hdr.inner_tag.isValid(): ternary @name("hdr.inner_tag.has_inner_vlan_tag"); \
    hdr.inner_tag.vlan_id: ternary @name("hdr.inner_tag.inner_vlan_id"); \
    hdr.inner_tag.pcp: ternary @name("hdr.inner_tag.inner_vlan_pcp");

control Classifier(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) ipv4_hits;
    direct_counter(CounterType.packets_and_bytes) ipv6_hits;

    action set_class(class_id_t class_id) {
        meta.class_id = class_id;
    }

    table ipv4_classes {
        key = {
            standard_metadata.ingress_port: ternary;
            hdr.ipv4.src_addr: ternary;
            hdr.ipv4.dst_addr: ternary;
            meta.ip_protocol: ternary;
            meta.dscp: ternary;
            meta.l4_src_port: range;
            meta.l4_dst_port: range;
            VLAN_KEY
        }
        actions = {
            set_class;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        counters = ipv4_hits;
        size = 16384;
    }

    table ipv6_classes {
        key = {
            standard_metadata.ingress_port: ternary;
            hdr.ipv6.src_addr: ternary;
            hdr.ipv6.dst_addr: ternary;
            meta.ip_protocol: ternary;
            meta.dscp: ternary;
            meta.l4_src_port: range;
            meta.l4_dst_port: range;
            VLAN_KEY
        }
        actions = {
            set_class;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        counters = ipv6_hits;
        size = 16384;
    }

    apply {
        if (hdr.ipv4.isValid()) {
            ipv4_classes.apply();
        } else if (hdr.ipv6.isValid()) {
            ipv6_classes.apply();
        }
    }
}

#endif
