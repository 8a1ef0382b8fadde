// SPDX-License-Identifier: Apache-2.0

// The length of a queue in bytes, for HPCC's telemetry; v1model reports packets only. A packet carries how many bytes
// were accepted to its queue before it. When it leaves, what its queue has accepted since waits behind it. The bytes in
// the port's other queues do not count.
//
// What the traffic manager drops would be in the difference too. So QueueAdmission drops a packet that finds
// `limit_packets` waiting in its queue, and each of the traffic manager's queues must hold at least that many.

#ifndef HPCC_QUEUE_BYTES_P4
#define HPCC_QUEUE_BYTES_P4

#define QUEUES_PER_PORT 8

// By output queue (8 · port + priority), of data: hpcc_accepted_* are written by ingress, hpcc_left_packets by egress.
// All wrap.
register<bit<32>>(PORT_COUNT * QUEUES_PER_PORT) hpcc_accepted_bytes;
register<bit<32>>(PORT_COUNT * QUEUES_PER_PORT) hpcc_accepted_packets;
register<bit<32>>(PORT_COUNT * QUEUES_PER_PORT) hpcc_left_packets;

control QueueAdmission(inout headers_t hdr,
                       inout metadata_t meta,
                       inout standard_metadata_t standard_metadata) {
    // By egress port: packets without room in their queue.
    counter(PORT_COUNT, CounterType.packets) overflows;

    bit<32> limit = 0;

    // limit_packets: room of each queue of the port.
    action admit(bit<32> limit_packets) {
        limit = limit_packets;
    }

    table settings {
        key = {
            standard_metadata.egress_spec: exact;
        }
        actions = {
            admit;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<32> queue = (bit<32>) (standard_metadata.egress_spec ++ standard_metadata.priority);
        bit<32> accepted;
        bit<32> left_queue;
        hpcc_accepted_packets.read(accepted, queue);
        hpcc_left_packets.read(left_queue, queue);
        if (settings.apply().hit && accepted - left_queue >= limit) {
            overflows.count((bit<32>) standard_metadata.egress_spec);
            mark_to_drop(standard_metadata);
            return;
        }
        hpcc_accepted_packets.write(queue, accepted + 1);
        hpcc_accepted_bytes.read(meta.accepted_bytes, queue);
        meta.accepted_bytes = meta.accepted_bytes + standard_metadata.packet_length;
        hpcc_accepted_bytes.write(queue, meta.accepted_bytes);
    }
}

// `units`: bytes behind the packet in its queue, in units of 64, rounded; 65535 for more.
control QueueDeparture(in metadata_t meta,
                       in standard_metadata_t standard_metadata,
                       out bit<16> units) {
    apply {
        bit<32> queue = (bit<32>) (standard_metadata.egress_port ++ standard_metadata.priority);
        bit<32> left_queue;
        bit<32> accepted;
        hpcc_left_packets.read(left_queue, queue);
        hpcc_left_packets.write(queue, left_queue + 1);
        hpcc_accepted_bytes.read(accepted, queue);
        bit<32> behind = (accepted - meta.accepted_bytes + 32) >> 6;
        units = behind > 0xFFFF ? 16w0xFFFF : (bit<16>) behind;
    }
}

#endif
