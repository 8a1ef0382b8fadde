// SPDX-License-Identifier: Apache-2.0

// The time that a packet has been in the switch, up to 4 s, in microseconds, by the arithmetic of clock.p4.

#ifndef WEIR_DELAY_P4
#define WEIR_DELAY_P4

// A delay and its two summands, which are known a stage earlier.
struct delay_t {
    bit<32> us;
    bit<32> coarse_us;
    bit<32> rest_us;
}

control Delay(in bit<48> tstamp, in bit<32> since_ns, inout delay_t delay) {
    bit<32> delay_ns;
    bit<32> c;

    action subtract() { delay_ns = tstamp[31:0] - since_ns; }
    action shift() {
        delay.coarse_us = delay_ns >> 10;
        delay.rest_us = delay_ns >> 16;
        c = delay_ns >> 17;
    }
    action add_small() { delay.rest_us = delay.rest_us + c; }
    action add_all() { delay.us = delay.coarse_us + delay.rest_us; }

    apply {
        subtract();
        shift();
        add_small();
        add_all();
    }
}

#endif
