// SPDX-License-Identifier: Apache-2.0

// The switch around a congestion point. It routes packets, queues them at one priority, and applies CongestionPoint to
// each data packet that leaves a queue. When CongestionPoint requests a notification, it sends one to the packet's sender:
// addresses and ports swapped, ECN 11b, the notification as payload, at a higher priority than data.
//
// Packets with the DSCP of notifications (notifications, acknowledgements, statuses of a transport) wait in the control
// queue, before all data. Admission, class queues, flow control and CongestionPoint do not see them, with one exception:
// with WITH_INT, CongestionPoint counts the bytes of those that are no notifications.
//
// A scheme's program includes types.p4, defines CongestionPoint and includes this file. Macros that it may define
// before types.p4:
// - WITH_PFC adds priority-based flow control (pfc.p4),
// - WITH_INT parses and writes the telemetry entries of switches (path_telemetry.p4),
// - WITH_CLASS_QUEUES gives each class a queue, selected by DSCP,
// - WITH_ADMISSION applies QueueAdmission, which the program defines, to each packet before it is queued,
// - WITH_ACTIVITY applies ActivityEdge and ActivityAqm of ABC to each packet before it is queued. ABC has no notifications.

#ifndef SCHEME_SWITCH_P4
#define SCHEME_SWITCH_P4

#ifdef WITH_PFC
#include "pfc.p4"
#endif

parser SchemeParser(packet_in packet,
                    out headers_t hdr,
                    inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHER_TYPE_IPV4: parse_ipv4;
            ETHER_TYPE_MAC_CONTROL: parse_pfc;
#ifdef WITH_ACTIVITY
            ETHER_TYPE_ACTIVITY: parse_activity;
#endif
            default: accept;
        }
    }

#ifdef WITH_ACTIVITY
    state parse_activity {
        packet.extract(hdr.activity);
        transition select(hdr.activity.ether_type) {
            ETHER_TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }
#endif

    state parse_pfc {
        packet.extract(hdr.pfc);
        transition accept;
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.ihl, hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
#ifndef WITH_ACTIVITY
            (5, 0, PROTOCOL_UDP): parse_udp;
#endif
            default: accept;
        }
    }

#ifndef WITH_ACTIVITY
    state parse_udp {
        packet.extract(hdr.udp);
        transition select(hdr.udp.length_bytes) {
            NOTIFICATION_UDP_BYTES: parse_notification_magic;
#ifdef WITH_INT
            // Too short for a notification.
            0 .. 11: accept;
            default: parse_path_magic;
#else
            default: accept;
#endif
        }
    }

#ifdef WITH_INT
    state parse_path_magic {
        transition select(packet.lookahead<bit<32>>()) {
            PATH_MAGIC: parse_path;
            default: accept;
        }
    }

    state parse_path {
        packet.extract(hdr.path);
        meta.hops_left = hdr.path.hops;
        transition select(hdr.path.hops) {
            0: accept;
            default: parse_hop;
        }
    }

    state parse_hop {
        packet.extract(hdr.hops.next);
        meta.hops_left = meta.hops_left - 1;
        transition select(meta.hops_left) {
            0: accept;
            default: parse_hop;
        }
    }
#endif

    state parse_notification_magic {
        transition select(packet.lookahead<bit<32>>()) {
            NOTIFICATION_MAGIC: parse_notification;
            default: accept;
        }
    }

    state parse_notification {
        packet.extract(hdr.notification);
        transition accept;
    }
#endif
}

#define IPV4_CHECKSUM_FIELDS \
    hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_length, \
    hdr.ipv4.tag, hdr.ipv4.flags, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, \
    hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr

control SchemeVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { IPV4_CHECKSUM_FIELDS }, hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control SchemeComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { IPV4_CHECKSUM_FIELDS }, hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control SchemeIngress(inout headers_t hdr,
                      inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    // By ingress port: damaged packets, packets without a route, packets whose hop count ran out.
    counter(PORT_COUNT, CounterType.packets) malformed;
    counter(PORT_COUNT, CounterType.packets) unrouted;
    counter(PORT_COUNT, CounterType.packets) expired;

    bool routed = false;

    action set_output(bit<9> port) {
        standard_metadata.egress_spec = port;
        routed = true;
    }

    table ipv4_routes {
        key = {
            hdr.ipv4.dst_addr: lpm;
        }
        actions = {
            set_output;
            NoAction;
        }
        default_action = NoAction;
        size = 4096;
    }

#ifdef WITH_CLASS_QUEUES
    action set_queue(bit<3> priority) {
        standard_metadata.priority = priority;
    }

    // Without an entry for its DSCP a packet joins the queue of all data.
    table class_queues {
        key = {
            hdr.ipv4.dscp: exact;
        }
        actions = {
            set_queue;
            NoAction;
        }
        default_action = NoAction;
        size = 64;
    }
#endif
#ifdef WITH_PFC
    PfcArrival() pfc_arrival;
#endif
#ifdef WITH_ADMISSION
    QueueAdmission() admission;
#endif
#ifdef WITH_ACTIVITY
    ActivityEdge() activity_edge;
    ActivityAqm() activity_aqm;
#endif

    apply {
        if (standard_metadata.checksum_error == 1
                || standard_metadata.parser_error != error.NoError) {
            malformed.count((bit<32>) standard_metadata.ingress_port);
            mark_to_drop(standard_metadata);
            return;
        }
        if (hdr.pfc.isValid()) {
            // A pause frame from the line is dropped where the port does not obey it; the switch's own ones are clones.
            if (standard_metadata.instance_type == INSTANCE_RECIRCULATED) {
                standard_metadata.egress_spec = meta.pause_port;
                standard_metadata.priority = PRIORITY_CONTROL;
            } else {
                mark_to_drop(standard_metadata);
            }
            return;
        }
        if (hdr.ipv4.isValid()) {
            ipv4_routes.apply();
        }
        if (!routed) {
            unrouted.count((bit<32>) standard_metadata.ingress_port);
            mark_to_drop(standard_metadata);
            return;
        }
        if (hdr.ipv4.ttl <= 1) {
            expired.count((bit<32>) standard_metadata.ingress_port);
            mark_to_drop(standard_metadata);
            return;
        }
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
        if (hdr.ipv4.dscp == NOTIFICATION_DSCP) {
            standard_metadata.priority = PRIORITY_CONTROL;
            return;
        }
        standard_metadata.priority = PRIORITY_DATA;
#ifdef WITH_CLASS_QUEUES
        class_queues.apply();
#endif
#ifdef WITH_PFC
        pfc_arrival.apply(hdr, meta, standard_metadata);
#endif
#ifdef WITH_ADMISSION
        admission.apply(hdr, meta, standard_metadata);
#endif
#ifdef WITH_ACTIVITY
        activity_edge.apply(hdr, standard_metadata);
        activity_aqm.apply(hdr, standard_metadata);
#endif
    }
}

