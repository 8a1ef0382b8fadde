// SPDX-License-Identifier: Apache-2.0

// Active queue management (docs/aqm.md), beside the thresholds of a port's settings. A table says which algorithm a
// port has. When the algorithm finds a queue congested, the sender is told by the reverse path, or the packet that
// leaves is marked, or it is dropped if its sender does not know ECN.

#ifndef WEIR_AQM_P4
#define WEIR_AQM_P4

control Aqm(inout headers_t hdr,
            inout metadata_t meta,
            inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) marks;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) drops;

    // Events that rpm.p4 was given to tell.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) reverse_marks;

    Codel() codel;
    RpmEvent() rpm_event;
    CeMark() ce_mark;

    bit<32> target = 0;
    bit<32> interval = 0;
    bit<32> return_limit = 0;

    // target_us: delay that a queue may keep. interval_us: how long it may be above that; RFC 8289 says
    //   the longest round trip.
    action mark_by_codel(bit<32> target_us, bit<32> interval_us) {
        target = target_us;
        interval = interval_us;
    }

    // return_us: how old a flow's last acknowledgement here may be for the reverse path to be taken.
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
            // What waits behind this packet: of the class, or of the priority where there is no account.
            bit<32> waiting = (bit<32>) standard_metadata.deq_qdepth;
            if (meta.has_virtual_queue) {
                enqueued_packets.read(waiting, meta.queue);
                waiting = waiting - meta.enqueue_number;
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
