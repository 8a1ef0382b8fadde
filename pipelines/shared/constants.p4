// SPDX-License-Identifier: Apache-2.0

// Numbers that the data plane, the controller and the hosts agree on.

#ifndef WEIR_CONSTANTS_P4
#define WEIR_CONSTANTS_P4

// Queues: one per (egress port, class), numbered port * 8 + class; how many ports stands in the
// platform's sizes.p4.
#define CLASS_BITS 3

// Delay histogram: one counter per (queue, bucket); the buckets stand in delay_buckets.p4.
#define DELAY_BUCKET_BITS 6

// Slots for the time of a flow's last feedback packet.
#define FEEDBACK_FLOW_COUNT 4096

// Priority 7 is for control traffic and feedback; virtual queues cascade from 6 down to 0.
const bit<3> PRIORITY_CONTROL = 7;
const bit<3> PRIORITY_TOP = 6;
const bit<3> PRIORITY_UNMANAGED = 3;

// Buckets of a next-hop group (ECMP). The controller fills all of them.
#define ECMP_BUCKET_BITS 4
const bit<16> ECMP_BUCKET_COUNT = 16;

// Clone sessions.
const bit<32> FEEDBACK_CLONE_SESSION = 1;
const bit<32> CPU_CLONE_SESSION = 2;

const bit<16> ETHER_TYPE_IPV4 = 0x0800;
const bit<16> ETHER_TYPE_ARP = 0x0806;
const bit<16> ETHER_TYPE_IPV6 = 0x86DD;
// IEEE 802 local experimental EtherType 1: frames that go no further than the controller.
const bit<16> ETHER_TYPE_TELEMETRY = 0x88B5;
// Link probes: LLDP, and ONOS's broadcast form of it.
const bit<16> ETHER_TYPE_LLDP = 0x88CC;
const bit<16> ETHER_TYPE_BDDP = 0x8942;

// Frames of a kind that a port without an entry may send the controller in a window (docs/edge.md).
#define DEFAULT_CONTROLLER_FRAMES 20

const bit<8> PROTOCOL_ICMP = 1;
const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;
const bit<8> PROTOCOL_ICMPV6 = 58;

// RFC 3168.
const bit<2> ECN_NOT_ECT = 0;
const bit<2> ECN_CE = 3;

// docs/feedback-packet.md.
const bit<32> FEEDBACK_MAGIC = 0x57454952;
const bit<8> FEEDBACK_VERSION = 1;
const bit<6> FEEDBACK_DSCP = 48;
const bit<8> FEEDBACK_TTL = 64;
// UDP header and shim.
const bit<16> FEEDBACK_UDP_BYTES = 40;
const bit<16> FEEDBACK_IPV4_BYTES = 60;
const bit<32> FEEDBACK_IPV4_FRAME_BYTES = 74;
const bit<32> FEEDBACK_IPV6_FRAME_BYTES = 94;

// docs/telemetry.md.
const bit<8> TELEMETRY_VERSION = 1;
// Packet-in header, Ethernet and report.
const bit<32> TELEMETRY_FRAME_BYTES = 42;

#endif
