// SPDX-License-Identifier: Apache-2.0

// Nanoseconds to microseconds without a division: 1/1000 is approximated as 2^-10 + 2^-16 + 2^-17, with an error of
// 0.055 %.

#ifndef WEIR_CLOCK_P4
#define WEIR_CLOCK_P4

// The switch's clock: in microseconds, which wraps after 2^32 us, 71 minutes; and in ticks of 2^16 ns, which wraps
// after 78 hours. Each step of the arithmetic is one action, because an action must fit into one stage. The shifts are
// identity hashes: the parser puts the bytes of the time into several PHV containers, and arithmetic needs
// all operands in one.
control Clock(in bit<48> tstamp, out bit<32> now_us, out bit<32> now_ticks) {
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_10;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_16;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_17;

    bit<32> c;

    action take() { now_us = shift_10.get({ tstamp[41:10] }); }
    action take_ticks() { now_ticks = shift_16.get({ tstamp[47:16] }); }
    action take_c() { c = shift_17.get({ 1w0, tstamp[47:17] }); }
    action add_small() { c = now_ticks + c; }
    action add_all() { now_us = now_us + c; }

    apply {
        take();
        take_ticks();
        take_c();
        add_small();
        add_all();
    }
}

#endif
