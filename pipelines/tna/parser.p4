// SPDX-License-Identifier: Apache-2.0

// Parses Ethernet, VLAN tags, IPv4, IPv6, TCP, UDP, ICMP and feedback packets (docs/feedback-packet.md), and writes the
// flow into the metadata. A packet from the CPU's port begins with a packet-out header.

#ifndef WEIR_PARSER_P4
#define WEIR_PARSER_P4

parser WeirParser(packet_in packet,
                  out headers_t hdr,
                  out metadata_t meta,
                  out ingress_intrinsic_metadata_t ig_intr_md) {
    Checksum() ipv4_checksum;
    Checksum() ipv4_options_sum;

    state start {
        packet.extract(ig_intr_md);
        packet.advance(PORT_METADATA_SIZE);
        meta.from_hosts = false;
        meta.clears_dscp = false;
        meta.refuses_dscp = false;
        meta.port_classes = ALL_CLASSES;
        meta.forged = false;
        meta.hides_udp = false;
        meta.refused = false;
        meta.punted = false;
        meta.has_output = false;
        meta.routed = false;
        meta.expired = false;
        meta.next_port = 0;
        meta.class_id = 0;
        meta.group_id = 0;
        meta.ip_protocol = 0;
        meta.l4_src_port = 0;
        meta.l4_dst_port = 0;
        meta.ipv4_src = 0;
        meta.ipv4_dst = 0;
        meta.checksum_error = false;
        meta.ipv4_residual = 0;
        meta.is_link_probe = 0;
#ifdef WEIR_ABC
        meta.arrived_activity = 0;
        meta.keeps_activity = 0;
        meta.meters_users = 0;
        meta.has_aggregate = 0;
#endif
        transition select(ig_intr_md.ingress_port) {
            CPU_PORTS_A: parse_packet_out;
            CPU_PORTS_B: parse_packet_out;
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

#ifdef WEIR_ABC
    state parse_ether_type {
        transition select(packet.lookahead<bit<16>>()) {
            ETHER_TYPE_ACTIVITY: parse_activity;
            default: parse_plain_ether_type;
        }
    }

    state parse_activity {
        packet.extract(hdr.activity);
        meta.arrived_activity = 1;
        transition parse_plain_ether_type;
    }

    state parse_plain_ether_type {
#else
    state parse_ether_type {
#endif
        packet.extract(hdr.ether_type);
        transition select(hdr.ether_type.value) {
            ETHER_TYPE_IPV4: parse_ipv4;
            ETHER_TYPE_IPV6: parse_ipv6;
            ETHER_TYPE_LLDP: note_link_probe;
            ETHER_TYPE_BDDP: note_link_probe;
            default: accept;
        }
    }

    state note_link_probe {
        meta.is_link_probe = 1;
        transition accept;
    }

    // IPv4 options stay in the payload, so that the ports behind them are not read; ipv4_residual is their part of the
    // checksum. Ingress drops and counts a packet with a header length below 5.
    state parse_ipv4 {
        transition select(packet.lookahead<bit<8>>()) {
            0x05 &&& 0x0F: parse_ipv4_plain;
            0x06 &&& 0x0E: parse_ipv4_with_options;
            0x08 &&& 0x08: parse_ipv4_with_options;
            default: parse_ipv4_short;
        }
    }

    state parse_ipv4_short {
        packet.extract(hdr.ipv4);
        meta.ipv4_src = hdr.ipv4.src_addr;
        meta.ipv4_dst = hdr.ipv4.dst_addr;
        transition accept;
    }

    state parse_ipv4_with_options {
        packet.extract(hdr.ipv4);
        meta.ipv4_src = hdr.ipv4.src_addr;
        meta.ipv4_dst = hdr.ipv4.dst_addr;
        ipv4_options_sum.subtract(hdr.ipv4);
        meta.ipv4_residual = ipv4_options_sum.get();
        meta.ip_protocol = hdr.ipv4.protocol;
        transition select(hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, PROTOCOL_UDP): note_hidden_udp;
            default: accept;
        }
    }

    state note_hidden_udp {
        meta.hides_udp = true;
        transition accept;
    }

    state parse_ipv4_plain {
        packet.extract(hdr.ipv4);
        meta.ipv4_src = hdr.ipv4.src_addr;
        meta.ipv4_dst = hdr.ipv4.dst_addr;
        ipv4_checksum.add(hdr.ipv4);
        meta.checksum_error = ipv4_checksum.verify();
        meta.ip_protocol = hdr.ipv4.protocol;
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
        transition select(hdr.ipv6.next_header) {
            PROTOCOL_TCP: parse_tcp;
            PROTOCOL_UDP: parse_udp;
            PROTOCOL_ICMPV6: parse_icmp;
            default: accept;
        }
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
        transition accept;
    }
}

#endif
