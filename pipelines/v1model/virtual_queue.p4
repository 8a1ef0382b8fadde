// SPDX-License-Identifier: Apache-2.0

// The virtual queue of a class at a port (PMQECN section 4, Algorithm 1). It emulates a queue under weighted
// round robin on a port that has strict priorities only.
//
// A virtual queue has two lanes. A lane is two counters, packets in and packets out; their difference is the packets
// in the lane. The depth of the queue is the sum of both lanes. This file counts packets in, dequeue.p4 counts packets
// out. Between the two are
// - arrival_rate.p4: measures the arrival rate of the class,
// - activity_aqm.p4: drops the packet by its user's activity,
// - congestion_point.p4: marks the packet, requests a feedback packet, or drops the packet,
// - priority_level.p4 and lanes.p4: select the lane, and the strict priority in which the packet waits.
//
// A packet carries its number. Packets of a lane leave in order, so when one leaves, all packets of the lane before it
// have left or were lost. Therefore the next departure corrects the depth after a loss in the traffic manager.
//
// A class that has lost all its packets with the queue at its limit would wait for that departure in vain. So it may add
// a packet, a probe, when none of its packets has left for a PROBE time. If the packets were lost the probe leaves at
// once; if they only wait, on a slow line, the queue holds a packet too many. Therefore the k-th packet beyond the limit
// may enter only when none has left for k (k + 1) / 2 PROBE times.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// PROBE time: 4 rate windows, but at least 2^16 us (66 ms).
#define PROBE_LOG2_WINDOWS 2
#define PROBE_LOG2_US 16

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) arrivals;

    // @name puts the counters of the parts under the queue's name in P4Info, as on Tofino. The order is P4Info's.
    register<bit<32>>(PORT_COUNT) port_enqueued_packets;
    @name(".WeirIngress.virtual_queue") PriorityLevel() priority_level;
    @name(".WeirIngress.virtual_queue") Lane() own_lane;
    @name(".WeirIngress.virtual_queue") Lane() other_lane;
    @name(".WeirIngress.virtual_queue") Lanes() lanes;
    @name(".WeirIngress.virtual_queue") ArrivalRate() arrival_rate;
    @name(".WeirIngress.activity_aqm") ActivityAqm() activity_aqm;
    @name(".WeirIngress.virtual_queue") CongestionPoint() congestion_point;

    apply {
        arrivals.count(meta.queue);
        arrival_rate.apply(meta, standard_metadata);
        if (meta.has_virtual_queue) {
            bit<32> port = (bit<32>) meta.output_port;
            bit<48> now_us = standard_metadata.ingress_global_timestamp;
            bit<1> current;
            bit<32> port_enqueued;
            bit<32> enqueued;
            bit<32> dequeued;
            bit<32> depth;
            bit<32> other_enqueued;
            bit<32> other_dequeued;
            bit<32> other_depth;
            bit<48> idle_us;
            bit<48> other_idle_us;
            current_lanes.read(current, meta.queue);
            meta.lane = meta.queue << 1 | (bit<32>) current;
            port_enqueued_packets.read(port_enqueued, port);
            own_lane.apply(meta.lane, meta, now_us, port_enqueued, enqueued, dequeued, depth, idle_us);
            other_lane.apply(meta.lane ^ 1, meta, now_us, port_enqueued,
                other_enqueued, other_dequeued, other_depth, other_idle_us);
            meta.depth_packets = depth + other_depth;

            if (meta.depth_packets < (bit<32>) meta.limit_packets) {
                activity_aqm.apply(meta, standard_metadata);
            } else if (meta.depth_packets != 0) {
                if (other_idle_us < idle_us) {
                    idle_us = other_idle_us;
                }
                bit<48> windows = (idle_us >> PROBE_LOG2_WINDOWS) >> meta.rate_window_log2_us;
                bit<48> times = idle_us >> PROBE_LOG2_US;
                if (windows < times) {
                    times = windows;
                }
                bit<48> excess = (bit<48>) (meta.depth_packets - (bit<32>) meta.limit_packets);
                meta.probes = (excess + 1) * (excess + 2) <= times << 1;
            }
            if (meta.managed) {
                congestion_point.apply(hdr, meta, standard_metadata);
            }
            if (meta.managed) {
                priority_t level;
                priority_level.apply(meta, port_enqueued, level);
                lanes.apply(hdr, meta, level, enqueued, dequeued, depth,
                    other_enqueued, other_dequeued, other_depth, standard_metadata);
                if (depth == 0) {
                    busy_since_us.write(meta.lane, now_us);
                }
                meta.enqueue_number = enqueued + 1;
                enqueued_packets.write(meta.lane, meta.enqueue_number);
                port_enqueued_packets.write(port, port_enqueued + 1);
            }
        }
    }
}

#endif
