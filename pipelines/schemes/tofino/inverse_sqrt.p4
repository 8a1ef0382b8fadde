// SPDX-License-Identifier: Apache-2.0

// 2^20 / sqrt(count) as the math unit of Tofino's stateful ALU computes it. With count = m 4^k and m from 1/2 to 2, it
// looks up 128 / sqrt(m) in a table of 8 bits by the eighths of m, and shifts the result by k.

#ifndef SCHEME_TOFINO_INVERSE_SQRT_P4
#define SCHEME_TOFINO_INVERSE_SQRT_P4

control TofinoInverseSqrt(in bit<32> count, out bit<32> result) {
    bit<8> eighths = 0;
    bit<8> k = 0;
    bit<32> root = 0;

    action scale_by(bit<8> exponent) {
        k = exponent;
        eighths = (bit<8>) ((((bit<40>) count) << 3) >> (exponent << 1));
    }

    action set_root(bit<32> value) {
        root = value;
    }

    @hidden
    table scales {
        key = {
            count: ternary;
        }
        actions = {
            scale_by;
        }
        const default_action = scale_by(0);
        const entries = {
            32w0x80000000 &&& 32w0x80000000: scale_by(16); // [2^31, 2^32)
            32w0x40000000 &&& 32w0xC0000000: scale_by(15); // [2^30, 2^31)
            32w0x20000000 &&& 32w0xE0000000: scale_by(15); // [2^29, 2^30)
            32w0x10000000 &&& 32w0xF0000000: scale_by(14); // [2^28, 2^29)
            32w0x08000000 &&& 32w0xF8000000: scale_by(14); // [2^27, 2^28)
            32w0x04000000 &&& 32w0xFC000000: scale_by(13); // [2^26, 2^27)
            32w0x02000000 &&& 32w0xFE000000: scale_by(13); // [2^25, 2^26)
            32w0x01000000 &&& 32w0xFF000000: scale_by(12); // [2^24, 2^25)
            32w0x00800000 &&& 32w0xFF800000: scale_by(12); // [2^23, 2^24)
            32w0x00400000 &&& 32w0xFFC00000: scale_by(11); // [2^22, 2^23)
            32w0x00200000 &&& 32w0xFFE00000: scale_by(11); // [2^21, 2^22)
            32w0x00100000 &&& 32w0xFFF00000: scale_by(10); // [2^20, 2^21)
            32w0x00080000 &&& 32w0xFFF80000: scale_by(10); // [2^19, 2^20)
            32w0x00040000 &&& 32w0xFFFC0000: scale_by(9); // [2^18, 2^19)
            32w0x00020000 &&& 32w0xFFFE0000: scale_by(9); // [2^17, 2^18)
            32w0x00010000 &&& 32w0xFFFF0000: scale_by(8); // [2^16, 2^17)
            32w0x00008000 &&& 32w0xFFFF8000: scale_by(8); // [2^15, 2^16)
            32w0x00004000 &&& 32w0xFFFFC000: scale_by(7); // [2^14, 2^15)
            32w0x00002000 &&& 32w0xFFFFE000: scale_by(7); // [2^13, 2^14)
            32w0x00001000 &&& 32w0xFFFFF000: scale_by(6); // [2^12, 2^13)
            32w0x00000800 &&& 32w0xFFFFF800: scale_by(6); // [2^11, 2^12)
            32w0x00000400 &&& 32w0xFFFFFC00: scale_by(5); // [2^10, 2^11)
            32w0x00000200 &&& 32w0xFFFFFE00: scale_by(5); // [2^9, 2^10)
            32w0x00000100 &&& 32w0xFFFFFF00: scale_by(4); // [2^8, 2^9)
            32w0x00000080 &&& 32w0xFFFFFF80: scale_by(4); // [2^7, 2^8)
            32w0x00000040 &&& 32w0xFFFFFFC0: scale_by(3); // [2^6, 2^7)
            32w0x00000020 &&& 32w0xFFFFFFE0: scale_by(3); // [2^5, 2^6)
            32w0x00000010 &&& 32w0xFFFFFFF0: scale_by(2); // [2^4, 2^5)
            32w0x00000008 &&& 32w0xFFFFFFF8: scale_by(2); // [2^3, 2^4)
            32w0x00000004 &&& 32w0xFFFFFFFC: scale_by(1); // [2^2, 2^3)
            32w0x00000002 &&& 32w0xFFFFFFFE: scale_by(1); // [2^1, 2^2)
            32w0x00000001 &&& 32w0xFFFFFFFF: scale_by(0); // [2^0, 2^1)
        }
    }

    @hidden
    table roots {
        key = {
            eighths: exact;
        }
        actions = {
            set_root;
        }
        const default_action = set_root(0);
        const entries = {
            4: set_root(181);
            5: set_root(162);
            6: set_root(148);
            7: set_root(137);
            8: set_root(128);
            9: set_root(121);
            10: set_root(114);
            11: set_root(109);
            12: set_root(105);
            13: set_root(100);
            14: set_root(97);
            15: set_root(93);
        }
    }

    apply {
        scales.apply();
        roots.apply();
        result = (root << 13) >> k;
    }
}

#endif
