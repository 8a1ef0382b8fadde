// SPDX-License-Identifier: Apache-2.0

// The virtual queue of a class at a port (PMQECN section 4, Algorithm 1). It emulates a queue under weighted
// round robin on a port that has strict priorities only.
//
// A virtual queue is two counters, packets in and packets out. Their difference is its depth. This file counts
// packets in, dequeue.p4 counts packets out. Between the two are
// - arrival_rate.p4: measures the arrival rate of the class,
// - congestion_point.p4: marks the packet, requests a feedback packet, or drops the packet,
// - priority_level.p4: selects the strict priority in which the packet waits.
//
// A packet carries its number. Packets of a class leave in order, so when one leaves, all packets before it have left
// or were lost. Therefore the next departure corrects the depth after a loss in the traffic manager.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// A queue with packets from which none has left for so long has lost them, for instance because its port went down.
const bit<48> STALLED_US = 1 << 21;

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) arrivals;

    // @name puts the counters of the parts under the queue's name in P4Info, as on Tofino. The order is P4Info's.
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
