// SPDX-License-Identifier: Apache-2.0

// CoDel with the arithmetic of the program for Tofino (tna/codel.p4), so that the lab can run it against senders that
// react. docs/aqm.md has the differences from RFC 8289.

#ifndef SCHEME_TOFINO_CODEL_P4
#define SCHEME_TOFINO_CODEL_P4

#include "../../tna/codel_unit.p4"
#include "inverse_sqrt.p4"

control TofinoCodel(in bit<32> queue,
                    in bit<48> now_v1model_us,
                    in bit<32> delay_v1model_us,
                    in bit<32> cells,
                    in bit<32> target_us,
                    in bit<32> interval_us,
                    out bool congested) {
    // The last packet that was not above the target, or the end of the last whole interval after it.
    register<bit<32>>(QUEUE_COUNT) since_us;
    // Whole intervals for which the delay has been above the target.
    register<bit<32>>(QUEUE_COUNT) intervals;
    // 0 between episodes.
    register<bit<32>>(QUEUE_COUNT) next_us;
    // Events so far, in units of codel_unit.p4. Between episodes, that with which the next one begins, less one event.
    register<bit<32>>(QUEUE_COUNT) events;

    CodelUnit() codel_unit;
    TofinoInverseSqrt() inverse_sqrt;

    apply {
        // 1000 ns are one microsecond, by 1/1000 = 2^-10 + 2^-16 + 2^-17.
        bit<48> now_ns = now_v1model_us * 1000;
        bit<32> now = (bit<32>) ((now_ns >> 10) + (now_ns >> 16) + (now_ns >> 17));
        bit<32> delay_ns = delay_v1model_us * 1000;
        bit<32> delay = (delay_ns >> 10) + (delay_ns >> 16) + (delay_ns >> 17);

        bit<32> unit;
        codel_unit.apply(interval_us, unit);

        bit<32> since;
        bit<32> whole;
        bit<32> next;
        bit<32> count;
        since_us.read(since, queue);
        intervals.read(whole, queue);
        next_us.read(next, queue);
        events.read(count, queue);
        congested = false;
        if (delay >= target_us && cells >= 32) {
            // The clock wraps, so that times are compared by their difference.
            if (now - since >= interval_us) {
                whole = whole + 1;
                since = now;
            }
            if (whole != 0) {
                if (next == 0) {
                    next = now;
                    count = count |+| unit;
                } else if ((now - next)[31:31] == 0) {
                    bit<32> step_us;
                    inverse_sqrt.apply(count, step_us);
                    next = next + step_us;
                    count = count |+| unit;
                    congested = true;
                }
            }
        } else {
            if (whole != 0) {
                next = 0;
                if (whole == 1) {
                    count = 0;
                } else if (whole == 2) {
                    count = unit;
                } else if (whole == 3) {
                    count = unit << 1;
                } else if (whole < 7) {
                    count = unit << 2;
                } else {
                    count = unit << 3;
                }
            }
            since = now;
            whole = 0;
        }
        since_us.write(queue, since);
        intervals.write(queue, whole);
        next_us.write(queue, next);
        events.write(queue, count);
    }
}

#endif
