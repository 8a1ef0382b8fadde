// SPDX-License-Identifier: Apache-2.0

// The class of a packet, by the match rules of the policy. The policy's default class is an entry too, the one
// of lowest priority that matches everything.
//
// The tables share stages with the access list. Their entries have no counters: both tables use the same action, and
// on Tofino an action can count for one table only. They have fewer entries than v1model's, because a range takes
// several TCAM entries, and the stages before the settings have no more of them.

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
                   in ingress_intrinsic_metadata_t ig_intr_md,
                   inout QueueId_t qid) {
    // Sets the ASIC's queue too: copying the class to it later would take another stage.
    action set_class(class_id_t class_id) {
        meta.class_id = class_id;
        qid = (QueueId_t) class_id;
    }

    table ipv4_classes {
        key = {
            ig_intr_md.ingress_port: ternary @name("standard_metadata.ingress_port");
            hdr.ipv4.src_addr: ternary;
            hdr.ipv4.dst_addr: ternary;
            meta.ip_protocol: ternary;
            hdr.ipv4.dscp: ternary @name("meta.dscp");
            meta.l4_src_port: range;
            meta.l4_dst_port: range;
            VLAN_KEY
        }
        actions = {
            set_class;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
    }

    table ipv6_classes {
        key = {
            ig_intr_md.ingress_port: ternary @name("standard_metadata.ingress_port");
            hdr.ipv6.src_addr: ternary;
            hdr.ipv6.dst_addr: ternary;
            meta.ip_protocol: ternary;
            hdr.ipv6.dscp: ternary @name("meta.dscp");
            meta.l4_src_port: range;
            meta.l4_dst_port: range;
            VLAN_KEY
        }
        actions = {
            set_class;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
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
