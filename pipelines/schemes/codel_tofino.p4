// SPDX-License-Identifier: Apache-2.0

// CoDel as the program for Tofino computes it (tofino/codel.p4): it marks the packet at each congestion event.

#include "frame/types.p4"
#define QUEUE_COUNT PORT_COUNT
#include "tofino/codel.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    TofinoCodel() codel;

    bit<32> target = 0;
    bit<32> interval = 0;
    bit<32> cells_per_packet = 0;

    // target_us: CoDel's target, the delay that a queue may keep.
    // interval_us: CoDel's interval, the time for which the delay may exceed the target.
    // packet_cells: cells of the traffic manager's buffer that a waiting packet takes; Tofino counts the queue in cells.
    action mark_forward(bit<32> target_us, bit<32> interval_us, bit<32> packet_cells) {
        target = target_us;
        interval = interval_us;
        cells_per_packet = packet_cells;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            mark_forward;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        if (!settings.apply().hit) {
            return;
        }
        bool congested;
        codel.apply((bit<32>) standard_metadata.egress_port,
            standard_metadata.egress_global_timestamp, standard_metadata.deq_timedelta,
            (bit<32>) standard_metadata.deq_qdepth * cells_per_packet, target, interval, congested);
        if (!congested) {
            return;
        }
        if (hdr.ipv4.ecn != ECN_NOT_ECT) {
            hdr.ipv4.ecn = ECN_CE;
        } else {
            mark_to_drop(standard_metadata);
        }
    }
}

#include "frame/switch.p4"
