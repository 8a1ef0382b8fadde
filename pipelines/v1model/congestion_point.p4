// SPDX-License-Identifier: Apache-2.0

// The congestion point (PMQECN section 4, Algorithm 1). A packet that finds at least K packets is marked, and a
// feedback packet goes to its sender, at most once per flow and feedback interval. A packet that finds the queue at its
// limit is dropped, unless it is a probe (virtual_queue.p4).

#ifndef WEIR_CONGESTION_POINT_P4
#define WEIR_CONGESTION_POINT_P4

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) drops;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) marks;
    counter(QUEUE_COUNT, CounterType.packets) feedback;

    RateBound() rate_bound;
    FlowSlot() flow_slot;

    register<bit<48>>(FEEDBACK_FLOW_COUNT) last_feedback_us;
    register<bit<32>>(QUEUE_COUNT) feedback_sequence;

    // Clones the packet; egress turns the clone into the feedback packet (shared/feedback.p4).
    action request_feedback() {
        feedback_sequence.read(meta.sequence, meta.queue);
        meta.sequence = meta.sequence + 1;
        feedback_sequence.write(meta.queue, meta.sequence);
        feedback.count(meta.queue);
        meta.clone_reason = clone_reason_t.FEEDBACK;
        meta.time_us = standard_metadata.ingress_global_timestamp;
        clone_preserving_field_list(CloneType.I2E, FEEDBACK_CLONE_SESSION, FIELDS_FEEDBACK);
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
        bool congested = meta.depth_packets >= (bit<32>) meta.threshold_packets;
        if (meta.threshold_packets == THRESHOLD_BY_RATE) {
            rate_bound.apply(meta, standard_metadata, congested);
        }
        if (congested) {
            if (hdr.ipv4.isValid()) {
                if (hdr.ipv4.ecn != ECN_NOT_ECT) {
                    mark_ipv4();
                }
            } else {
                if (hdr.ipv6.ecn != ECN_NOT_ECT) {
                    mark_ipv6();
                }
            }
            flow_slot.apply(hdr, meta);
            bit<48> last_feedback;
            last_feedback_us.read(last_feedback, (bit<32>) meta.flow_slot);
            if (standard_metadata.ingress_global_timestamp
                    >= last_feedback + (bit<48>) meta.feedback_interval_us) {
                last_feedback_us.write((bit<32>) meta.flow_slot,
                    standard_metadata.ingress_global_timestamp);
                request_feedback();
            }
        }
        if (meta.depth_packets >= (bit<32>) meta.limit_packets && !meta.probes) {
            drops.count(meta.queue);
            mark_to_drop(standard_metadata);
            meta.managed = false;
        }
    }
}

#endif
