// SPDX-License-Identifier: Apache-2.0

// Nanoseconds to microseconds without a division: 1/1000 is 2^-10 + 2^-16 + 2^-17 but for 0.055 %.

#ifndef WEIR_CLOCK_P4
#define WEIR_CLOCK_P4

// The switch's clock; starts again every 2^32 us, 71 minutes. A step of arithmetic is an action each, because
// an action may not take more than one stage. The shifts are hashes that change nothing: the parser
// brings the time in bytes that lie as it comes, and arithmetic wants all of a number in one container.
control Clock(in bit<48> tstamp, out bit<32> now_us) {
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_10;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_16;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_17;

    bit<32> b;
    bit<32> c;

    action take() { now_us = shift_10.get({ tstamp[41:10] }); }
    action take_b() { b = shift_16.get({ tstamp[47:16] }); }
    action take_c() { c = shift_17.get({ 1w0, tstamp[47:17] }); }
    action add_small() { b = b + c; }
    action add_all() { now_us = now_us + b; }

    apply {
        take();
        take_b();
        take_c();
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
