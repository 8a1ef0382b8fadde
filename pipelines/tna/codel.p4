// SPDX-License-Identifier: Apache-2.0

// CoDel (RFC 8289, section 5). When the delay of a queue's packets has been above `target` for `interval`, a congestion
// episode begins. It lasts until a packet's delay is at most `target`. Congestion events in it are
// interval / sqrt(number of events) apart.
//
// Differences from v1model:
// - The interval begins with the last packet that was not above the target, not with the first that was.
// - The first event is the second packet of the episode, not the first.
// - An episode within 2.1 s of the last event continues that episode's count, whatever the interval is.
// - The stateful ALU's math unit computes the square root, and it is not exact (docs/aqm.md). Nor is codel_unit.p4.

#ifndef WEIR_CODEL_P4
#define WEIR_CODEL_P4

// Time after the last event for which its episode's count is kept.
const bit<32> CODEL_MEMORY_US = 1 << 21;

struct codel_spell_t {
    bit<32> last_below_us;
    // Packets since the delay has been above the target for the interval.
    bit<32> packets;
}

struct codel_pace_t {
    // The order matters: the math unit's result goes to the first field.
    bit<32> next_us;
    // Events so far, in units of codel_unit.p4.
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
    bit<32> packets;

    RegisterAction<codel_spell_t, queue_t, bit<32>>(spells) end_spell = {
        void apply(inout codel_spell_t spell, out bit<32> result) {
            spell.last_below_us = now_us;
            spell.packets = 0;
            result = 0;
        }
    };
    // A stored time in the future means that the clock has wrapped.
    RegisterAction<codel_spell_t, queue_t, bit<32>>(spells) continue_spell = {
        void apply(inout codel_spell_t spell, out bit<32> result) {
            if (spell.last_below_us <= due_us || spell.last_below_us > now_us) {
                spell.packets = spell.packets + 1;
            } else {
                spell.packets = 0;
            }
            result = spell.packets;
        }
    };
    RegisterAction<codel_pace_t, queue_t, bit<1>>(paces) begin_pace = {
        void apply(inout codel_pace_t pace, out bit<1> result) {
            if (pace.next_us + CODEL_MEMORY_US < now_us) {
                pace.count = unit;
            }
            pace.next_us = now_us;
            result = 0;
        }
    };
    RegisterAction<codel_pace_t, queue_t, bit<1>>(paces) keep_pace = {
        void apply(inout codel_pace_t pace, out bit<1> result) {
            if (pace.next_us <= now_us) {
                pace.next_us = pace.next_us + step_us.execute(pace.count);
                pace.count = pace.count |+| unit;
                result = 1;
            } else {
                result = 0;
            }
        }
    };

    action find_due() {
        due_us = now_us |-| interval_us;
    }

    // Two steps, because the parts of the delay are known a stage before their sum.
    action compare_coarse() {
        missing_us = target_us |-| delay.coarse_us;
    }

    action compare() {
        missing_us = missing_us |-| delay.rest_us;
    }

    action end_it() {
        packets = end_spell.execute(queue);
    }

    action continue_it() {
        packets = continue_spell.execute(queue);
    }

    action begin() {
        begin_pace.execute(queue);
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
        if (packets == 1) {
            begin();
        } else if (packets != 0) {
            keep();
        }
    }
}

#endif
