// SPDX-License-Identifier: Apache-2.0

// CoDel (RFC 8289, section 5). When the delay of a queue's packets has been above `target` for `interval`, a congestion
// episode begins. It lasts until a packet's delay is at most `target`. Congestion events in it are
// interval / sqrt(number of events) apart.
//
// Differences from v1model:
// - The interval begins with the last packet that was not above the target, not with the first that was.
// - The first event is the second packet of the episode, not the first.
// - The count of a new episode follows from the time for which the delay was above the target in the last one: 1, 2 and
//   3 for as many whole intervals, 5 for four to six, 9 for more (first_counts). RFC 8289 counts the last episode's
//   events, its count less its first count, if that ended less than 16 intervals ago. A stateful ALU has room for two
//   numbers, which are the count and the time of the next event.
// - The stateful ALU's math unit computes the square root, and it is not exact (docs/aqm.md). Nor is codel_unit.p4.

#ifndef WEIR_CODEL_P4
#define WEIR_CODEL_P4

struct codel_spell_t {
    // The last packet that was not above the target, or the end of the last whole interval after it.
    bit<32> since_us;
    // Whole intervals for which the delay has been above the target.
    bit<32> intervals;
}

struct codel_pace_t {
    // The order matters: the math unit's result goes to the first field. 0 between episodes.
    bit<32> next_us;
    // Events so far, in units of codel_unit.p4. Between episodes, that with which the next one begins, less one event.
    bit<32> count;
}

control Codel(in egress_intrinsic_metadata_t eg_intr_md,
              in bool on,
              in queue_t queue,
              in bit<32> now_us,
              in delay_t delay,
              in bit<32> target_us,
              in bit<32> interval_us,
              out bit<1> congested) {
    Register<codel_spell_t, queue_t>(QUEUE_COUNT) spells;
    Register<codel_pace_t, queue_t>(QUEUE_COUNT) paces;
    MathUnit<bit<32>>(MathOp_t.RSQRT, 1 << 20, 1) step_us;

    CodelUnit() codel_unit;

    bit<32> unit;
    bit<32> due_us;
    bit<32> missing_us;
    bit<32> intervals;
    bit<1> above = 0;

    RegisterAction<codel_spell_t, queue_t, bit<32>>(spells) end_spell = {
        void apply(inout codel_spell_t spell, out bit<32> result) {
            result = spell.intervals;
            spell.since_us = now_us;
            spell.intervals = 0;
        }
    };
    // The clock wraps, so that times are compared by the sign of their difference. A stored time in the future is one of
    // long ago.
    RegisterAction<codel_spell_t, queue_t, bit<32>>(spells) continue_spell = {
        void apply(inout codel_spell_t spell, out bit<32> result) {
            if ((int<32>) spell.since_us - (int<32>) due_us <= 0
                    || (int<32>) spell.since_us - (int<32>) now_us > 0) {
                spell.since_us = now_us;
                spell.intervals = spell.intervals + 1;
            }
            result = spell.intervals;
        }
    };
    RegisterAction<codel_pace_t, queue_t, bit<1>>(paces) end_pace = {
        void apply(inout codel_pace_t pace, out bit<1> result) {
            pace.next_us = 0;
            pace.count = unit;
            result = 0;
        }
    };
    RegisterAction<codel_pace_t, queue_t, bit<1>>(paces) keep_pace = {
        void apply(inout codel_pace_t pace, out bit<1> result) {
            result = 0;
            if (pace.next_us == 0) {
                pace.next_us = now_us;
                pace.count = pace.count |+| unit;
            } else if ((int<32>) pace.next_us - (int<32>) now_us <= 0) {
                pace.next_us = pace.next_us + step_us.execute(pace.count);
                pace.count = pace.count |+| unit;
                result = 1;
            }
        }
    };

    action find_due() {
        due_us = now_us - interval_us;
    }

    // Two steps, because the parts of the delay are known a stage before their sum.
    action compare_coarse() {
        missing_us = target_us |-| delay.coarse_us;
    }

    action compare() {
        missing_us = missing_us |-| delay.rest_us;
    }

    action end_it() {
        intervals = end_spell.execute(queue);
    }

    action continue_it() {
        above = 1;
        intervals = continue_spell.execute(queue);
    }

    action first_is_1() {
        unit = 0;
    }

    action first_is_2() {}

    action first_is_3() {
        unit = unit << 1;
    }

    action first_is_5() {
        unit = unit << 2;
    }

    action first_is_9() {
        unit = unit << 3;
    }

    // The count of the next episode less one event, by the whole intervals of the last one. For an interval below 64 us
    // the product can be too large for 32 bits; then the next episode begins with a lower count.
    @hidden
    table first_counts {
        key = {
            intervals: ternary;
        }
        actions = {
            first_is_1;
            first_is_2;
            first_is_3;
            first_is_5;
            first_is_9;
        }
        const default_action = first_is_9();
        const entries = {
            1: first_is_1();
            2: first_is_2();
            3: first_is_3();
            32w4 &&& 32w0xFFFFFFFE: first_is_5(); // 4, 5
            6: first_is_5();
        }
    }

    action end() {
        congested = end_pace.execute(queue);
    }

    action keep() {
        congested = keep_pace.execute(queue);
    }

    apply {
        congested = 0;
        codel_unit.apply(interval_us, unit);
        find_due();
        compare_coarse();
        compare();
        // RFC 8289's "at most one packet waits" is fewer than 32 cells here.
        if (on && missing_us == 0 && eg_intr_md.deq_qdepth[18:5] != 0) {
            continue_it();
        } else {
            end_it();
        }
        if (intervals != 0) {
            if (above == 1) {
                keep();
            } else {
                first_counts.apply();
                end();
            }
        }
    }
}

#endif
