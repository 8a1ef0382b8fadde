// SPDX-License-Identifier: Apache-2.0

// Packet formats and metadata of a switch that carries one congestion-control scheme.

#ifndef SCHEME_TYPES_P4
#define SCHEME_TYPES_P4

#include <core.p4>
#include <v1model.p4>

const bit<32> INSTANCE_INGRESS_CLONE = 1;
const bit<32> INSTANCE_EGRESS_CLONE = 2;
const bit<32> INSTANCE_RECIRCULATED = 4;

// Packets may be sent to ports 1 to 63.
#define PORT_COUNT 64
// Slots for the time of a flow's last notification.
#define FLOW_COUNT 4096

// Port of all clone sessions. Its line has no delay; egress recirculates the clones.
const bit<32> NOTIFICATION_SESSION = 1;

const bit<3> PRIORITY_CONTROL = 7;
const bit<3> PRIORITY_DATA = 3;

const bit<16> ETHER_TYPE_IPV4 = 0x0800;
const bit<8> PROTOCOL_UDP = 17;
// RFC 3168.
const bit<2> ECN_NOT_ECT = 0;
const bit<2> ECN_CE = 3;

// IEEE 802.1Q clause 36.
const bit<16> ETHER_TYPE_MAC_CONTROL = 0x8808;
const bit<16> OPCODE_PFC = 0x0101;
const bit<48> MAC_CONTROL_GROUP = 0x0180C2000001;
const bit<32> PFC_FRAME_BYTES = 60;

// docs/adding-a-scheme.md has the format of a notification.
const bit<32> NOTIFICATION_MAGIC = 0x57434E4D;
const bit<8> NOTIFICATION_VERSION = 1;
const bit<6> NOTIFICATION_DSCP = 48;
const bit<16> NOTIFICATION_UDP_BYTES = 32;
const bit<16> NOTIFICATION_IPV4_BYTES = 52;
const bit<32> NOTIFICATION_FRAME_BYTES = 66;

header ethernet_h {
    bit<48> dst_addr;
    bit<48> src_addr;
    bit<16> ether_type;
}

// The identification of a packet that is never fragmented has no meaning (RFC 6864), so senders of schemes with tagged
// packets put the tag there.
header ipv4_h {
    bit<4> version;
    bit<4> ihl;
    bit<6> dscp;
    bit<2> ecn;
    bit<16> total_length;
    bit<16> tag;
    bit<3> flags;
    bit<13> fragment_offset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    bit<32> src_addr;
    bit<32> dst_addr;
}

header udp_h {
    bit<16> src_port;
    bit<16> dst_port;
    bit<16> length_bytes;
    bit<16> checksum;
}

header notification_h {
    bit<32> magic;
    bit<8> version;
    bit<8> reserved;
    bit<16> feedback;
    bit<32> congestion_point;
    bit<32> depth_packets;
    bit<48> time_us;
    bit<16> padding;
}

header pfc_h {
    bit<16> opcode;
    bit<16> priorities;
    bit<48> quanta_0_to_2;
    bit<16> quanta_3;
    bit<64> quanta_4_to_7;
}

#ifdef WITH_INT
#include "path_telemetry.p4"
#endif
#ifdef WITH_ACTIVITY
#include "../../shared/activity_header.p4"
#endif

struct headers_t {
    ethernet_h ethernet;
    pfc_h pfc;
#ifdef WITH_ACTIVITY
    activity_h activity;
#endif
    ipv4_h ipv4;
    udp_h udp;
    notification_h notification;
#ifdef WITH_INT
    path_telemetry_h path;
    hop_telemetry_h[MOST_HOPS] hops;
#endif
}

const bit<8> FIELDS_NOTIFICATION = 1;
const bit<8> FIELDS_PAUSE = 2;

struct metadata_t {
    // Output of the congestion point: the request for a notification, and its content.
    bool notify;
    // Two's complement; 0 in a scheme whose notifications carry no value.
    @field_list(FIELDS_NOTIFICATION)
    bit<16> feedback;
    // Identifier of the queue: the switch's number and the port.
    @field_list(FIELDS_NOTIFICATION)
    bit<32> congestion_point;
    @field_list(FIELDS_NOTIFICATION)
    bit<32> depth_packets;
    @field_list(FIELDS_NOTIFICATION)
    bit<48> time_us;

    // The port whose peer is to pause, and the duration in quanta; 0 quanta to resume.
    @field_list(FIELDS_PAUSE)
    bit<9> pause_port;
    @field_list(FIELDS_PAUSE)
    bit<16> pause_quanta;

#ifdef WITH_INT
    // Telemetry entries that the parser has still to read.
    bit<8> hops_left;
    // Bytes of data accepted for the output port until now, this packet included; wraps.
    bit<32> accepted_bytes;
#endif
}

#endif
