// SPDX-License-Identifier: Apache-2.0

// The two lanes of a class at a port, which keep the order of its packets.
//
// The packets of a lane leave in the order in which they came: the lane's priority never rises while it holds packets.
// A class that has sent more than its share would therefore stay at the lowest priority, behind a class that floods the
// port, for as long as its packets follow each other closely, although it has kept to its share again for a while.
//
// So a class that is within its share, while packets of its lane wait at the lowest level, changes to its other lane,
// if that is empty. A flow with packets in the lane left behind stays there, so that its packets keep their order, until
// all of them have left. A flow that never pauses would stay there for ever. So 16 rate windows after the change
// it changes too, and its packets that still wait are overtaken. That happens once per change, and seldom, because TCP
// takes packets that arrive late for lost.
//
// Example: a burst of class A sinks to the lowest level, behind 60 packets of C, which floods the port. Then A sends a
// packet now and then. Packets of other flows of A go to the top level at once, those of the burst's flow when
// the burst has left.

#ifndef WEIR_LANES_P4
#define WEIR_LANES_P4

// A lane with packets from which none has left for a long time has lost them: in the traffic manager, or because its
// port went down. The time is that of 2048 full frames at the class's target rate, in kb/s * us, which is no shorter
// than at the rate of the line; but at most 2^24 us (16.8 s), and at least 16 rate windows.
#define STALLED_LOG2_WINDOWS 4
#define STALLED_WORK 64w24576000000
#define STALLED_US (48w1 << 24)

// Time for which a flow stays in the lane left behind: 16 rate windows (of 128 full frames, at most 33 ms).
#define PATIENCE_LOG2_WINDOWS 4

// The packets that a lane holds: the numbers of its last packet in and of its last packet out, and their difference.
// idle_us: time since a packet left the lane, or came into the empty lane.
control Lane(in bit<32> lane,
             in metadata_t meta,
             in bit<48> now_us,
             inout bit<32> port_enqueued,
             out bit<32> enqueued,
             out bit<32> dequeued,
             out bit<32> depth,
             out bit<48> idle_us) {
    apply {
        bit<48> last_us;
        bit<48> since_us;
        enqueued_packets.read(enqueued, lane);
        dequeued_packets.read(dequeued, lane);
        last_dequeue_us.read(last_us, lane);
        busy_since_us.read(since_us, lane);
        if (since_us > last_us) {
            last_us = since_us;
        }
        // Egress may have a later time.
        idle_us = now_us > last_us ? now_us - last_us : 0;
        depth = enqueued - dequeued;
        if (depth != 0) {
            bit<64> work = (bit<64>) idle_us * (bit<64>) meta.target_rate_kbps;
            bool long_idle = work >= STALLED_WORK || idle_us >= STALLED_US;
            bit<48> windows = (idle_us >> STALLED_LOG2_WINDOWS) >> meta.rate_window_log2_us;
            if (depth[31:31] == 1 || (long_idle && windows != 0)) {
                port_enqueued = port_enqueued - depth;
                enqueued = dequeued;
                enqueued_packets.write(lane, enqueued);
                depth = 0;
            }
        }
    }
}

// Chooses the lane of a packet, and from the class's level the packet's priority.
control Lanes(in headers_t hdr,
              inout metadata_t meta,
              in priority_t level,
              inout bit<32> enqueued,
              in bit<32> dequeued,
              inout bit<32> depth,
              in bit<32> other_enqueued,
              in bit<32> other_dequeued,
              in bit<32> other_depth,
              inout standard_metadata_t standard_metadata) {
    // By lane: the priority of its last packet.
    register<bit<3>>(LANE_COUNT) last_priorities;
    // By queue: the time of the last change.
    register<bit<48>>(QUEUE_COUNT) lane_changes_us;
    // By flow: the lane and the number of its last packet below the top level, or of its packets after a change of lane.
    register<bit<48>>(FEEDBACK_FLOW_COUNT) flow_places;

    FlowSlot() place_slot;

    apply {
        bit<48> now_us = standard_metadata.ingress_global_timestamp;
        bit<32> left_enqueued = other_enqueued;
        bit<32> left_dequeued = other_dequeued;
        bit<32> left_depth = other_depth;
        priority_t last_priority;
        last_priorities.read(last_priority, meta.lane);
        standard_metadata.priority = level;
        if (depth != 0 && last_priority < level) {
            if (last_priority == 0 && level == PRIORITY_TOP && other_depth == 0 && !meta.probes) {
                left_enqueued = enqueued;
                left_dequeued = dequeued;
                left_depth = depth;
                lane_changes_us.write(meta.queue, now_us);
                meta.lane = meta.lane ^ 1;
                current_lanes.write(meta.queue, meta.lane[0:0]);
                enqueued = other_enqueued;
                depth = 0;
            } else {
                standard_metadata.priority = last_priority;
            }
        }

        // A flow with packets in the lane left behind.
        bool changes = false;
        if (left_depth != 0 || standard_metadata.priority != PRIORITY_TOP) {
            place_slot.apply(hdr, meta);
        }
        if (left_depth != 0) {
            bit<48> change_us;
            bit<48> place;
            lane_changes_us.read(change_us, meta.queue);
            flow_places.read(place, (bit<32>) meta.flow_slot);
            bit<32> until_place = place[31:0] - left_dequeued;
            bool waits = place[47:32] == (bit<16>) (meta.lane ^ 1) && until_place != 0 && until_place[31:31] == 0;
            bit<48> patience_us = (48w1 << PATIENCE_LOG2_WINDOWS) << meta.rate_window_log2_us;
            changes = level == PRIORITY_TOP && now_us >= change_us + patience_us && !meta.probes;
            // A probe of the lane left behind, if the other one is empty.
            waits = waits || (meta.probes && depth == 0);
            if (waits && !changes) {
                meta.lane = meta.lane ^ 1;
                enqueued = left_enqueued;
                depth = left_depth;
                last_priorities.read(last_priority, meta.lane);
                standard_metadata.priority = last_priority < level ? last_priority : level;
            }
        }

        last_priorities.write(meta.lane, standard_metadata.priority);
        if (changes || standard_metadata.priority != PRIORITY_TOP) {
            flow_places.write((bit<32>) meta.flow_slot, (bit<16>) meta.lane ++ (enqueued + 1));
        }
    }
}

#endif
