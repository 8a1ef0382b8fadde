// SPDX-License-Identifier: Apache-2.0

// The congestion point (PMQECN section 4, Algorithm 1). It runs in egress, because ingress does not know the depth of
// the ASIC's queues. A packet that leaves a queue of at least K packets is marked, and a feedback packet goes to its
// sender, at most once per flow and feedback interval (feedback_slots.p4). A packet that leaves a queue at its limit is
// dropped; on v1model it is the packet that arrives.
//
// The counters have the names of v1model, where this is part of ingress.

#ifndef WEIR_CONGESTION_POINT_P4
#define WEIR_CONGESTION_POINT_P4

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        in egress_intrinsic_metadata_t eg_intr_md,
                        in virtual_drain_t drained,
                        inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md) {
    @name(".WeirIngress.virtual_queue.drops")
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) drops;
    @name(".WeirIngress.virtual_queue.marks")
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) marks;
    @name(".WeirIngress.virtual_queue.feedback")
    Counter<bit<32>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS) feedback;

    FeedbackSlots() feedback_slots;

    Register<bit<32>, bit<FEEDBACK_FLOW_BITS>>(FEEDBACK_FLOW_COUNT) last_feedback_us;
    Register<bit<32>, queue_t>(QUEUE_COUNT) feedback_sequence;

    bit<16> below_threshold;
    bit<16> below_limit;
    bit<32> due_us;
    bit<1> allowed = 0;

    // A stored time in the future means that the clock has wrapped.
    RegisterAction<bit<32>, bit<FEEDBACK_FLOW_BITS>, bit<1>>(last_feedback_us) space_out = {
        void apply(inout bit<32> last_us, out bit<1> result) {
            if (last_us <= due_us || last_us > meta.now_us) {
                last_us = meta.now_us;
                result = 1;
            } else {
                result = 0;
            }
        }
    };
    RegisterAction<bit<32>, queue_t, bit<32>>(feedback_sequence) next_sequence = {
        void apply(inout bit<32> sequence, out bit<32> result) {
            sequence = sequence + 1;
            result = sequence;
        }
    };

    action find_depth_below() {
        below_threshold = hdr.bridge.threshold_packets |-| meta.depth_packets;
        below_limit = hdr.bridge.limit_packets |-| meta.depth_packets;
    }

    action find_due() {
        due_us = meta.now_us |-| hdr.bridge.feedback_interval_us;
    }

    action mark_ipv4() {
        hdr.ipv4.ecn = ECN_CE;
        marks.count(meta.queue, BRIDGE_BYTES);
    }

    action mark_ipv6() {
        hdr.ipv6.ecn = ECN_CE;
        marks.count(meta.queue, BRIDGE_BYTES);
    }

    action test_due() {
        allowed = space_out.execute(hdr.bridge.flow_slot);
    }

    action request_feedback() {
        feedback.count(meta.queue);
        meta.sequence = next_sequence.execute(meta.queue);
        eg_dprsr_md.mirror_type = MIRROR_FEEDBACK;
        meta.copy_kind = PACKET_FEEDBACK_COPY;
        meta.copy_session = (MirrorId_t) FEEDBACK_CLONE_SESSION;
    }

    action drop() {
        drops.count(meta.queue, BRIDGE_BYTES);
        eg_dprsr_md.drop_ctl = 1;
        meta.managed = false;
    }

    apply {
        find_depth_below();
        feedback_slots.apply(hdr);
        find_due();
        if (hdr.bridge.has_virtual_queue) {
            if ((drained.is_virtual && drained.over_threshold == 1)
                    || (!drained.is_virtual && below_threshold == 0)) {
                if (hdr.ipv4.isValid() && hdr.ipv4.ecn != ECN_NOT_ECT) {
                    mark_ipv4();
                } else if (hdr.ipv6.isValid() && hdr.ipv6.ecn != ECN_NOT_ECT) {
                    mark_ipv6();
                }
                if (eg_dprsr_md.mirror_type == 0) {
                    test_due();
                }
            }
            if (allowed == 1) {
                request_feedback();
            }
            if (below_limit == 0 && meta.managed) {
                drop();
            }
        }
    }
}

#endif
