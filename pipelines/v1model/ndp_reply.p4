// SPDX-License-Identifier: Apache-2.0

// Answers IPv6 neighbour solicitations for hosts that the controller knows, as arp_reply.p4 answers ARP requests: the
// solicitation becomes the advertisement (RFC 4861). checksums.p4 computes its checksum.
//
// Left to the controller: solicitations for hosts behind the port of the solicitation, those behind two VLAN tags, those
// that look for duplicates of a sender's own address (RFC 4862), and those that do not name the sender of the frame, as its only option.

#ifndef WEIR_NDP_REPLY_P4
#define WEIR_NDP_REPLY_P4

const bit<8> NDP_HOP_LIMIT = 255;
const bit<8> OPTION_SOURCE_MAC = 1;
const bit<8> OPTION_TARGET_MAC = 2;
// Solicited, and overrides what the receiver has cached.
const bit<32> SOLICITED_ADVERTISEMENT = 0x60000000;

control NdpReply(inout headers_t hdr,
                 inout metadata_t meta,
                 inout standard_metadata_t standard_metadata) {
    bit<12> vlan_id = 0;
    bool known = false;
    mac_address_t host_mac = 0;
    bit<9> host_port = 0;

    // mac: Ethernet address of the host that has the requested address.
    // port: the switch's port to the host, if it is attached to this switch; otherwise 0.
    action advertise(mac_address_t mac, bit<9> port) {
        known = true;
        host_mac = mac;
        host_port = port;
    }

    action reply() {
        hdr.ethernet.dst_addr = hdr.ethernet.src_addr;
        hdr.ethernet.src_addr = host_mac;
        hdr.ipv6.dst_addr = hdr.ipv6.src_addr;
        hdr.ipv6.src_addr = hdr.ndp.target;
        hdr.icmp.type = ICMPV6_NEIGHBOUR_ADVERTISEMENT;
        hdr.ndp.flags = SOLICITED_ADVERTISEMENT;
        hdr.ndp.option_type = OPTION_TARGET_MAC;
        hdr.ndp.mac = host_mac;
        standard_metadata.egress_spec = standard_metadata.ingress_port;
        standard_metadata.priority = PRIORITY_CONTROL;
        meta.punted = false;
        meta.answered = true;
    }

    table ipv6_neighbours {
        key = {
            // 0 for none, as in a tag that carries a priority only.
            vlan_id: exact @name("vlan_id");
            hdr.ndp.target: exact @name("target_ip");
        }
        actions = {
            advertise;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 8192;
    }

    apply {
        if (hdr.outer_tag.isValid()) {
            vlan_id = hdr.outer_tag.vlan_id;
        }
        if (!hdr.inner_tag.isValid()
                && hdr.icmp.code == 0
                && hdr.ipv6.hop_limit == NDP_HOP_LIMIT
                && hdr.ipv6.src_addr != 0
                && hdr.ndp.option_type == OPTION_SOURCE_MAC
                && hdr.ndp.option_length == 1
                && hdr.ndp.mac == hdr.ethernet.src_addr) {
            ipv6_neighbours.apply();
            if (known && host_port != standard_metadata.ingress_port) {
                reply();
            }
        }
    }
}

#endif
