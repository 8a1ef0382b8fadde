// SPDX-License-Identifier: Apache-2.0

// Nanoseconds to microseconds without a division: 1/1000 is 2^-10 + 2^-16 + 2^-17 but for 0.055 %.

#ifndef WEIR_CLOCK_P4
#define WEIR_CLOCK_P4

// The switch's clock; starts again every 2^40 ns, 18 minutes. A step of arithmetic is an action each, because
// an action may not take more than one stage.
control Clock(in bit<48> tstamp, out bit<32> now_us) {
    bit<32> units;
    bit<32> b;
    bit<32> c;

    action take() { units = tstamp[39:8]; }
    action shift() { now_us = units >> 2; b = units >> 8; c = units >> 9; }
    action add_small() { b = b + c; }
    action add_all() { now_us = now_us + b; }

    apply {
        take();
        shift();
        add_small();
        add_all();
    }
}

// A time of up to 4 s.
control Delay(in bit<48> tstamp, in bit<32> since_ns, out bit<32> delay_us) {
    bit<32> delay_ns;
    bit<32> b;
    bit<32> c;

    action subtract() { delay_ns = tstamp[31:0] - since_ns; }
    action shift() { delay_us = delay_ns >> 10; b = delay_ns >> 16; c = delay_ns >> 17; }
    action add_small() { b = b + c; }
    action add_all() { delay_us = delay_us + b; }

    apply {
        subtract();
        shift();
        add_small();
        add_all();
    }
}

#endif
