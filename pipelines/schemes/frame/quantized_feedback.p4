// SPDX-License-Identifier: Apache-2.0

// The feedback value of QCN and ECM for a sampled packet: Fb = (Q_eq - Q) - W (Q - Q_old), negative when the queue is
// too long or grows. Its unit is 1/64 of the largest amount, Q_eq (1 + 2 W).

#ifndef SCHEME_QUANTIZED_FEEDBACK_P4
#define SCHEME_QUANTIZED_FEEDBACK_P4

control QuantizedFeedback(in bit<32> port,
                          in bit<32> depth_packets,
                          in bit<32> equilibrium_packets,
                          in bit<32> growth_weight,
                          out bit<1> negative,
                          out bit<16> amount) {
    // Depth of the queue at the last sample.
    register<bit<32>>(PORT_COUNT) sampled_depth;

    apply {
        bit<32> old_depth;
        sampled_depth.read(old_depth, port);
        sampled_depth.write(port, depth_packets);
        int<32> feedback = (int<32>) (equilibrium_packets - depth_packets)
            - (int<32>) (growth_weight * (depth_packets - old_depth));
        negative = (bit<1>) (feedback < 0 ? 1w1 : 1w0);
        bit<32> size = (bit<32>) (feedback < 0 ? -feedback : feedback);
        bit<32> most = equilibrium_packets * (1 + 2 * growth_weight);
        // size * 64 / most by comparing: v1model has no division.
        bit<32> scaled = size << 6;
        amount = 0;
        if (scaled >= (most << 5)) { amount = amount | 32; scaled = scaled - (most << 5); }
        if (scaled >= (most << 4)) { amount = amount | 16; scaled = scaled - (most << 4); }
        if (scaled >= (most << 3)) { amount = amount | 8; scaled = scaled - (most << 3); }
        if (scaled >= (most << 2)) { amount = amount | 4; scaled = scaled - (most << 2); }
        if (scaled >= (most << 1)) { amount = amount | 2; scaled = scaled - (most << 1); }
        if (scaled >= most) { amount = amount | 1; }
    }
}

#endif
