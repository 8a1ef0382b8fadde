// SPDX-License-Identifier: Apache-2.0

// A decision that is positive in a part of all cases, as evenly spaced as possible (RFC 9332, appendix A.1, recur): the
// likelihoods are added up, and each time the sum passes 1, one packet is chosen. No random number.

#ifndef DUALPI2_RECURRENCE_P4
#define DUALPI2_RECURRENCE_P4

#define QUEUE_COUNT 128

// 1 in units of probabilities, 2^-48.
const bit<64> P_ONE = 64w1 << 48;

// 2 * port of C, 2 * port + 1 of L: less than 1 that was added up.
register<bit<64>>(QUEUE_COUNT) likelihood_sums;

control Recurrence(in bit<32> queue, in bit<64> likelihood, out bool chosen) {
    apply {
        bit<64> sum;
        likelihood_sums.read(sum, queue);
        sum = sum + likelihood;
        chosen = sum >= P_ONE;
        if (chosen) {
            sum = sum - P_ONE;
        }
        likelihood_sums.write(queue, sum);
    }
}

#endif
