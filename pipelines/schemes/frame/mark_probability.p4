// SPDX-License-Identifier: Apache-2.0

// A random decision, positive with a probability that rises from 0 at `min_packets` to `max_probability` (in 1/65536)
// at `max_packets` and is 1 above: RED on the instantaneous depth, as DCQCN and P4QCN use it.

#ifndef SCHEME_MARK_PROBABILITY_P4
#define SCHEME_MARK_PROBABILITY_P4

control MarkProbability(in bit<32> depth_packets,
                        in bit<32> min_packets,
                        in bit<32> max_packets,
                        in bit<32> max_probability,
                        out bool chosen) {
    apply {
        chosen = false;
        if (depth_packets >= max_packets) {
            chosen = true;
        } else if (depth_packets > min_packets) {
            // random < max_probability * (depth - min) / (max - min), without a division.
            bit<32> coin;
            random(coin, 0, 65535);
            chosen = (bit<64>) coin * (bit<64>) (max_packets - min_packets)
                < (bit<64>) max_probability * (bit<64>) (depth_packets - min_packets);
        }
    }
}

#endif
