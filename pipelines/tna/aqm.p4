// SPDX-License-Identifier: Apache-2.0

// Which scheme of active queue management a port has, beside the thresholds of its settings, and what is
// done when it finds a queue congested: the sender is told by the reverse path, or the packet that leaves
// is marked, or dropped if its sender does not know ECN.

#ifndef WEIR_AQM_P4
#define WEIR_AQM_P4

control Aqm(inout headers_t hdr,
            inout metadata_t meta,
            in egress_intrinsic_metadata_t eg_intr_md,
            inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md) {
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) marks;
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) drops;

    // Events that rpm.p4 was given to tell.
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

    // target_us: delay that a queue may keep. interval_us: how long it may be above that; RFC 8289 says
    //   the longest round trip.
    action mark_by_codel(bit<32> target_us, bit<32> interval_us) {
        target = target_us;
        interval = interval_us;
        has_scheme = true;
    }

    // return_us: how old a flow's last acknowledgement here may be for the reverse path to be taken.
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
        size = 64;
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
