// SPDX-License-Identifier: Apache-2.0

// e^(-elapsed / memory) in units of 2^-32, computed as 2^-y with y = elapsed * log2(e) / memory. The error is below
// 2^-22. The control plane gives log2(e) / memory in units of 2^-44 per microsecond; a memory of 6 ms to 100 s fits.

#ifndef WEIR_EXPONENTIAL_DECAY_P4
#define WEIR_EXPONENTIAL_DECAY_P4

// ln 2 in units of 2^-26.
const bit<64> LN_2 = 46516320;

control ExponentialDecay(in bit<48> elapsed_us,
                         in bit<32> decay_per_us,
                         out bit<64> factor) {
    bit<64> exponent;
    bit<64> power;

    // In units of 2^-31.
    action set_power(bit<32> value) {
        power = (bit<64>) value;
    }

    // 2^(-i / 64).
    @hidden
    table powers {
        key = {
            exponent[43:38]: exact;
        }
        actions = {
            set_power;
        }
        const default_action = set_power(0);
        const entries = {
            0: set_power(2147483648);
            1: set_power(2124350982);
            2: set_power(2101467502);
            3: set_power(2078830522);
            4: set_power(2056437387);
            5: set_power(2034285470);
            6: set_power(2012372174);
            7: set_power(1990694927);
            8: set_power(1969251188);
            9: set_power(1948038440);
            10: set_power(1927054196);
            11: set_power(1906295993);
            12: set_power(1885761398);
            13: set_power(1865448001);
            14: set_power(1845353420);
            15: set_power(1825475297);
            16: set_power(1805811301);
            17: set_power(1786359126);
            18: set_power(1767116489);
            19: set_power(1748081133);
            20: set_power(1729250827);
            21: set_power(1710623359);
            22: set_power(1692196547);
            23: set_power(1673968228);
            24: set_power(1655936265);
            25: set_power(1638098541);
            26: set_power(1620452965);
            27: set_power(1602997467);
            28: set_power(1585730000);
            29: set_power(1568648537);
            30: set_power(1551751076);
            31: set_power(1535035634);
            32: set_power(1518500250);
            33: set_power(1502142985);
            34: set_power(1485961921);
            35: set_power(1469955159);
            36: set_power(1454120821);
            37: set_power(1438457051);
            38: set_power(1422962010);
            39: set_power(1407633882);
            40: set_power(1392470869);
            41: set_power(1377471191);
            42: set_power(1362633090);
            43: set_power(1347954824);
            44: set_power(1333434672);
            45: set_power(1319070932);
            46: set_power(1304861917);
            47: set_power(1290805962);
            48: set_power(1276901417);
            49: set_power(1263146652);
            50: set_power(1249540052);
            51: set_power(1236080024);
            52: set_power(1222764986);
            53: set_power(1209593378);
            54: set_power(1196563654);
            55: set_power(1183674286);
            56: set_power(1170923762);
            57: set_power(1158310587);
            58: set_power(1145833280);
            59: set_power(1133490379);
            60: set_power(1121280436);
            61: set_power(1109202018);
            62: set_power(1097253708);
            63: set_power(1085434106);
        }
    }

    apply {
        power = 0;
        // Beyond 71 minutes all is forgotten, or the memory is longer than this control has digits for.
        bit<64> elapsed = elapsed_us[47:32] == 0 ? (bit<64>) elapsed_us : 0xFFFFFFFF;
        exponent = elapsed * (bit<64>) decay_per_us;
        powers.apply();
        // 2^-g = 1 - x + x^2 / 2 - ... with x = g ln 2 in units of 2^-32, for the rest g < 1/64.
        bit<64> x = (bit<64>) exponent[37:0] * LN_2 + (64w1 << 37) >> 38;
        bit<64> fine = (64w1 << 32) - x + (x * x >> 33);
        factor = fine * power + (64w1 << 30) >> 31;
        if (exponent[63:50] != 0) {
            factor = 0;
        } else {
            factor = factor >> exponent[49:44];
        }
    }
}

// A number of 64 bits times a factor in units of 2^-32 that is at most 1, to the nearest.
#define SCALED(number, factor) \
    ((number >> 32) * factor + ((number & 0xFFFFFFFF) * factor + 0x80000000 >> 32))

#endif
