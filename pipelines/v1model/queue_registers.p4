// SPDX-License-Identifier: Apache-2.0

// The registers of the virtual queues that both pipelines use. Ingress and egress run at the same time, so each
// register is written by one of them only.

#ifndef WEIR_QUEUE_REGISTERS_P4
#define WEIR_QUEUE_REGISTERS_P4

// Turns of a scheduler round, and counting units of a packet (priority_level.p4).
const bit<32> TURNS_PER_ROUND = 64;

// Written by egress (dequeue.p4), read by ingress.
register<bit<32>>(LANE_COUNT) dequeued_packets;
register<bit<48>>(LANE_COUNT) last_dequeue_us;
register<bit<32>>(PORT_COUNT) port_dequeued_packets;
register<bit<32>>(PORT_COUNT) turns;
register<bit<32>>(PORT_COUNT) turn_departures;

// Written and read by ingress.
register<bit<1>>(QUEUE_COUNT) current_lanes;
register<bit<48>>(LANE_COUNT) busy_since_us;

// Written by ingress (virtual_queue.p4), read by egress too.
register<bit<32>>(LANE_COUNT) enqueued_packets;

#endif
