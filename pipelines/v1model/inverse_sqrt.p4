// SPDX-License-Identifier: Apache-2.0

// 2^40 / sqrt(count) by Newton's method, y <- y (3 - count y^2) / 2. The first guess is 0.7 to 1 times the exact value.
// After six steps the result is below the exact value by less than one unit.

#ifndef WEIR_INVERSE_SQRT_P4
#define WEIR_INVERSE_SQRT_P4

control InverseSqrt(in bit<32> count, out bit<128> result) {
    action start_at(bit<40> guess) {
        result = (bit<128>) guess;
    }

    action improve() {
        result = result * ((128w3 << 80) - (bit<128>) count * result * result) >> 81;
    }

    @hidden
    table guesses {
        key = {
            count: ternary;
        }
        actions = {
            start_at;
        }
        const default_action = start_at(0);
        const entries = {
            32w0x80000000 &&& 32w0x80000000: start_at(0x0001000000); // [2^31, 2^32)
            32w0x40000000 &&& 32w0xC0000000: start_at(0x00016A09E6); // [2^30, 2^31)
            32w0x20000000 &&& 32w0xE0000000: start_at(0x0002000000); // [2^29, 2^30)
            32w0x10000000 &&& 32w0xF0000000: start_at(0x0002D413CC); // [2^28, 2^29)
            32w0x08000000 &&& 32w0xF8000000: start_at(0x0004000000); // [2^27, 2^28)
            32w0x04000000 &&& 32w0xFC000000: start_at(0x0005A82799); // [2^26, 2^27)
            32w0x02000000 &&& 32w0xFE000000: start_at(0x0008000000); // [2^25, 2^26)
            32w0x01000000 &&& 32w0xFF000000: start_at(0x000B504F33); // [2^24, 2^25)
            32w0x00800000 &&& 32w0xFF800000: start_at(0x0010000000); // [2^23, 2^24)
            32w0x00400000 &&& 32w0xFFC00000: start_at(0x0016A09E66); // [2^22, 2^23)
            32w0x00200000 &&& 32w0xFFE00000: start_at(0x0020000000); // [2^21, 2^22)
            32w0x00100000 &&& 32w0xFFF00000: start_at(0x002D413CCC); // [2^20, 2^21)
            32w0x00080000 &&& 32w0xFFF80000: start_at(0x0040000000); // [2^19, 2^20)
            32w0x00040000 &&& 32w0xFFFC0000: start_at(0x005A827999); // [2^18, 2^19)
            32w0x00020000 &&& 32w0xFFFE0000: start_at(0x0080000000); // [2^17, 2^18)
            32w0x00010000 &&& 32w0xFFFF0000: start_at(0x00B504F333); // [2^16, 2^17)
            32w0x00008000 &&& 32w0xFFFF8000: start_at(0x0100000000); // [2^15, 2^16)
            32w0x00004000 &&& 32w0xFFFFC000: start_at(0x016A09E667); // [2^14, 2^15)
            32w0x00002000 &&& 32w0xFFFFE000: start_at(0x0200000000); // [2^13, 2^14)
            32w0x00001000 &&& 32w0xFFFFF000: start_at(0x02D413CCCF); // [2^12, 2^13)
            32w0x00000800 &&& 32w0xFFFFF800: start_at(0x0400000000); // [2^11, 2^12)
            32w0x00000400 &&& 32w0xFFFFFC00: start_at(0x05A827999F); // [2^10, 2^11)
            32w0x00000200 &&& 32w0xFFFFFE00: start_at(0x0800000000); // [2^9, 2^10)
            32w0x00000100 &&& 32w0xFFFFFF00: start_at(0x0B504F333F); // [2^8, 2^9)
            32w0x00000080 &&& 32w0xFFFFFF80: start_at(0x1000000000); // [2^7, 2^8)
            32w0x00000040 &&& 32w0xFFFFFFC0: start_at(0x16A09E667F); // [2^6, 2^7)
            32w0x00000020 &&& 32w0xFFFFFFE0: start_at(0x2000000000); // [2^5, 2^6)
            32w0x00000010 &&& 32w0xFFFFFFF0: start_at(0x2D413CCCFE); // [2^4, 2^5)
            32w0x00000008 &&& 32w0xFFFFFFF8: start_at(0x4000000000); // [2^3, 2^4)
            32w0x00000004 &&& 32w0xFFFFFFFC: start_at(0x5A827999FC); // [2^2, 2^3)
            32w0x00000002 &&& 32w0xFFFFFFFE: start_at(0x8000000000); // [2^1, 2^2)
            32w0x00000001 &&& 32w0xFFFFFFFF: start_at(0xB504F333F9); // [2^0, 2^1)
        }
    }

    apply {
        result = 0;
        guesses.apply();
        improve();
        improve();
        improve();
        improve();
        improve();
        improve();
    }
}

#endif
