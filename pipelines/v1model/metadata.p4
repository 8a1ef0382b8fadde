// SPDX-License-Identifier: Apache-2.0

// The headers of a packet, and the metadata that it carries through the v1model pipeline.

#ifndef WEIR_METADATA_P4
#define WEIR_METADATA_P4

const bit<8> ICMPV6_NEIGHBOUR_SOLICITATION = 135;
const bit<8> ICMPV6_NEIGHBOUR_ADVERTISEMENT = 136;
// Length of an ICMPv6 message of icmp_h and neighbour_discovery_h.
const bit<16> NDP_BYTES = 32;

// The rest of a neighbour solicitation or advertisement with one option, a MAC address (RFC 4861).
header neighbour_discovery_h {
    bit<32> flags;
    ipv6_address_t target;
    bit<8> option_type;
    // In units of 8 bytes.
    bit<8> option_length;
    mac_address_t mac;
}

struct headers_t {
    packet_out_h packet_out;
    packet_in_h packet_in;
    ethernet_addresses_h ethernet;
    vlan_tag_h outer_tag;
    // Only behind an outer tag.
    vlan_tag_h inner_tag;
    ether_type_h ether_type;
    // The activity header of the packet that came in, which is not written again; and the one that leaves.
    activity_h arrived_activity;
    activity_h activity;
    arp_h arp;
    ipv4_h ipv4;
    ipv4_options_h ipv4_options;
    ipv6_h ipv6;
    tcp_h tcp;
    udp_h udp;
    icmp_h icmp;
    neighbour_discovery_h ndp;
    feedback_h feedback;
    feedback_report_h feedback_report;
    telemetry_h telemetry;
}

// Values of standard_metadata.instance_type (BMv2, simple_switch.h).
const bit<32> INSTANCE_NORMAL = 0;
const bit<32> INSTANCE_INGRESS_CLONE = 1;
const bit<32> INSTANCE_EGRESS_CLONE = 2;

// Field lists: the metadata that a clone or a recirculated packet keeps.
const bit<8> FIELDS_FEEDBACK = 1;
const bit<8> FIELDS_TELEMETRY = 2;
const bit<8> FIELDS_CPU_COPY = 3;
const bit<8> FIELDS_RECIRCULATE = 4;

enum bit<1> clone_reason_t {
    CPU_COPY = 0,
    FEEDBACK = 1
}

typedef bit<3> priority_t;

// Destination of the settings that queue_settings.p4 looks up, and of the length of the rate window.
#define QUEUE_SETTINGS meta
// How many octaves finer than in delay_buckets.p4 a port's buckets are: the first is a 256th of its rate window, but
// 1 to 64 us. A Tofino's are the same at every port.
#define DELAY_SHIFT(log2_us) ((log2_us) < 8 ? 6 : ((log2_us) > 14 ? 0 : 14 - (log2_us)))
#define MEASURE_OVER(log2_us) \
    meta.rate_window_log2_us = log2_us; \
    meta.delay_shift = DELAY_SHIFT(log2_us);

// A bit for each class.
const bit<8> ALL_CLASSES = 0xFF;

struct metadata_t {
    // Purpose of an ingress clone. A clone gets the values that fields have at the end of ingress, so nothing may
    // change this after the clone was requested.
    @field_list(FIELDS_FEEDBACK, FIELDS_CPU_COPY)
    clone_reason_t clone_reason;
    @field_list(FIELDS_CPU_COPY)
    bit<9> ingress_port;

    // The flow. ICMP's type and code take the place of ports.
    bit<8> ip_protocol;
    bit<6> dscp;
    bit<16> l4_src_port;
    bit<16> l4_dst_port;
    bit<12> flow_slot;

    // Settings of the ingress port (edge.p4).
    bool from_hosts;
    bool clears_dscp;
    bool refuses_dscp;
    bit<8> port_classes;
    // The packet is dropped: a host has forged it, or its port may not use its DSCP or class.
    bool forged;
    bool refused;

    // Activity value (activity_edge.p4).
    bool has_activity;
    bit<16> activity;

    // Forwarding. A punted packet is not forwarded. An answered one is by now the
    // answer to an ARP request or a neighbour solicitation.
    bool to_controller;
    bool punted;
    bool answered;
    bit<16> group_id;
    bit<ECMP_BUCKET_BITS> bucket;
    @field_list(FIELDS_FEEDBACK, FIELDS_TELEMETRY)
    bit<9> output_port;
    // 0 for none.
    bit<9> alternate_port;
    // Always 0.
    bit<1> first_member;

    // The queue and its settings.
    @field_list(FIELDS_FEEDBACK, FIELDS_TELEMETRY, FIELDS_RECIRCULATE)
    class_id_t class_id;
    bit<1> generation;
    bit<32> queue;
    bool managed;
    bool has_virtual_queue;
    bit<16> round_packets;
    bit<4> rate_window_log2_us;
    // Octaves by which its delays are measured finer than at a port without settings: 0 to 6.
    bit<3> delay_shift;
    bit<16> weight_packets;
    @field_list(FIELDS_FEEDBACK)
    bit<16> threshold_packets;
    bit<16> limit_packets;
    @field_list(FIELDS_FEEDBACK)
    bit<32> target_rate_kbps;
    bit<32> feedback_interval_us;

    // The lane of the queue in which the packet waits (lanes.p4), and its number among all that entered the lane.
    bit<32> lane;
    bit<32> enqueue_number;
    // The packet may wait although the queue is at its limit (virtual_queue.p4).
    bool probes;

    // State of the queue that the packet found.
    @field_list(FIELDS_FEEDBACK, FIELDS_TELEMETRY)
    bit<32> depth_packets;
    @field_list(FIELDS_FEEDBACK, FIELDS_TELEMETRY)
    bit<32> arrival_rate_kbps;
    @field_list(FIELDS_FEEDBACK)
    bit<32> sequence;
    @field_list(FIELDS_FEEDBACK, FIELDS_TELEMETRY)
    bit<48> time_us;
    @field_list(FIELDS_TELEMETRY)
    bit<32> max_depth_packets;
    @field_list(FIELDS_TELEMETRY)
    bit<32> delay_us;
    bit<32> report_interval_us;

    // The AQM algorithm has dropped the packet.
    bool dropped;

    // Set in the pass that makes the feedback packet: only there is its UDP checksum computed.
    bool feedback_made;
}

#endif
