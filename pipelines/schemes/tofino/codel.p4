// SPDX-License-Identifier: Apache-2.0

// CoDel with the arithmetic of the program for Tofino (tna/codel.p4), so that the lab can run it against senders that
// react. docs/aqm.md has the differences from RFC 8289.

#ifndef SCHEME_TOFINO_CODEL_P4
#define SCHEME_TOFINO_CODEL_P4

#include "../../tna/codel_unit.p4"
#include "inverse_sqrt.p4"

// Time after the last event for which its episode's count is kept.
const bit<32> CODEL_MEMORY_US = 1 << 21;
// The clock's value at the start. A switch has been on for longer than CODEL_MEMORY_US when packets come.
const bit<32> CODEL_START_US = 1 << 22;

control TofinoCodel(in bit<32> queue,
                    in bit<48> now_v1model_us,
                    in bit<32> delay_v1model_us,
                    in bit<32> cells,
                    in bit<32> target_us,
                    in bit<32> interval_us,
                    out bool congested) {
    register<bit<32>>(QUEUE_COUNT) last_below_us;
    // Packets since the delay has been above the target for the interval.
    register<bit<32>>(QUEUE_COUNT) spell_packets;
    register<bit<32>>(QUEUE_COUNT) next_us;
    // Events so far, in units of codel_unit.p4.
    register<bit<32>>(QUEUE_COUNT) events;

    CodelUnit() codel_unit;
    TofinoInverseSqrt() inverse_sqrt;

    apply {
        // 1000 ns are one microsecond, by 1/1000 = 2^-10 + 2^-16 + 2^-17.
        bit<48> now_ns = now_v1model_us * 1000;
        bit<32> now = CODEL_START_US
            + (bit<32>) ((now_ns >> 10) + (now_ns >> 16) + (now_ns >> 17));
        bit<32> delay_ns = delay_v1model_us * 1000;
        bit<32> delay = (delay_ns >> 10) + (delay_ns >> 16) + (delay_ns >> 17);

        bit<32> unit;
        codel_unit.apply(interval_us, unit);

        bit<32> below;
        bit<32> packets;
        last_below_us.read(below, queue);
        spell_packets.read(packets, queue);
        if (delay >= target_us && cells >= 32) {
            if (below <= (now |-| interval_us) || below > now) {
                packets = packets + 1;
            } else {
                packets = 0;
            }
        } else {
            last_below_us.write(queue, now);
            packets = 0;
        }
        spell_packets.write(queue, packets);

        congested = false;
        bit<32> next;
        bit<32> count;
        next_us.read(next, queue);
        events.read(count, queue);
        if (packets == 1) {
            if (next + CODEL_MEMORY_US < now) {
                events.write(queue, unit);
            }
            next_us.write(queue, now);
        } else if (packets != 0 && next <= now) {
            bit<32> step_us;
            inverse_sqrt.apply(count, step_us);
            next_us.write(queue, next + step_us);
            events.write(queue, count |+| unit);
            congested = true;
        }
    }
}

#endif
