// SPDX-License-Identifier: Apache-2.0

// ABC's activity meter (P4-ABC, section 3.2): the rate R_m of an aggregate by TDRM-UTEMA with memory M, and the activity
// A = log2(R_m / R_r).
//
//     S <- S e^(-dt/M) + bytes            T <- T e^(-dt/M) + M (1 - e^(-dt/M))            R_m = 8 S / T
//
// T / M is 1 - e^(-t/M) with the time t since the aggregate's first packet. There is no division: the logarithms are
// subtracted. A is at most 2^-10 from its exact value.

#ifndef WEIR_ACTIVITY_METER_P4
#define WEIR_ACTIVITY_METER_P4

// Aggregates that a switch can meter.
#define AGGREGATE_COUNT 1024

// Least T / M, in units of 2^-32: 2^-12. An aggregate is taken to have sent for at least this part of the memory, or its
// first packet would have no finite rate.
const bit<64> LEAST_SEEN = 64w1 << 20;

control ActivityMeter(in bit<32> aggregate,
                      in bit<48> now_us,
                      in bit<32> bytes,
                      in bit<32> decay_per_us,
                      in bit<32> reference,
                      out bit<16> activity) {
    // 0 before the aggregate's first packet.
    register<bit<48>>(AGGREGATE_COUNT) last_us;
    // S in bytes, in units of 2^-20.
    register<bit<64>>(AGGREGATE_COUNT) volume;
    // T / M in units of 2^-32.
    register<bit<64>>(AGGREGATE_COUNT) seen;

    ExponentialDecay() decay;
    BinaryLogarithm() volume_log;
    BinaryLogarithm() seen_log;

    apply {
        bit<48> last;
        bit<64> s;
        bit<64> t;
        last_us.read(last, aggregate);
        volume.read(s, aggregate);
        seen.read(t, aggregate);
        if (last != 0) {
            bit<64> factor;
            decay.apply(now_us - last, decay_per_us, factor);
            s = SCALED(s, factor);
            t = (64w1 << 32) - SCALED(((64w1 << 32) - t), factor);
        }
        s = s + ((bit<64>) bytes << 20);
        last_us.write(aggregate, now_us);
        volume.write(aggregate, s);
        seen.write(aggregate, t);

        if (t < LEAST_SEEN) {
            t = LEAST_SEEN;
        }
        bit<32> log_s;
        bit<32> log_t;
        volume_log.apply(s, log_s);
        seen_log.apply(t, log_t);
        // log2(8 S / 2^20) - log2(T / M / 2^32) - log2(R_r M), and 32 for the header's 2^15; to the nearest 2^-10.
        int<32> a = (int<32>) log_s - (int<32>) log_t - (int<32>) reference
            + ((3 - 20 + 32 + 32) << 16) + (1 << 5);
        if (a < 0) {
            activity = 0;
        } else if (a > 0x3FFFFF) {
            activity = 0xFFFF;
        } else {
            activity = ((bit<32>) a)[21:6];
        }
    }
}

#endif
