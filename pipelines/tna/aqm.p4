// SPDX-License-Identifier: Apache-2.0

// Active queue management (docs/aqm.md), beside the thresholds of a port's settings. A table holds the algorithm of
// each port. A congestion event of the algorithm is noted for reverse path marking if the port has it and the flow
// takes part (rpm.p4). Otherwise the departing packet is marked, or dropped if it is not ECN-capable.

#ifndef WEIR_AQM_P4
#define WEIR_AQM_P4

control Aqm(inout headers_t hdr,
            inout metadata_t meta,
            in egress_intrinsic_metadata_t eg_intr_md,
            inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md) {
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) marks;
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) drops;

    // Congestion events that were noted for reverse path marking.
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) reverse_marks;

    Codel() codel;
    Rpm() rpm;

    bit<32> target = 0;
    bit<32> interval = 0;
    bit<32> return_limit = 0;
    bool has_scheme = false;
    bool by_reverse_path = false;
    bit<1> congested = 0;
    bit<1> noted = 0;

    // target_us: CoDel's target, the delay that a queue may keep.
    // interval_us: CoDel's interval, the time for which the delay may exceed the target; RFC 8289 recommends the
    //   longest round-trip time.
    action mark_by_codel(bit<32> target_us, bit<32> interval_us) {
        target = target_us;
        interval = interval_us;
        has_scheme = true;
    }

    // return_us: greatest age of the flow's last acknowledgement at this switch for an event to be noted.
    action mark_reverse_by_codel(bit<32> target_us, bit<32> interval_us, bit<32> return_us) {
        target = target_us;
        interval = interval_us;
        return_limit = return_us;
        has_scheme = true;
        by_reverse_path = true;
    }

    table schemes {
        key = {
            eg_intr_md.egress_port: exact @name("standard_metadata.egress_port");
        }
        actions = {
            mark_by_codel;
            mark_reverse_by_codel;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = MANAGED_PORT_COUNT;
    }

    action tell_by_reverse_path() {
        reverse_marks.count(meta.queue, BRIDGE_BYTES);
    }

    action mark_ipv4() {
        hdr.ipv4.ecn = ECN_CE;
        marks.count(meta.queue, BRIDGE_BYTES);
    }

    action mark_ipv6() {
        hdr.ipv6.ecn = ECN_CE;
        marks.count(meta.queue, BRIDGE_BYTES);
    }

    action drop() {
        drops.count(meta.queue, BRIDGE_BYTES);
        eg_dprsr_md.drop_ctl = 1;
        meta.managed = false;
    }

    apply {
        schemes.apply();
        codel.apply(eg_intr_md, has_scheme, meta.queue, meta.now_us, meta.delay, target, interval,
            congested);
        rpm.apply(hdr, meta.now_ticks, by_reverse_path, return_limit, congested, noted);
        if (noted == 1) {
            tell_by_reverse_path();
        } else if (congested == 1) {
            if (hdr.ipv4.isValid() && hdr.ipv4.ecn != ECN_NOT_ECT) {
                mark_ipv4();
            } else if (hdr.ipv6.isValid() && hdr.ipv6.ecn != ECN_NOT_ECT) {
                mark_ipv6();
            } else {
                drop();
            }
        }
    }
}

#endif
