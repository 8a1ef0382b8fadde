// SPDX-License-Identifier: Apache-2.0

// Converts the arrival rate that telemetry reports and feedback packets carry to kb/s. virtual_queue.p4 measures it in
// ingress, which has no stages left for the conversion. The conversion precedes the mirror copy, which contains
// the header as it leaves egress.

#ifndef WEIR_ARRIVAL_RATE_P4
#define WEIR_ARRIVAL_RATE_P4

// Bytes in 2^25 ns to kb/s: a factor of 8 / 33.554, approximated as 2^-2 - 2^-7 - 2^-8 with an error of 0.06 %.
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
