// SPDX-License-Identifier: Apache-2.0

// A number that halves with each half-life: value * 2^(-elapsed / half-life), in steps of 1/32 half-life. No loop, no
// division: the elapsed time is taken apart into 16, 8, ... 1/32 half-lives.

#ifndef PIE_IDLE_DECAY_P4
#define PIE_IDLE_DECAY_P4

#define PIE_HALVE(part_us, bits) \
    if (left >= (part_us)) { \
        left = left - (part_us); \
        value = value >> bits; \
    }

// 2^(-1/2), 2^(-1/4) ... in units of 2^-16.
#define PIE_SHRINK(part_us, factor) \
    if (left >= (part_us)) { \
        left = left - (part_us); \
        value = value * factor >> 16; \
    }

// value: at most 2^48.
control IdleDecay(in bit<48> elapsed_us, in bit<48> half_life_us, inout bit<64> value) {
    apply {
        bit<48> left = elapsed_us;
        if (left >= half_life_us << 5) {
            value = 0;
        } else {
            PIE_HALVE(half_life_us << 4, 16)
            PIE_HALVE(half_life_us << 3, 8)
            PIE_HALVE(half_life_us << 2, 4)
            PIE_HALVE(half_life_us << 1, 2)
            PIE_HALVE(half_life_us, 1)
            PIE_SHRINK(half_life_us >> 1, 46341)
            PIE_SHRINK(half_life_us >> 2, 55109)
            PIE_SHRINK(half_life_us >> 3, 60097)
            PIE_SHRINK(half_life_us >> 4, 62757)
            PIE_SHRINK(half_life_us >> 5, 64132)
        }
    }
}

#endif
