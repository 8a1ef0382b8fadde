// SPDX-License-Identifier: Apache-2.0

// HPCC's congestion point (Y. Li et al., SIGCOMM 2019, section 3.2). Each switch adds a telemetry entry to a data
// packet: the bytes that the port has sent, the time, the port rate, and the bytes in the packet's own queue. With class
// queues, the sent bytes and the rate remain those of the whole port. Receivers return the entries to the sender. Data is
// what is ECN-capable: packets of other senders have no telemetry.

#define WITH_INT
#define WITH_CLASS_QUEUES
#define WITH_ADMISSION
#include "frame/types.p4"
#include "hpcc/queue_bytes.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    // By egress port.
    register<bit<32>>(PORT_COUNT) sent_bytes;

    QueueDeparture() queue_departure;

    bit<16> number = 0;
    bit<32> rate = 0;

    action stamp(bit<16> hop, bit<32> rate_kbps) {
        number = hop;
        rate = rate_kbps;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            stamp;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<16> behind = 0;
        if (hdr.ipv4.dscp != NOTIFICATION_DSCP) {
            queue_departure.apply(meta, standard_metadata, behind);
        }
        if (!settings.apply().hit) {
            return;
        }
        bool stamped = hdr.udp.isValid() && hdr.ipv4.ecn != ECN_NOT_ECT
            && (!hdr.path.isValid() || hdr.path.hops < MOST_HOPS);
        bit<16> added = 0;
        if (stamped) {
            added = HOP_BYTES;
            if (!hdr.path.isValid()) {
                hdr.path.setValid();
                hdr.path.magic = PATH_MAGIC;
                hdr.path.version = PATH_VERSION;
                hdr.path.hops = 0;
                hdr.path.reserved = 0;
                added = HOP_BYTES + PATH_BYTES;
            }
        }
        bit<32> sent;
        sent_bytes.read(sent, (bit<32>) standard_metadata.egress_port);
        sent = sent + standard_metadata.packet_length + (bit<32>) added;
        sent_bytes.write((bit<32>) standard_metadata.egress_port, sent);
        if (stamped) {
            hdr.path.hops = hdr.path.hops + 1;
            hdr.hops.push_front(1);
            hdr.hops[0].setValid();
            hdr.hops[0].hop = number;
            hdr.hops[0].depth_64_bytes = behind;
            hdr.hops[0].time_us = (bit<32>) standard_metadata.egress_global_timestamp;
            hdr.hops[0].sent_bytes = sent;
            hdr.hops[0].rate_kbps = rate;
            hdr.ipv4.total_length = hdr.ipv4.total_length + added;
            hdr.udp.length_bytes = hdr.udp.length_bytes + added;
            // No UDP checksum, which IPv4 allows.
            hdr.udp.checksum = 0;
        }
    }
}

#include "frame/switch.p4"
