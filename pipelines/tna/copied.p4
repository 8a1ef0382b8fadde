// SPDX-License-Identifier: Apache-2.0

// The arrival rate that a copy tells. The rest of what it has to tell stands in the copy as it goes out,
// because the PHV has no way for a field from a container of one size to one of another, or to a
// place in it beside constants.

#ifndef WEIR_COPIED_P4
#define WEIR_COPIED_P4

// Bytes in 2^24 ns to kb/s: times 8 / 16.777, which is 2^-1 - 2^-6 - 2^-7 but for 0.06 %.
control Copied(inout bit<32> rate) {
    bit<32> b;
    bit<32> c;

    action shift_small() { b = rate >> 6; c = rate >> 7; }
    action shift() { rate = rate >> 1; b = b + c; }
    action subtract() { rate = rate - b; }

    apply {
        shift_small();
        shift();
        subtract();
    }
}

#endif