control SchemeEgress(inout headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    // By egress port.
    counter(PORT_COUNT, CounterType.packets) marks;
    counter(PORT_COUNT, CounterType.packets) notifications;

    CongestionPoint() congestion_point;
#ifdef WITH_PFC
    PfcDeparture() pfc_departure;
#endif

    action make_notification() {
        bit<48> sender_mac = hdr.ethernet.src_addr;
        bit<32> sender_ip = hdr.ipv4.src_addr;
        bit<16> sender_port = hdr.udp.src_port;
        hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = sender_mac;
        hdr.ipv4.src_addr = hdr.ipv4.dst_addr;
        hdr.ipv4.dst_addr = sender_ip;
        hdr.ipv4.dscp = NOTIFICATION_DSCP;
        hdr.ipv4.ecn = ECN_CE;
        hdr.ipv4.total_length = NOTIFICATION_IPV4_BYTES;
        hdr.ipv4.tag = 0;
        hdr.ipv4.ttl = 64;
        hdr.udp.src_port = hdr.udp.dst_port;
        hdr.udp.dst_port = sender_port;
        hdr.udp.length_bytes = NOTIFICATION_UDP_BYTES;
        // No UDP checksum, which IPv4 allows.
        hdr.udp.checksum = 0;
        hdr.notification.setValid();
        hdr.notification.magic = NOTIFICATION_MAGIC;
        hdr.notification.version = NOTIFICATION_VERSION;
        hdr.notification.reserved = 0;
        hdr.notification.feedback = meta.feedback;
        hdr.notification.congestion_point = meta.congestion_point;
        hdr.notification.depth_packets = meta.depth_packets;
        hdr.notification.time_us = meta.time_us;
        hdr.notification.padding = 0;
    }

    action make_pause() {
        hdr.ipv4.setInvalid();
        hdr.udp.setInvalid();
        hdr.notification.setInvalid();
        hdr.ethernet.dst_addr = MAC_CONTROL_GROUP;
        hdr.ethernet.ether_type = ETHER_TYPE_MAC_CONTROL;
        hdr.pfc.setValid();
        hdr.pfc.opcode = OPCODE_PFC;
        hdr.pfc.priorities = 16w1 << PRIORITY_DATA;
        hdr.pfc.quanta_0_to_2 = 0;
        hdr.pfc.quanta_3 = meta.pause_quanta;
        hdr.pfc.quanta_4_to_7 = 0;
    }

    apply {
        if (standard_metadata.instance_type == INSTANCE_INGRESS_CLONE
                || standard_metadata.instance_type == INSTANCE_EGRESS_CLONE) {
            if (meta.pause_port != 0) {
                make_pause();
                recirculate_preserving_field_list(FIELDS_PAUSE);
            } else {
                make_notification();
                recirculate_preserving_field_list(FIELDS_NOTIFICATION);
            }
            return;
        }
        // The rest of the cloned packet's payload is cut off here, because recirculation discards truncate().
        if (hdr.pfc.isValid()) {
            truncate(PFC_FRAME_BYTES);
            return;
        }
        if (hdr.notification.isValid()) {
            truncate(NOTIFICATION_FRAME_BYTES);
            return;
        }
        if (!hdr.ipv4.isValid()) {
            return;
        }
#ifndef WITH_INT
        if (hdr.ipv4.dscp == NOTIFICATION_DSCP) {
            return;
        }
#endif
        bit<2> ecn_before = hdr.ipv4.ecn;
        congestion_point.apply(hdr, meta, standard_metadata);
        if (hdr.ipv4.ecn != ecn_before) {
            marks.count((bit<32>) standard_metadata.egress_port);
        }
        bool resuming = false;
#ifdef WITH_PFC
        pfc_departure.apply(meta, standard_metadata, resuming);
#endif
        // A packet can have one clone: the resume frame goes first, a notification can wait for the next packet.
        if (meta.notify && !resuming && hdr.udp.isValid()) {
            meta.time_us = standard_metadata.egress_global_timestamp;
            notifications.count((bit<32>) standard_metadata.egress_port);
            clone_preserving_field_list(CloneType.E2E, NOTIFICATION_SESSION, FIELDS_NOTIFICATION);
        }
    }
}

control SchemeDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.pfc);
#ifdef WITH_ACTIVITY
        packet.emit(hdr.activity);
#endif
        packet.emit(hdr.ipv4);
        packet.emit(hdr.udp);
        packet.emit(hdr.notification);
#ifdef WITH_INT
        packet.emit(hdr.path);
        packet.emit(hdr.hops);
#endif
    }
}

V1Switch(SchemeParser(),
         SchemeVerifyChecksum(),
         SchemeIngress(),
         SchemeEgress(),
         SchemeComputeChecksum(),
         SchemeDeparser()) main;

#endif
