// SPDX-License-Identifier: Apache-2.0

// The headers of a packet, and the metadata that it carries through the Tofino pipeline. Ingress and egress share no
// memory: ingress passes metadata to egress in the bridge header in front of the packet, and the egress mirror puts a
// header with metadata in front of a copy.

#ifndef WEIR_METADATA_P4
#define WEIR_METADATA_P4

typedef bit<QUEUE_BITS> queue_t;

// Kind of the header in front of a packet that enters egress.
typedef bit<8> packet_kind_t;
const packet_kind_t PACKET_FROM_INGRESS = 1;
const packet_kind_t PACKET_FEEDBACK_COPY = 2;
const packet_kind_t PACKET_TELEMETRY_COPY = 3;

// Mirror types of the egress deparser; 0 is none.
const MirrorType_t MIRROR_FEEDBACK = 1;
const MirrorType_t MIRROR_TELEMETRY = 2;

// A bit for each class.
const bit<8> ALL_CLASSES = 0xFF;

header bridge_h {
    packet_kind_t kind;
    bit<8> class_id;
    bool managed;
    bool has_virtual_queue;
#ifdef WEIR_ABC
    bit<1> has_activity;
    @padding bit<5> pad;
    bit<16> activity;
#else
    @padding bit<6> pad;
#endif
    @padding bit<7> pad_port;
    PortId_t ingress_port;
    @padding bit<4> pad_flow;
    bit<FEEDBACK_FLOW_BITS> flow_slot;
    bit<16> threshold_packets;
    bit<16> limit_packets;
    bit<32> target_rate_kbps;
    bit<32> feedback_interval_us;
    // Bytes in a window (virtual_queue.p4) until arrival_rate.p4 in egress converts them to kb/s.
    bit<32> arrival_rate;
    bit<32> arrival_ns;
}

// Length of the bridge header, which egress counters have to subtract.
#define BRIDGE_BYTES sizeInBytes(hdr.bridge)

// Header of a mirror copy. Behind it is feedback_report_h or telemetry_h, already in the layout in which the packet
// leaves: the PHV cannot move a field into a container of another size, or into one that also holds constants.
header copy_h {
    packet_kind_t kind;
    bit<8> class_id;
}

#ifdef WEIR_ABC
// The activity value of a packet in an ABC domain, as a tag in front of the packet's type: the same four bytes as
// activity_h behind a type.
header activity_tag_h {
    bit<16> type;
    bit<16> activity;
}
#endif

struct headers_t {
    bridge_h bridge;
    copy_h copy;
    packet_out_h packet_out;
    packet_in_h packet_in;
    ethernet_addresses_h ethernet;
    vlan_tag_h outer_tag;
    // Only behind an outer tag.
    vlan_tag_h inner_tag;
#ifdef WEIR_ABC
    activity_tag_h activity;
#endif
    ether_type_h ether_type;
    arp_h arp;
    ipv4_h ipv4;
    ipv4_options_h ipv4_options;
    ipv6_h ipv6;
    tcp_h tcp;
    udp_h udp;
    icmp_h icmp;
    feedback_h feedback;
    feedback_report_h feedback_report;
    telemetry_h telemetry;
}

// On Tofino a priority is a queue of the port.
typedef QueueId_t priority_t;

// Destination of the settings that queue_settings.p4 looks up, and of the length of the rate window.
#define QUEUE_SETTINGS hdr.bridge
#define MEASURE_OVER(log2_us) \
    meta.window_number = meta.window_number >> (log2_us - 4); \
    meta.window_bytes = meta.window_bytes << (15 - log2_us);

struct metadata_t {
    // The flow. ICMP's type and code take the place of ports.
    bit<8> ip_protocol;
    bit<16> l4_src_port;
    bit<16> l4_dst_port;
    // The IPv4 addresses, and 0 without IPv4. The access list matches all packets, but the PHV container of a header's
    // field holds something else in a packet without the header, for example a part of an IPv6 address.
    bit<32> ipv4_src;
    bit<32> ipv4_dst;
    bool checksum_error;
#ifdef WEIR_ABC
    // 1 if the packet came with an activity header; if its port leads to another switch of the ABC domain; if its port
    // meters users; if it has a user (activity_edge.p4).
    bit<1> arrived_activity;
    bit<1> keeps_activity;
    bit<1> meters_users;
    bit<1> has_aggregate;
#endif
    // LLDP or BDDP.
    bit<1> is_link_probe;

    // What the ingress port may do, and what follows for the packet (edge.p4). The parser sees UDP behind IPv4 options,
    // but does not read it.
    bool from_hosts;
    bool clears_dscp;
    bool refuses_dscp;
    bit<8> port_classes;
    bool hides_udp;
    bool forged;
    bool refused;

    // Forwarding. Port 0 is an ordinary port here, so has_output says if there is an output port.
    bool punted;
    bool has_output;
    bool routed;
    bool expired;
    PortId_t next_port;
    PortId_t output_port;
    bit<16> group_id;
    bit<ECMP_BUCKET_BITS> bucket;

    // The queue and its settings.
    class_id_t class_id;
    bit<1> generation;
    queue_t queue;
    bool managed;
    // Number of the present rate window, and the bytes that the packet adds to it (virtual_queue.p4).
    bit<32> window_number;
    bit<32> window_bytes;
    // Not used here: the traffic manager has the weights.
    bit<16> round_packets;
    bit<16> weight_packets;

    // State of the queue at the packet's departure. Egress only.
    bit<16> depth_packets;
    bit<16> max_depth_packets;
    delay_t delay;
    bit<32> now_us;
    bit<32> now_ticks;
    bit<32> sequence;
    bit<32> report_interval_us;

    // For the egress parser and deparser.
    bool to_cpu;
    bit<16> ipv4_residual;
    packet_kind_t copy_kind;
    MirrorId_t copy_session;
}

#endif
