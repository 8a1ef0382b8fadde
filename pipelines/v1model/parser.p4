// SPDX-License-Identifier: Apache-2.0

// Parses Ethernet, VLAN tags, the activity header, ARP, IPv4, IPv6, TCP, UDP, ICMP, neighbour solicitations and feedback
// packets (docs/feedback-packet.md), and writes the flow into the metadata. A packet from the CPU's port begins with a
// packet-out header.

#ifndef WEIR_PARSER_P4
#define WEIR_PARSER_P4

error {
    Ipv4HeaderLength
}

parser WeirParser(packet_in packet,
                  out headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    state start {
        transition select(standard_metadata.ingress_port) {
            CPU_PORT: parse_packet_out;
            default: parse_ethernet;
        }
    }

    state parse_packet_out {
        packet.extract(hdr.packet_out);
        transition parse_ethernet;
    }

    state parse_ethernet {
        packet.extract(hdr.ethernet);
        transition select(packet.lookahead<bit<16>>()) {
            ETHER_TYPE_VLAN: parse_outer_tag;
            ETHER_TYPE_SERVICE_VLAN: parse_outer_tag;
            default: parse_ether_type;
        }
    }

    state parse_outer_tag {
        packet.extract(hdr.outer_tag);
        transition select(packet.lookahead<bit<16>>()) {
            ETHER_TYPE_VLAN: parse_inner_tag;
            ETHER_TYPE_SERVICE_VLAN: parse_inner_tag;
            default: parse_ether_type;
        }
    }

    // A third tag counts as payload.
    state parse_inner_tag {
        packet.extract(hdr.inner_tag);
        transition parse_ether_type;
    }

    state parse_ether_type {
        packet.extract(hdr.ether_type);
        transition select(hdr.ether_type.value) {
            ETHER_TYPE_IPV4: parse_ipv4;
            ETHER_TYPE_IPV6: parse_ipv6;
            ETHER_TYPE_ARP: parse_arp;
            ETHER_TYPE_ACTIVITY: parse_activity;
            default: accept;
        }
    }

    // The rest of the program sees the packet without its activity header.
    state parse_activity {
        packet.extract(hdr.arrived_activity);
        hdr.ether_type.value = hdr.arrived_activity.ether_type;
        transition select(hdr.arrived_activity.ether_type) {
            ETHER_TYPE_IPV4: parse_ipv4;
            ETHER_TYPE_IPV6: parse_ipv6;
            ETHER_TYPE_ARP: parse_arp;
            default: accept;
        }
    }

    state parse_arp {
        packet.extract(hdr.arp);
        transition accept;
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        verify(hdr.ipv4.ihl >= 5, error.Ipv4HeaderLength);
        meta.ip_protocol = hdr.ipv4.protocol;
        meta.dscp = hdr.ipv4.dscp;
        transition select(hdr.ipv4.ihl) {
            5: parse_ipv4_payload;
            default: parse_ipv4_options;
        }
    }

    state parse_ipv4_options {
        packet.extract(hdr.ipv4_options, ((bit<32>) hdr.ipv4.ihl - 5) * 32);
        transition parse_ipv4_payload;
    }

    // Only the first fragment has ports.
    state parse_ipv4_payload {
        transition select(hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, PROTOCOL_TCP): parse_tcp;
            (0, PROTOCOL_UDP): parse_udp;
            (0, PROTOCOL_ICMP): parse_icmp;
            default: accept;
        }
    }

    state parse_ipv6 {
        packet.extract(hdr.ipv6);
        meta.ip_protocol = hdr.ipv6.next_header;
        meta.dscp = hdr.ipv6.dscp;
        transition select(hdr.ipv6.next_header) {
            PROTOCOL_TCP: parse_tcp;
            PROTOCOL_UDP: parse_udp;
            PROTOCOL_ICMPV6: parse_icmpv6;
            default: accept;
        }
    }

    state parse_icmpv6 {
        transition select(packet.lookahead<bit<8>>(), hdr.ipv6.payload_length) {
            (ICMPV6_NEIGHBOUR_SOLICITATION, NDP_BYTES): parse_neighbour_solicitation;
            default: parse_icmp;
        }
    }

    state parse_neighbour_solicitation {
        packet.extract(hdr.icmp);
        meta.l4_src_port = (bit<16>) hdr.icmp.type;
        meta.l4_dst_port = (bit<16>) hdr.icmp.code;
        packet.extract(hdr.ndp);
        transition accept;
    }

    state parse_tcp {
        packet.extract(hdr.tcp);
        meta.l4_src_port = hdr.tcp.src_port;
        meta.l4_dst_port = hdr.tcp.dst_port;
        transition accept;
    }

    state parse_icmp {
        packet.extract(hdr.icmp);
        meta.l4_src_port = (bit<16>) hdr.icmp.type;
        meta.l4_dst_port = (bit<16>) hdr.icmp.code;
        transition accept;
    }

    state parse_udp {
        packet.extract(hdr.udp);
        meta.l4_src_port = hdr.udp.src_port;
        meta.l4_dst_port = hdr.udp.dst_port;
        transition select(hdr.udp.length_bytes) {
            FEEDBACK_UDP_BYTES: parse_feedback_magic;
            default: accept;
        }
    }

    state parse_feedback_magic {
        transition select(packet.lookahead<bit<32>>()) {
            FEEDBACK_MAGIC: parse_feedback;
            default: accept;
        }
    }

    state parse_feedback {
        packet.extract(hdr.feedback);
        packet.extract(hdr.feedback_report);
        transition accept;
    }
}

#endif
