// SPDX-License-Identifier: Apache-2.0

// CoDel (RFC 8289) as a congestion point, in the two forms that RPM's paper compares. At each congestion event
// - CoDel-FWD marks the packet, and the receiver notifies the sender,
// - RPM notifies the sender from the switch: here by a notification, because flows of the lab have no TCP
//   acknowledgements that could carry ECE.

#include "frame/types.p4"
#define QUEUE_COUNT PORT_COUNT
#include "../v1model/inverse_sqrt.p4"
#include "../v1model/codel.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    Codel() codel;

    bit<32> target = 0;
    bit<32> interval = 0;
    bool reverse = false;

    // target_us: CoDel's target, the delay that a queue may keep.
    // interval_us: CoDel's interval, the time for which the delay may exceed the target.
    action mark_forward(bit<32> target_us, bit<32> interval_us) {
        target = target_us;
        interval = interval_us;
    }

    action tell_sender(bit<32> congestion_point, bit<32> target_us, bit<32> interval_us) {
        meta.congestion_point = congestion_point;
        target = target_us;
        interval = interval_us;
        reverse = true;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            mark_forward;
            tell_sender;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        if (!settings.apply().hit) {
            return;
        }
        meta.depth_packets = (bit<32>) standard_metadata.deq_qdepth;
        bool congested;
        codel.apply((bit<32>) standard_metadata.egress_port,
            standard_metadata.egress_global_timestamp, standard_metadata.deq_timedelta,
            meta.depth_packets <= 1, target, interval, congested);
        if (!congested) {
            return;
        }
        if (reverse) {
            meta.notify = true;
        } else if (hdr.ipv4.ecn != ECN_NOT_ECT) {
            hdr.ipv4.ecn = ECN_CE;
        } else {
            mark_to_drop(standard_metadata);
        }
    }
}

#include "frame/switch.p4"
