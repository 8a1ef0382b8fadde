// SPDX-License-Identifier: Apache-2.0

// DualPI2's controller (RFC 9332, appendix A.1): every Tupdate
//
//     p' <- p' + alpha (delay - target) + beta (delay - previous delay)
//
// where `delay` is the longer one of both queues: that of the last packet that left it, or 0 if none waited behind. There
// is no timer: the first packet that leaves after the update was due does it. Updates that no packet did fall in a time
// without traffic, whose delay is 0: p' loses alpha * target for each.

#ifndef DUALPI2_CONTROLLER_P4
#define DUALPI2_CONTROLLER_P4

// Longer delays count as this, 4.2 s, so that products have 63 bits.
const bit<32> LONGEST_DELAY_US = 0x3FFFFF;
// An idle time of 17.9 min or more counts as this.
const bit<48> LONGEST_IDLE_US = 0x3FFFFFFF;

control DualPi2Controller(inout standard_metadata_t standard_metadata,
                          in bool low_latency,
                          in bit<64> p_most,
                          out bit<64> p) {
    // By egress port: p' in units of 2^-48, the delays of both queues and of the last update, and when the next one is due.
    register<bit<64>>(PORT_COUNT) base_probability;
    register<bit<32>>(PORT_COUNT) classic_delay_us;
    register<bit<32>>(PORT_COUNT) low_latency_delay_us;
    register<bit<32>>(PORT_COUNT) previous_delay_us;
    register<bit<48>>(PORT_COUNT) due_us;

    bit<32> target = 0;
    bit<48> update = 0;
    bit<40> alpha = 0;
    bit<40> beta = 0;
    bit<32> idle_loss = 0;

    // alpha_per_us, beta_per_us: in units of 2^-48.
    // idle_loss_per_us: alpha * target / Tupdate in units of 2^-48.
    action control_delay(bit<32> target_us,
                         bit<48> update_us,
                         bit<40> alpha_per_us,
                         bit<40> beta_per_us,
                         bit<32> idle_loss_per_us) {
        target = target_us;
        update = update_us;
        alpha = alpha_per_us;
        beta = beta_per_us;
        idle_loss = idle_loss_per_us;
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
        base_probability.read(p, port);
        bit<32> own = standard_metadata.deq_timedelta;
        if ((bit<32>) standard_metadata.deq_qdepth == 0) {
            own = 0;
        } else if (own > LONGEST_DELAY_US) {
            own = LONGEST_DELAY_US;
        }
        bit<32> delay;
        if (low_latency) {
            low_latency_delay_us.write(port, own);
            classic_delay_us.read(delay, port);
        } else {
            classic_delay_us.write(port, own);
            low_latency_delay_us.read(delay, port);
        }
        if (own > delay) {
            delay = own;
        }
        settings.apply();
        bit<48> now_us = standard_metadata.egress_global_timestamp;
        bit<48> due;
        due_us.read(due, port);
        if (now_us < due) {
            return;
        }
        bit<32> previous;
        previous_delay_us.read(previous, port);
        previous_delay_us.write(port, delay);
        int<64> delay_s = (int<64>) (bit<64>) delay;
        int<64> changed = (int<64>) p
            + (int<64>) (bit<64>) alpha * (delay_s - (int<64>) (bit<64>) target)
            + (int<64>) (bit<64>) beta * (delay_s - (int<64>) (bit<64>) previous);
        bit<48> late = now_us - due;
        if (late >= update) {
            due = now_us;
            if (delay == 0) {
                bit<48> idle = late < LONGEST_IDLE_US ? late : LONGEST_IDLE_US;
                changed = changed - (int<64>) ((bit<64>) idle * (bit<64>) idle_loss);
            }
        }
        due_us.write(port, due + update);
        if (changed < 0) {
            changed = 0;
        } else if (changed > (int<64>) p_most) {
            changed = (int<64>) p_most;
        }
        p = (bit<64>) changed;
        base_probability.write(port, p);
    }
}

#endif
