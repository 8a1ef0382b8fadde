// SPDX-License-Identifier: Apache-2.0

// Packet formats, the same on every platform.

#ifndef WEIR_HEADERS_P4
#define WEIR_HEADERS_P4

typedef bit<48> mac_address_t;
typedef bit<32> ipv4_address_t;
typedef bit<128> ipv6_address_t;
typedef bit<CLASS_BITS> class_id_t;

// RFC 826, for IPv4 over Ethernet.
header arp_h {
    bit<16> hardware_type;
    bit<16> protocol_type;
    bit<8> hardware_length;
    bit<8> protocol_length;
    bit<16> operation;
    mac_address_t sender_mac;
    ipv4_address_t sender_ip;
    mac_address_t target_mac;
    ipv4_address_t target_ip;
}

header ipv4_h {
    bit<4> version;
    bit<4> ihl;
    bit<6> dscp;
    bit<2> ecn;
    bit<16> total_length;
    bit<16> identification;
    bit<3> flags;
    bit<13> fragment_offset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    ipv4_address_t src_addr;
    ipv4_address_t dst_addr;
}

header ipv4_options_h {
    varbit<320> options;
}

header ipv6_h {
    bit<4> version;
    bit<6> dscp;
    bit<2> ecn;
    bit<20> flow_label;
    bit<16> payload_length;
    bit<8> next_header;
    bit<8> hop_limit;
    ipv6_address_t src_addr;
    ipv6_address_t dst_addr;
}

header tcp_h {
    bit<16> src_port;
    bit<16> dst_port;
    bit<32> sequence;
    bit<32> acknowledgement;
    bit<4> data_offset;
    bit<4> reserved;
    bit<1> cwr;
    bit<1> ece;
    bit<1> urg;
    bit<1> ack;
    bit<1> psh;
    bit<1> rst;
    bit<1> syn;
    bit<1> fin;
    bit<16> window;
    bit<16> checksum;
    bit<16> urgent_pointer;
}

header udp_h {
    bit<16> src_port;
    bit<16> dst_port;
    bit<16> length_bytes;
    bit<16> checksum;
}

// The first fields of ICMP (RFC 792) and ICMPv6 (RFC 4443), which are the same.
header icmp_h {
    bit<8> type;
    bit<8> code;
    bit<16> checksum;
}

// First part of a feedback packet's payload (docs/feedback-packet.md).
header feedback_h {
    bit<32> magic;
    bit<8> version;
    bit<8> class_id;
    bit<8> protocol;
    bit<8> reserved;
}

// Second part of a feedback packet's payload: the measured values. It is a header of its own because Tofino carries it
// in the mirror copy in one piece.
header feedback_report_h {
    bit<32> arrival_rate_kbps;
    bit<32> target_rate_kbps;
    bit<16> depth_packets;
    bit<16> threshold_packets;
    bit<48> time_us;
    bit<16> egress_port;
    bit<32> sequence;
}

// A telemetry report (docs/telemetry.md).
header telemetry_h {
    bit<8> version;
    bit<8> class_id;
    bit<16> egress_port;
    bit<32> depth_packets;
    bit<32> max_depth_packets;
    bit<32> delay_us;
    bit<48> time_us;
    bit<32> arrival_rate_kbps;
}

@controller_header("packet_in")
header packet_in_h {
    bit<9> ingress_port;
    @padding bit<7> pad;
}

@controller_header("packet_out")
header packet_out_h {
    bit<9> egress_port;
    @padding bit<7> pad;
}

#endif
