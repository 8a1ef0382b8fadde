// SPDX-License-Identifier: Apache-2.0

// The congestion point (PMQECN section 4, Algorithm 1): virtual queues that emulate weighted round
// robin on strict-priority queues, the marking threshold, and the decision to tell the sender.
//
// A virtual queue is two counters, packets in and packets out; its depth is their difference. A packet
// carries its number: as a class keeps its order, one that leaves tells that all before it left or were
// lost, and a loss in the traffic manager is forgotten with the next departure.
//
// Weights. A class may put `weight` packets into a priority level; the next goes one level down
// (the paper's cascade). A round is `round_packets` departures, the sum of the weights, or any moment
// in which the port has nothing waiting; with every round each class climbs one level. A class that
// keeps to its share therefore stays at the top whatever the others send, and one that does not
// sinks until it waits behind those that do. Classes that are all beyond their share meet in the
// lowest level, where each may hold `limit` packets and is served in that ratio. While a class has
// packets waiting it never climbs, so that its packets leave in the order in which they came.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// Written by the egress pipeline only, read by the ingress pipeline.
register<bit<32>>(QUEUE_COUNT) dequeued_packets;
register<bit<48>>(QUEUE_COUNT) last_dequeue_us;
register<bit<32>>(PORT_COUNT) port_dequeued_packets;
register<bit<32>>(PORT_COUNT) rounds;
register<bit<16>>(PORT_COUNT) round_departures;

