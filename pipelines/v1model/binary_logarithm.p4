// SPDX-License-Identifier: Apache-2.0

// log2 of a whole number, in units of 2^-16: the place of the leading one, and the part behind it from 64 straight
// pieces. The error is below 2^-13. The logarithm of 0 is taken to be 0.

#ifndef WEIR_BINARY_LOGARITHM_P4
#define WEIR_BINARY_LOGARITHM_P4

control BinaryLogarithm(in bit<64> value, out bit<32> result) {
    bit<64> rest;
    bit<32> base;
    bit<32> rise;

    // Value at a piece's begin, and its rise over the piece.
    action set_piece(bit<32> piece_base, bit<32> piece_rise) {
        base = piece_base;
        rise = piece_rise;
    }

    @hidden
    table pieces {
        key = {
            rest[62:57]: exact;
        }
        actions = {
            set_piece;
        }
        const default_action = set_piece(0, 0);
        const entries = {
            0: set_piece(0, 1466);
            1: set_piece(1466, 1443);
            2: set_piece(2909, 1422);
            3: set_piece(4331, 1401);
            4: set_piece(5732, 1380);
            5: set_piece(7112, 1361);
            6: set_piece(8473, 1341);
            7: set_piece(9814, 1322);
            8: set_piece(11136, 1304);
            9: set_piece(12440, 1287);
            10: set_piece(13727, 1269);
            11: set_piece(14996, 1252);
            12: set_piece(16248, 1236);
            13: set_piece(17484, 1220);
            14: set_piece(18704, 1205);
            15: set_piece(19909, 1189);
            16: set_piece(21098, 1174);
            17: set_piece(22272, 1161);
            18: set_piece(23433, 1146);
            19: set_piece(24579, 1132);
            20: set_piece(25711, 1119);
            21: set_piece(26830, 1106);
            22: set_piece(27936, 1093);
            23: set_piece(29029, 1080);
            24: set_piece(30109, 1069);
            25: set_piece(31178, 1056);
            26: set_piece(32234, 1045);
            27: set_piece(33279, 1033);
            28: set_piece(34312, 1022);
            29: set_piece(35334, 1012);
            30: set_piece(36346, 1000);
            31: set_piece(37346, 990);
            32: set_piece(38336, 980);
            33: set_piece(39316, 970);
            34: set_piece(40286, 960);
            35: set_piece(41246, 950);
            36: set_piece(42196, 941);
            37: set_piece(43137, 931);
            38: set_piece(44068, 922);
            39: set_piece(44990, 914);
            40: set_piece(45904, 905);
            41: set_piece(46809, 896);
            42: set_piece(47705, 888);
            43: set_piece(48593, 879);
            44: set_piece(49472, 872);
            45: set_piece(50344, 863);
            46: set_piece(51207, 856);
            47: set_piece(52063, 848);
            48: set_piece(52911, 840);
            49: set_piece(53751, 833);
            50: set_piece(54584, 826);
            51: set_piece(55410, 819);
            52: set_piece(56229, 811);
            53: set_piece(57040, 805);
            54: set_piece(57845, 798);
            55: set_piece(58643, 791);
            56: set_piece(59434, 785);
            57: set_piece(60219, 778);
            58: set_piece(60997, 772);
            59: set_piece(61769, 765);
            60: set_piece(62534, 760);
            61: set_piece(63294, 753);
            62: set_piece(64047, 747);
            63: set_piece(64794, 742);
        }
    }

    apply {
        rest = value;
        base = 0;
        rise = 0;
        result = 0;
        if (value != 0) {
            bit<32> whole = 63;
            if (rest[63:32] == 0) { rest = rest << 32; whole = whole - 32; }
            if (rest[63:48] == 0) { rest = rest << 16; whole = whole - 16; }
            if (rest[63:56] == 0) { rest = rest << 8; whole = whole - 8; }
            if (rest[63:60] == 0) { rest = rest << 4; whole = whole - 4; }
            if (rest[63:62] == 0) { rest = rest << 2; whole = whole - 2; }
            if (rest[63:63] == 0) { rest = rest << 1; whole = whole - 1; }
            pieces.apply();
            bit<32> within = (bit<32>) rest[56:41];
            result = (whole << 16) + base + (rise * within + 0x8000 >> 16);
        }
    }
}

#endif
