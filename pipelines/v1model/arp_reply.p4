// SPDX-License-Identifier: Apache-2.0

// Answers ARP requests for hosts that the controller knows, so that hosts find each other while no controller runs
// (docs/fabric.md). A request becomes the reply and leaves by its ingress port. The controller gets its copy of the
// request as before, because requests show where their senders are.
//
// Nobody answers for a host behind the port of the request. A bridge there has passed the request on, and the host
// answers itself. A reply from here would show the host's Ethernet address at the bridge's uplink, and the bridge would
// send the host's frames that way.
//
// Left to the controller: requests for such hosts, requests behind two VLAN tags, probes and announcements of a
// sender's own address (RFC 5227), and requests whose sender is not the sender of the frame. The controller passes such
// requests on.

#ifndef WEIR_ARP_REPLY_P4
#define WEIR_ARP_REPLY_P4

const bit<16> ARP_ETHERNET = 1;
const bit<16> ARP_REQUEST = 1;
const bit<16> ARP_REPLY = 2;

control ArpReply(inout headers_t hdr,
                 inout metadata_t meta,
                 inout standard_metadata_t standard_metadata) {
    bit<12> vlan_id = 0;
    bool known = false;
    mac_address_t host_mac = 0;
    bit<9> host_port = 0;

    // mac: Ethernet address of the host that has the requested address.
    // port: the switch's port to the host, if it is attached to this switch; otherwise 0.
    action answer(mac_address_t mac, bit<9> port) {
        known = true;
        host_mac = mac;
        host_port = port;
    }

    action reply() {
        ipv4_address_t requested_ip = hdr.arp.target_ip;
        hdr.ethernet.dst_addr = hdr.ethernet.src_addr;
        hdr.ethernet.src_addr = host_mac;
        hdr.arp.operation = ARP_REPLY;
        hdr.arp.target_mac = hdr.arp.sender_mac;
        hdr.arp.target_ip = hdr.arp.sender_ip;
        hdr.arp.sender_mac = host_mac;
        hdr.arp.sender_ip = requested_ip;
        standard_metadata.egress_spec = standard_metadata.ingress_port;
        standard_metadata.priority = PRIORITY_CONTROL;
        meta.punted = false;
        meta.answered = true;
    }

    table ipv4_neighbours {
        key = {
            // 0 for none, as in a tag that carries a priority only.
            vlan_id: exact @name("vlan_id");
            hdr.arp.target_ip: exact @name("target_ip");
        }
        actions = {
            answer;
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
                && hdr.arp.operation == ARP_REQUEST
                && hdr.arp.hardware_type == ARP_ETHERNET
                && hdr.arp.protocol_type == ETHER_TYPE_IPV4
                && hdr.arp.sender_mac == hdr.ethernet.src_addr
                && hdr.arp.sender_ip != 0
                && hdr.arp.sender_ip != hdr.arp.target_ip) {
            ipv4_neighbours.apply();
            if (known && host_port != standard_metadata.ingress_port) {
                reply();
            }
        }
    }
}

#endif