// Written by the ingress pipeline only, read by the egress pipeline too.
register<bit<32>>(QUEUE_COUNT) enqueued_packets;
// A queue that holds packets and has not sent one for so long lost them (a port taken down).
const bit<48> STALLED_US = 1 << 21;

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) arrivals;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) drops;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) marks;
    counter(QUEUE_COUNT, CounterType.packets) feedback;

    register<bit<32>>(PORT_COUNT) port_enqueued_packets;
    // Rounds that ended because nothing was waiting.
    register<bit<32>>(PORT_COUNT) idle_rounds;
    // A class's level, what it has put into it, the round of that, and its last packet's priority.
    register<bit<3>>(QUEUE_COUNT) levels;
    register<bit<16>>(QUEUE_COUNT) level_packets;
    register<bit<32>>(QUEUE_COUNT) level_rounds;
    register<bit<3>>(QUEUE_COUNT) last_priorities;
    register<bit<48>>(QUEUE_COUNT) busy_since_us;

    // The present window's number, whether its beginning was missed (1 bit), and the binary logarithm of
    // its length in us (4 bits).
    register<bit<64>>(QUEUE_COUNT) rate_window;
    register<bit<32>>(QUEUE_COUNT) rate_window_bytes;
    register<bit<32>>(QUEUE_COUNT) rate_kbps;

    RateBound() rate_bound;

    register<bit<48>>(FEEDBACK_FLOW_COUNT) last_feedback_us;
    register<bit<32>>(QUEUE_COUNT) feedback_sequence;

    // The last full window's rate, or the present window's if that is above it already. Another length
    // of the port's windows is taken up at once; until a whole window of it is over, the rate is what
    // the windows before told.
    action measure_arrival_rate() {
        bit<64> place;
        bit<32> bytes;
        bit<32> rate;
        bit<48> now_us = standard_metadata.ingress_global_timestamp;
        rate_window.read(place, meta.queue);
        rate_window_bytes.read(bytes, meta.queue);
        rate_kbps.read(rate, meta.queue);
        bit<4> log2_us = place[3:0];
        bit<1> began_late = place[4:4];
        bit<48> last_window = (bit<48>) (place >> 5);
        bit<48> window = now_us >> log2_us;
        if (window != last_window || log2_us != meta.rate_window_log2_us) {
            // Bytes in a window to kb/s: times 8000 over its length in us.
            bit<32> told = (bit<32>) (((bit<48>) bytes * 8000) >> log2_us);
            if (window == last_window + 1) {
                rate = began_late == 1 ? rate : told;
            } else if (window == last_window) {
                rate = told > rate ? told : rate;
            } else {
                rate = 0;
            }
            began_late = 0;
            if (log2_us != meta.rate_window_log2_us) {
                // 0: before the queue's first packet, when nothing was missed.
                began_late = log2_us == 0 ? 1w0 : 1w1;
                log2_us = meta.rate_window_log2_us;
                window = now_us >> log2_us;
            }
            bytes = 0;
            rate_window.write(meta.queue,
                (bit<64>) window << 5 | (bit<64>) began_late << 4 | (bit<64>) log2_us);
            rate_kbps.write(meta.queue, rate);
        }
        bytes = bytes + standard_metadata.packet_length;
        rate_window_bytes.write(meta.queue, bytes);
        bit<32> rate_so_far = (bit<32>) (((bit<48>) bytes * 8000) >> log2_us);
        meta.arrival_rate_kbps = rate_so_far > rate ? rate_so_far : rate;
    }

    action request_feedback() {
        feedback_sequence.read(meta.sequence, meta.queue);
        meta.sequence = meta.sequence + 1;
        feedback_sequence.write(meta.queue, meta.sequence);
        feedback.count(meta.queue);
        meta.clone_reason = clone_reason_t.FEEDBACK;
        meta.time_us = standard_metadata.ingress_global_timestamp;
        clone_preserving_field_list(CloneType.I2E, FEEDBACK_CLONE_SESSION, FIELDS_FEEDBACK);
    }

    action hash_ipv4_flow() {
        hash(meta.flow_slot, HashAlgorithm.crc32, 16w0,
            { hdr.ipv4.src_addr, hdr.ipv4.dst_addr, meta.ip_protocol,
              meta.l4_src_port, meta.l4_dst_port }, (bit<16>) FEEDBACK_FLOW_COUNT);
    }

    action hash_ipv6_flow() {
        hash(meta.flow_slot, HashAlgorithm.crc32, 16w0,
            { hdr.ipv6.src_addr, hdr.ipv6.dst_addr, meta.ip_protocol,
              meta.l4_src_port, meta.l4_dst_port }, (bit<16>) FEEDBACK_FLOW_COUNT);
    }

    action mark_ipv4() {
        hdr.ipv4.ecn = ECN_CE;
        marks.count(meta.queue);
    }

    action mark_ipv6() {
        hdr.ipv6.ecn = ECN_CE;
        marks.count(meta.queue);
    }

    apply {
        arrivals.count(meta.queue);
        measure_arrival_rate();
        if (!meta.has_virtual_queue) {
            return;
        }

        bit<32> enqueued;
        bit<32> dequeued;
        bit<48> last_us;
        bit<32> port_enqueued;
        enqueued_packets.read(enqueued, meta.queue);
        dequeued_packets.read(dequeued, meta.queue);
        bit<48> since_us;
        last_dequeue_us.read(last_us, meta.queue);
        busy_since_us.read(since_us, meta.queue);
        if (since_us > last_us) {
            last_us = since_us;
        }
        port_enqueued_packets.read(port_enqueued, (bit<32>) meta.output_port);
        bit<32> depth = enqueued - dequeued;
        if (depth[31:31] == 1 || (depth != 0
                && standard_metadata.ingress_global_timestamp > last_us + STALLED_US)) {
            port_enqueued = port_enqueued - depth;
            enqueued = dequeued;
            depth = 0;
        }
        meta.depth_packets = depth;

        bool congested = depth >= (bit<32>) meta.threshold_packets;
        if (meta.threshold_packets == THRESHOLD_BY_RATE) {
            rate_bound.apply(meta, standard_metadata, congested);
        }
        if (congested) {
            if (hdr.ipv4.isValid()) {
                if (hdr.ipv4.ecn != ECN_NOT_ECT) {
                    mark_ipv4();
                }
                hash_ipv4_flow();
            } else {
                if (hdr.ipv6.ecn != ECN_NOT_ECT) {
                    mark_ipv6();
                }
                hash_ipv6_flow();
            }
            bit<48> last_feedback;
            last_feedback_us.read(last_feedback, (bit<32>) meta.flow_slot);
            if (standard_metadata.ingress_global_timestamp
                    >= last_feedback + (bit<48>) meta.feedback_interval_us) {
                last_feedback_us.write((bit<32>) meta.flow_slot,
                    standard_metadata.ingress_global_timestamp);
                request_feedback();
            }
        }

        if (depth >= (bit<32>) meta.limit_packets) {
            drops.count(meta.queue);
            mark_to_drop(standard_metadata);
            meta.managed = false;
            return;
        }

        bit<32> port_dequeued;
        bit<32> round;
        bit<32> idle;
        port_dequeued_packets.read(port_dequeued, (bit<32>) meta.output_port);
        rounds.read(round, (bit<32>) meta.output_port);
        idle_rounds.read(idle, (bit<32>) meta.output_port);
        if (port_enqueued == port_dequeued) {
            idle = idle + 1;
            idle_rounds.write((bit<32>) meta.output_port, idle);
        }
        round = round + idle;

        bit<3> level;
        bit<16> level_used;
        bit<32> level_round;
        bit<3> last_priority;
        levels.read(level, meta.queue);
        level_packets.read(level_used, meta.queue);
        level_rounds.read(level_round, meta.queue);
        last_priorities.read(last_priority, meta.queue);
        bit<32> climb = round - level_round;
        if (climb > (bit<32>) (PRIORITY_TOP - level)) {
            level = PRIORITY_TOP;
            level_used = 0;
        } else {
            level = level + climb[2:0];
        }
        if (level_used >= meta.weight_packets && level != 0) {
            level = level - 1;
            level_used = 0;
        }
        if (level_used < meta.weight_packets) {
            level_used = level_used + 1;
        }
        standard_metadata.priority = level;
        if (depth == 0) {
            busy_since_us.write(meta.queue, standard_metadata.ingress_global_timestamp);
        } else if (last_priority < level) {
            standard_metadata.priority = last_priority;
        }
        levels.write(meta.queue, level);
        level_packets.write(meta.queue, level_used);
        level_rounds.write(meta.queue, round);
        last_priorities.write(meta.queue, standard_metadata.priority);
        meta.enqueue_number = enqueued + 1;
        enqueued_packets.write(meta.queue, meta.enqueue_number);
        port_enqueued_packets.write((bit<32>) meta.output_port, port_enqueued + 1);
    }
}

#endif
