// SPDX-License-Identifier: Apache-2.0

// Active queue management (docs/aqm.md), beside the thresholds of a port's settings. A table holds the algorithm of
// each port. A congestion event of the algorithm is noted for reverse path marking if the port has it and the flow
// takes part (rpm_event.p4). Otherwise the departing packet is marked, or dropped if it is not ECN-capable.

#ifndef WEIR_AQM_P4
#define WEIR_AQM_P4

control Aqm(inout headers_t hdr,
            inout metadata_t meta,
            inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) marks;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) drops;

    // Congestion events that were noted for reverse path marking.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) reverse_marks;

    Codel() codel;
    RpmEvent() rpm_event;
    CeMark() ce_mark;

    bit<32> target = 0;
    bit<32> interval = 0;
    bit<32> return_limit = 0;

    // target_us: CoDel's target, the delay that a queue may keep.
    // interval_us: CoDel's interval, the time for which the delay may exceed the target; RFC 8289 recommends the
    //   longest round-trip time.
    action mark_by_codel(bit<32> target_us, bit<32> interval_us) {
        target = target_us;
        interval = interval_us;
    }

    // return_us: greatest age of the flow's last acknowledgement at this switch for an event to be noted.
    action mark_reverse_by_codel(bit<32> target_us, bit<32> interval_us, bit<32> return_us) {
        target = target_us;
        interval = interval_us;
        return_limit = return_us;
    }

    table schemes {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            mark_by_codel;
            mark_reverse_by_codel;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 64;
    }

    apply {
        if (schemes.apply().hit) {
            // Packets that wait behind this one: of its class, or without a virtual queue, of its priority.
            bit<32> waiting = (bit<32>) standard_metadata.deq_qdepth;
            if (meta.has_virtual_queue) {
                enqueued_packets.read(waiting, meta.lane);
                waiting = waiting - meta.enqueue_number;
                bit<32> enqueued;
                bit<32> dequeued;
                enqueued_packets.read(enqueued, meta.lane ^ 1);
                dequeued_packets.read(dequeued, meta.lane ^ 1);
                waiting = waiting + (enqueued - dequeued);
            }
            bool congested;
            codel.apply(meta.queue, standard_metadata.egress_global_timestamp,
                standard_metadata.deq_timedelta, waiting <= 1, target, interval, congested);
            if (congested) {
                bool noted = false;
                if (return_limit != 0) {
                    rpm_event.apply(hdr, standard_metadata.egress_global_timestamp, return_limit,
                        noted);
                }
                if (noted) {
                    reverse_marks.count(meta.queue);
                } else {
                    bool marked;
                    ce_mark.apply(hdr, marked);
                    if (marked) {
                        marks.count(meta.queue);
                    } else {
                        drops.count(meta.queue);
                        mark_to_drop(standard_metadata);
                        meta.dropped = true;
                    }
                }
            }
        }
    }
}

#endif
