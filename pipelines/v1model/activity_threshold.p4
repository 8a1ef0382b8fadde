// SPDX-License-Identifier: Apache-2.0

// Decision of ABC's activity AQM (P4-ABC, section 3.3) on a packet that finds Q packets in its queue. A packet of
// activity A is dropped when
//
//     Q > max(Q_min, Q_base - gamma (A - A_avg))
//
// A_avg is the UTEMA of the activity of accepted packets with memory M_AA:
//
//     S <- S e^(-dt/M) + A            N <- N e^(-dt/M) + 1            A_avg = S / N
//
// There is no division: both sides are multiplied by N. A packet without a value is taken for the most active one, and is
// not part of the average. Queues are numbered from 0 to ACTIVITY_QUEUE_COUNT - 1, which the program defines.

#ifndef WEIR_ACTIVITY_THRESHOLD_P4
#define WEIR_ACTIVITY_THRESHOLD_P4

// q_min, q_base, gamma: in packets; gamma at most 4095.
// decay_per_us: log2(e) / M_AA in units of 2^-44 per microsecond.
control ActivityThreshold(in bit<32> queue,
                          in bit<32> waiting,
                          in bool metered,
                          in bit<16> activity,
                          in bit<48> now_us,
                          in bit<32> q_min,
                          in bit<32> q_base,
                          in bit<32> gamma,
                          in bit<32> decay_per_us,
                          out bool exceeded) {
    // Time of the last accepted packet with a value, S and N. N is in units of 2^-20, S in units of 2^-20 of the
    // header's.
    register<bit<48>>(ACTIVITY_QUEUE_COUNT) last_us;
    register<bit<64>>(ACTIVITY_QUEUE_COUNT) activity_sum;
    register<bit<64>>(ACTIVITY_QUEUE_COUNT) activity_weight;

    ExponentialDecay() decay;

    apply {
        bool over = true;
        bit<64> sum = 0;
        bit<64> weight = 0;
        if (metered) {
            bit<48> last;
            bit<64> factor;
            last_us.read(last, queue);
            activity_sum.read(sum, queue);
            activity_weight.read(weight, queue);
            decay.apply(now_us - last, decay_per_us, factor);
            sum = SCALED(sum, factor);
            weight = SCALED(weight, factor);
            // N (A - A_avg) in units of 2^-8 of the header's, and N (Q - Q_base) in units of 2^-18.
            int<64> activity_over = (int<64>) ((bit<64>) activity * weight - sum) >> 12;
            int<64> queue_over = ((int<64>) (bit<64>) waiting - (int<64>) (bit<64>) q_base)
                * (int<64>) (weight >> 12) << 10;
            over = queue_over + (int<64>) (bit<64>) gamma * activity_over > 0;
        }
        exceeded = waiting > q_min && over;
        if (metered && !exceeded) {
            last_us.write(queue, now_us);
            activity_sum.write(queue, sum + ((bit<64>) activity << 20));
            activity_weight.write(queue, weight + (64w1 << 20));
        }
    }
}

#endif
