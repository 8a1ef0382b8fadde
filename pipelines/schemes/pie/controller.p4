// SPDX-License-Identifier: Apache-2.0

// PIE's controller (RFC 8033, sections 4.2 and 4.4): every T_UPDATE
//
//     p <- p + scale(p) (alpha (delay - target) + beta (delay - last delay))
//
// and p loses 1/64 while both delays are 0. `delay` is that of the packet at hand, or 0 if no packet waits behind it, as
// Linux's sch_pie has it. There is no timer: the first packet that leaves after the update was due does it. Updates that
// no packet did fall in a time without traffic. For them p decays as in as many updates with the delay 0, without the
// (smaller) part of alpha.

#ifndef PIE_CONTROLLER_P4
#define PIE_CONTROLLER_P4

// Updates in which p loses half by 1/64 each.
const bit<48> PIE_HALF_LIFE_UPDATES = 44;
// Longer delays count as this, 4.2 s, so that products have 63 bits.
const bit<32> PIE_LONGEST_DELAY_US = 0x3FFFFF;

control PieController(inout standard_metadata_t standard_metadata) {
    register<bit<48>>(PORT_COUNT) due_us;

    IdleDecay() idle_decay;

    bit<32> target = 0;
    bit<48> update = 0;
    bit<40> alpha = 0;
    bit<40> beta = 0;
    bit<32> burst = 0;

    // target_us: QDELAY_REF. update_us: T_UPDATE. burst_us: MAX_BURST.
    // alpha_per_us, beta_per_us: in units of 2^-48.
    action control_delay(bit<32> target_us,
                         bit<48> update_us,
                         bit<40> alpha_per_us,
                         bit<40> beta_per_us,
                         bit<32> burst_us) {
        target = target_us;
        update = update_us;
        alpha = alpha_per_us;
        beta = beta_per_us;
        burst = burst_us;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            control_delay;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> sent;
        pie_sent.read(sent, port);
        pie_sent.write(port, sent + 1);
        if (!settings.apply().hit) {
            return;
        }
        bit<48> now_us = standard_metadata.egress_global_timestamp;
        bit<48> due;
        due_us.read(due, port);
        if (now_us < due) {
            return;
        }
        bit<64> probability;
        bit<32> last_delay;
        bit<32> burst_spent;
        pie_probability.read(probability, port);
        pie_last_delay_us.read(last_delay, port);
        pie_burst_spent_us.read(burst_spent, port);
        bit<32> delay = standard_metadata.deq_timedelta;
        if ((bit<32>) standard_metadata.deq_qdepth == 0) {
            delay = 0;
        } else if (delay > PIE_LONGEST_DELAY_US) {
            delay = PIE_LONGEST_DELAY_US;
        }

        int<64> delay_s = (int<64>) (bit<64>) delay;
        int<64> step = (int<64>) (bit<64>) alpha * (delay_s - (int<64>) (bit<64>) target)
            + (int<64>) (bit<64>) beta * (delay_s - (int<64>) (bit<64>) last_delay);
        if (probability < PIE_1E_6) {
            step = step >> 11;
        } else if (probability < PIE_1E_5) {
            step = step >> 9;
        } else if (probability < PIE_1E_4) {
            step = step >> 7;
        } else if (probability < PIE_1E_3) {
            step = step >> 5;
        } else if (probability < PIE_1E_2) {
            step = step >> 3;
        } else if (probability < PIE_1E_1) {
            step = step >> 1;
        } else if (step > PIE_LARGEST_STEP) {
            step = PIE_LARGEST_STEP;
        }
        int<64> changed = (int<64>) probability + step;
        if (changed < 0) {
            changed = 0;
        } else if (changed > (int<64>) PIE_ONE) {
            changed = (int<64>) PIE_ONE;
        }
        probability = (bit<64>) changed;

        bit<48> late = now_us - due;
        bit<48> elapsed = update;
        if (late >= update) {
            // Where packets wait there was traffic, of packets that take longer than T_UPDATE each.
            if (delay == 0) {
                idle_decay.apply(late, update * PIE_HALF_LIFE_UPDATES, probability);
            }
            elapsed = late + update;
            due = now_us;
        } else if (delay == 0 && last_delay == 0) {
            probability = probability - (probability >> 6);
        }
        due_us.write(port, due + update);
        pie_probability.write(port, probability);
        pie_last_delay_us.write(port, delay);

        bit<48> spent = (bit<48>) burst_spent + elapsed;
        if (probability == 0 && delay < target >> 1 && last_delay < target >> 1) {
            spent = 0;
        } else if (spent > (bit<48>) burst) {
            spent = (bit<48>) burst;
        }
        pie_burst_spent_us.write(port, (bit<32>) spent);
    }
}

#endif
