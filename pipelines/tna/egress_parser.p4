// SPDX-License-Identifier: Apache-2.0

// Parses a packet that enters egress, either from ingress or as a copy of the egress mirror. Of a packet from ingress
// it reads the bridge header and the headers that may be marked, IP and TCP; of a copy also the UDP header, because a
// feedback packet swaps the ports.

#ifndef WEIR_EGRESS_PARSER_P4
#define WEIR_EGRESS_PARSER_P4

parser WeirEgressParser(packet_in packet,
                        out headers_t hdr,
                        out metadata_t meta,
                        out egress_intrinsic_metadata_t eg_intr_md) {
    // IPv4 options stay in the payload. This is the checksum without the header that was read, so that of the options.
    Checksum() ipv4_rest;

    state start {
        packet.extract(eg_intr_md);
        meta.to_cpu = false;
        meta.ipv4_residual = 0;
        transition select(eg_intr_md.egress_port) {
            CPU_PORTS_A: parse_to_cpu;
            CPU_PORTS_B: parse_to_cpu;
            default: parse_kind;
        }
    }

    state parse_to_cpu {
        meta.to_cpu = true;
        transition parse_kind;
    }

    state parse_kind {
        transition select(packet.lookahead<packet_kind_t>()) {
            PACKET_FROM_INGRESS: parse_bridge;
            PACKET_FEEDBACK_COPY: parse_feedback_copy;
            PACKET_TELEMETRY_COPY: parse_telemetry_copy;
            default: accept;
        }
    }

    state parse_bridge {
        packet.extract(hdr.bridge);
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

    state parse_inner_tag {
        packet.extract(hdr.inner_tag);
        transition parse_ether_type;
    }

    state parse_ether_type {
        packet.extract(hdr.ether_type);
        transition select(hdr.ether_type.value) {
            ETHER_TYPE_IPV4: parse_ipv4;
            ETHER_TYPE_IPV6: parse_ipv6;
            default: accept;
        }
    }

    // A checksum residual takes the whole rest of the packet, so TCP is parsed only where there are no options.
    state parse_ipv4 {
        transition select(packet.lookahead<bit<8>>()) {
            0x05 &&& 0x0F: parse_ipv4_plain;
            default: parse_ipv4_with_options;
        }
    }

    state parse_ipv4_with_options {
        packet.extract(hdr.ipv4);
        ipv4_rest.subtract(hdr.ipv4);
        meta.ipv4_residual = ipv4_rest.get();
        transition accept;
    }

    state parse_ipv4_plain {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, PROTOCOL_TCP): parse_tcp;
            default: accept;
        }
    }

    state parse_ipv6 {
        packet.extract(hdr.ipv6);
        transition select(hdr.ipv6.next_header) {
            PROTOCOL_TCP: parse_tcp;
            default: accept;
        }
    }

    state parse_tcp {
        packet.extract(hdr.tcp);
        transition accept;
    }

    state parse_telemetry_copy {
        packet.extract(hdr.copy);
        packet.extract(hdr.telemetry);
        packet.extract(hdr.ethernet);
        packet.extract(hdr.ether_type);
        transition accept;
    }

    state parse_feedback_copy {
        packet.extract(hdr.copy);
        packet.extract(hdr.feedback_report);
        packet.extract(hdr.ethernet);
        transition select(packet.lookahead<bit<16>>()) {
            ETHER_TYPE_VLAN: parse_copied_outer_tag;
            ETHER_TYPE_SERVICE_VLAN: parse_copied_outer_tag;
            default: parse_copied_ether_type;
        }
    }

    state parse_copied_outer_tag {
        packet.extract(hdr.outer_tag);
        transition select(packet.lookahead<bit<16>>()) {
            ETHER_TYPE_VLAN: parse_copied_inner_tag;
            ETHER_TYPE_SERVICE_VLAN: parse_copied_inner_tag;
            default: parse_copied_ether_type;
        }
    }

    state parse_copied_inner_tag {
        packet.extract(hdr.inner_tag);
        transition parse_copied_ether_type;
    }

#ifdef WEIR_ABC
    // A copy is of the packet as it leaves, with its activity value.
    state parse_copied_ether_type {
        transition select(packet.lookahead<bit<16>>()) {
            ETHER_TYPE_ACTIVITY: skip_copied_activity;
            default: parse_copied_plain_ether_type;
        }
    }

    state skip_copied_activity {
        packet.advance(32);
        transition parse_copied_plain_ether_type;
    }

    state parse_copied_plain_ether_type {
#else
    state parse_copied_ether_type {
#endif
        packet.extract(hdr.ether_type);
        transition select(hdr.ether_type.value) {
            ETHER_TYPE_IPV4: parse_copied_ipv4;
            ETHER_TYPE_IPV6: parse_copied_ipv6;
            default: accept;
        }
    }

    state parse_copied_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.ihl) {
            5: parse_copied_ipv4_payload;
            6: skip_options_1;
            7: skip_options_2;
            8: skip_options_3;
            9: skip_options_4;
            10: skip_options_5;
            11: skip_options_6;
            12: skip_options_7;
            13: skip_options_8;
            14: skip_options_9;
            15: skip_options_10;
            default: accept;
        }
    }

    state skip_options_1 {
        packet.advance(32);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_2 {
        packet.advance(64);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_3 {
        packet.advance(96);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_4 {
        packet.advance(128);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_5 {
        packet.advance(160);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_6 {
        packet.advance(192);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_7 {
        packet.advance(224);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_8 {
        packet.advance(256);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_9 {
        packet.advance(288);
        transition parse_copied_ipv4_payload;
    }

    state skip_options_10 {
        packet.advance(320);
        transition parse_copied_ipv4_payload;
    }

    state parse_copied_ipv4_payload {
        transition select(hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, PROTOCOL_TCP): parse_copied_tcp;
            (0, PROTOCOL_UDP): parse_copied_udp;
            default: accept;
        }
    }

    state parse_copied_ipv6 {
        packet.extract(hdr.ipv6);
        transition select(hdr.ipv6.next_header) {
            PROTOCOL_TCP: parse_copied_tcp;
            PROTOCOL_UDP: parse_copied_udp;
            default: accept;
        }
    }

    state parse_copied_tcp {
        packet.extract(hdr.tcp);
        transition accept;
    }

    state parse_copied_udp {
        packet.extract(hdr.udp);
        transition accept;
    }
}

#endif
