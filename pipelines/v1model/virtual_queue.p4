// SPDX-License-Identifier: Apache-2.0

// The virtual queue of a class at a port (PMQECN section 4, Algorithm 1). It emulates a queue under weighted
// round robin on a port that has strict priorities only.
//
// A virtual queue is two counters, packets in and packets out. Their difference is its depth. This file counts
// packets in, dequeue.p4 counts packets out. Between the two lie
// - arrival_rate.p4: the rate at which the class arrives,
// - congestion_point.p4: whether the packet is marked, its sender told, or the packet dropped,
// - priority_level.p4: at which of the port's strict priorities the packet waits.
//
// A packet carries its number. A class keeps its order, so a packet that leaves tells that every packet before
// it has left or was lost. A loss in the traffic manager is therefore forgotten with the next departure.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// A queue that holds packets and has not sent one for so long lost them (a port was taken down).
const bit<48> STALLED_US = 1 << 21;

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) arrivals;

    // What the parts declare has the queue's name in P4Info, as on Tofino, and stands there in this order.
    register<bit<32>>(PORT_COUNT) port_enqueued_packets;
    @name(".WeirIngress.virtual_queue") PriorityLevel() priority_level;
    register<bit<48>>(QUEUE_COUNT) busy_since_us;
    @name(".WeirIngress.virtual_queue") ArrivalRate() arrival_rate;
    @name(".WeirIngress.virtual_queue") CongestionPoint() congestion_point;

    apply {
        arrivals.count(meta.queue);
        arrival_rate.apply(meta, standard_metadata);
        if (meta.has_virtual_queue) {
            bit<32> port = (bit<32>) meta.output_port;
            bit<32> enqueued;
            bit<32> dequeued;
            bit<48> last_us;
            bit<48> since_us;
            bit<32> port_enqueued;
            enqueued_packets.read(enqueued, meta.queue);
            dequeued_packets.read(dequeued, meta.queue);
            last_dequeue_us.read(last_us, meta.queue);
            busy_since_us.read(since_us, meta.queue);
            if (since_us > last_us) {
                last_us = since_us;
            }
            port_enqueued_packets.read(port_enqueued, port);
            bit<32> depth = enqueued - dequeued;
            if (depth[31:31] == 1 || (depth != 0
                    && standard_metadata.ingress_global_timestamp > last_us + STALLED_US)) {
                port_enqueued = port_enqueued - depth;
                enqueued = dequeued;
                depth = 0;
            }
            meta.depth_packets = depth;

            congestion_point.apply(hdr, meta, standard_metadata);
            if (meta.managed) {
                if (depth == 0) {
                    busy_since_us.write(meta.queue, standard_metadata.ingress_global_timestamp);
                }
                priority_level.apply(meta, port_enqueued, standard_metadata);
                meta.enqueue_number = enqueued + 1;
                enqueued_packets.write(meta.queue, meta.enqueue_number);
                port_enqueued_packets.write(port, port_enqueued + 1);
            }
        }
    }
}

#endif
