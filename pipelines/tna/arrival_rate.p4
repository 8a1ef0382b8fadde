// SPDX-License-Identifier: Apache-2.0

// The arrival rate that reports and feedback tell. Converted in egress, because ingress has no stages left for
// it, and before the copy is made, because a copy takes it along as it goes out.

#ifndef WEIR_ARRIVAL_RATE_P4
#define WEIR_ARRIVAL_RATE_P4

// Bytes in 2^25 ns to kb/s: times 8 / 33.554, which is 2^-2 - 2^-7 - 2^-8 but for 0.06 %.
control ArrivalRate(inout bit<32> rate) {
    bit<32> b;
    bit<32> c;

    action shift_small() { b = rate >> 7; c = rate >> 8; }
    action shift() { rate = rate >> 2; b = b + c; }
    action subtract() { rate = rate - b; }

    apply {
        shift_small();
        shift();
        subtract();
    }
}

#endif
