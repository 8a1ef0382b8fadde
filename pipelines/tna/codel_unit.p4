// SPDX-License-Identifier: Apache-2.0

// The unit in which CoDel's events are counted, by CoDel's interval: (2^20 us / interval)^2. So the time to the next
// event is 2^20 us / sqrt(count). The table has eight intervals an octave from 16 us to 1.05 s; a shorter interval
// counts as 16 us, a longer one as 1.05 s.

#ifndef WEIR_CODEL_UNIT_P4
#define WEIR_CODEL_UNIT_P4

control CodelUnit(in bit<32> interval_us, out bit<32> unit) {
    action set_unit(bit<32> value) {
        unit = value;
    }

    @hidden
    table units {
        key = {
            interval_us: ternary;
        }
        actions = {
            set_unit;
        }
        const default_action = set_unit(1);
        const entries = {
            32w0x00000000 &&& 32w0xFFFFFFF0: set_unit(2147483648); // [0, 16)
            32w0x00000010 &&& 32w0xFFFFFFFE: set_unit(2147483648); // [16, 18)
            32w0x00000012 &&& 32w0xFFFFFFFE: set_unit(2147483648); // [18, 20)
            32w0x00000014 &&& 32w0xFFFFFFFE: set_unit(2147483648); // [20, 22)
            32w0x00000016 &&& 32w0xFFFFFFFE: set_unit(2082408386); // [22, 24)
            32w0x00000018 &&& 32w0xFFFFFFFE: set_unit(1762037865); // [24, 26)
            32w0x0000001A &&& 32w0xFFFFFFFE: set_unit(1510318170); // [26, 28)
            32w0x0000001C &&& 32w0xFFFFFFFE: set_unit(1308942414); // [28, 30)
            32w0x0000001E &&& 32w0xFFFFFFFE: set_unit(1145324612); // [30, 32)
            32w0x00000020 &&& 32w0xFFFFFFFC: set_unit(954437177); // [32, 36)
            32w0x00000024 &&& 32w0xFFFFFFFC: set_unit(763549742); // [36, 40)
            32w0x00000028 &&& 32w0xFFFFFFFC: set_unit(624722516); // [40, 44)
            32w0x0000002C &&& 32w0xFFFFFFFC: set_unit(520602096); // [44, 48)
            32w0x00000030 &&& 32w0xFFFFFFFC: set_unit(440509466); // [48, 52)
            32w0x00000034 &&& 32w0xFFFFFFFC: set_unit(377579543); // [52, 56)
            32w0x00000038 &&& 32w0xFFFFFFFC: set_unit(327235604); // [56, 60)
            32w0x0000003C &&& 32w0xFFFFFFFC: set_unit(286331153); // [60, 64)
            32w0x00000040 &&& 32w0xFFFFFFF8: set_unit(238609294); // [64, 72)
            32w0x00000048 &&& 32w0xFFFFFFF8: set_unit(190887435); // [72, 80)
            32w0x00000050 &&& 32w0xFFFFFFF8: set_unit(156180629); // [80, 88)
            32w0x00000058 &&& 32w0xFFFFFFF8: set_unit(130150524); // [88, 96)
            32w0x00000060 &&& 32w0xFFFFFFF8: set_unit(110127367); // [96, 104)
            32w0x00000068 &&& 32w0xFFFFFFF8: set_unit(94394886); // [104, 112)
            32w0x00000070 &&& 32w0xFFFFFFF8: set_unit(81808901); // [112, 120)
            32w0x00000078 &&& 32w0xFFFFFFF8: set_unit(71582788); // [120, 128)
            32w0x00000080 &&& 32w0xFFFFFFF0: set_unit(59652324); // [128, 144)
            32w0x00000090 &&& 32w0xFFFFFFF0: set_unit(47721859); // [144, 160)
            32w0x000000A0 &&& 32w0xFFFFFFF0: set_unit(39045157); // [160, 176)
            32w0x000000B0 &&& 32w0xFFFFFFF0: set_unit(32537631); // [176, 192)
            32w0x000000C0 &&& 32w0xFFFFFFF0: set_unit(27531842); // [192, 208)
            32w0x000000D0 &&& 32w0xFFFFFFF0: set_unit(23598721); // [208, 224)
            32w0x000000E0 &&& 32w0xFFFFFFF0: set_unit(20452225); // [224, 240)
            32w0x000000F0 &&& 32w0xFFFFFFF0: set_unit(17895697); // [240, 256)
            32w0x00000100 &&& 32w0xFFFFFFE0: set_unit(14913081); // [256, 288)
            32w0x00000120 &&& 32w0xFFFFFFE0: set_unit(11930465); // [288, 320)
            32w0x00000140 &&& 32w0xFFFFFFE0: set_unit(9761289); // [320, 352)
            32w0x00000160 &&& 32w0xFFFFFFE0: set_unit(8134408); // [352, 384)
            32w0x00000180 &&& 32w0xFFFFFFE0: set_unit(6882960); // [384, 416)
            32w0x000001A0 &&& 32w0xFFFFFFE0: set_unit(5899680); // [416, 448)
            32w0x000001C0 &&& 32w0xFFFFFFE0: set_unit(5113056); // [448, 480)
            32w0x000001E0 &&& 32w0xFFFFFFE0: set_unit(4473924); // [480, 512)
            32w0x00000200 &&& 32w0xFFFFFFC0: set_unit(3728270); // [512, 576)
            32w0x00000240 &&& 32w0xFFFFFFC0: set_unit(2982616); // [576, 640)
            32w0x00000280 &&& 32w0xFFFFFFC0: set_unit(2440322); // [640, 704)
            32w0x000002C0 &&& 32w0xFFFFFFC0: set_unit(2033602); // [704, 768)
            32w0x00000300 &&& 32w0xFFFFFFC0: set_unit(1720740); // [768, 832)
            32w0x00000340 &&& 32w0xFFFFFFC0: set_unit(1474920); // [832, 896)
            32w0x00000380 &&& 32w0xFFFFFFC0: set_unit(1278264); // [896, 960)
            32w0x000003C0 &&& 32w0xFFFFFFC0: set_unit(1118481); // [960, 1024)
            32w0x00000400 &&& 32w0xFFFFFF80: set_unit(932068); // [1024, 1152)
            32w0x00000480 &&& 32w0xFFFFFF80: set_unit(745654); // [1152, 1280)
            32w0x00000500 &&& 32w0xFFFFFF80: set_unit(610081); // [1280, 1408)
            32w0x00000580 &&& 32w0xFFFFFF80: set_unit(508400); // [1408, 1536)
            32w0x00000600 &&& 32w0xFFFFFF80: set_unit(430185); // [1536, 1664)
            32w0x00000680 &&& 32w0xFFFFFF80: set_unit(368730); // [1664, 1792)
            32w0x00000700 &&& 32w0xFFFFFF80: set_unit(319566); // [1792, 1920)
            32w0x00000780 &&& 32w0xFFFFFF80: set_unit(279620); // [1920, 2048)
            32w0x00000800 &&& 32w0xFFFFFF00: set_unit(233017); // [2048, 2304)
            32w0x00000900 &&& 32w0xFFFFFF00: set_unit(186414); // [2304, 2560)
            32w0x00000A00 &&& 32w0xFFFFFF00: set_unit(152520); // [2560, 2816)
            32w0x00000B00 &&& 32w0xFFFFFF00: set_unit(127100); // [2816, 3072)
            32w0x00000C00 &&& 32w0xFFFFFF00: set_unit(107546); // [3072, 3328)
            32w0x00000D00 &&& 32w0xFFFFFF00: set_unit(92183); // [3328, 3584)
            32w0x00000E00 &&& 32w0xFFFFFF00: set_unit(79892); // [3584, 3840)
            32w0x00000F00 &&& 32w0xFFFFFF00: set_unit(69905); // [3840, 4096)
            32w0x00001000 &&& 32w0xFFFFFE00: set_unit(58254); // [4096, 4608)
            32w0x00001200 &&& 32w0xFFFFFE00: set_unit(46603); // [4608, 5120)
            32w0x00001400 &&& 32w0xFFFFFE00: set_unit(38130); // [5120, 5632)
            32w0x00001600 &&& 32w0xFFFFFE00: set_unit(31775); // [5632, 6144)
            32w0x00001800 &&& 32w0xFFFFFE00: set_unit(26887); // [6144, 6656)
            32w0x00001A00 &&& 32w0xFFFFFE00: set_unit(23046); // [6656, 7168)
            32w0x00001C00 &&& 32w0xFFFFFE00: set_unit(19973); // [7168, 7680)
            32w0x00001E00 &&& 32w0xFFFFFE00: set_unit(17476); // [7680, 8192)
            32w0x00002000 &&& 32w0xFFFFFC00: set_unit(14564); // [8192, 9216)
            32w0x00002400 &&& 32w0xFFFFFC00: set_unit(11651); // [9216, 10240)
            32w0x00002800 &&& 32w0xFFFFFC00: set_unit(9533); // [10240, 11264)
            32w0x00002C00 &&& 32w0xFFFFFC00: set_unit(7944); // [11264, 12288)
            32w0x00003000 &&& 32w0xFFFFFC00: set_unit(6722); // [12288, 13312)
            32w0x00003400 &&& 32w0xFFFFFC00: set_unit(5761); // [13312, 14336)
            32w0x00003800 &&& 32w0xFFFFFC00: set_unit(4993); // [14336, 15360)
            32w0x00003C00 &&& 32w0xFFFFFC00: set_unit(4369); // [15360, 16384)
            32w0x00004000 &&& 32w0xFFFFF800: set_unit(3641); // [16384, 18432)
            32w0x00004800 &&& 32w0xFFFFF800: set_unit(2913); // [18432, 20480)
            32w0x00005000 &&& 32w0xFFFFF800: set_unit(2383); // [20480, 22528)
            32w0x00005800 &&& 32w0xFFFFF800: set_unit(1986); // [22528, 24576)
            32w0x00006000 &&& 32w0xFFFFF800: set_unit(1680); // [24576, 26624)
            32w0x00006800 &&& 32w0xFFFFF800: set_unit(1440); // [26624, 28672)
            32w0x00007000 &&& 32w0xFFFFF800: set_unit(1248); // [28672, 30720)
            32w0x00007800 &&& 32w0xFFFFF800: set_unit(1092); // [30720, 32768)
            32w0x00008000 &&& 32w0xFFFFF000: set_unit(910); // [32768, 36864)
            32w0x00009000 &&& 32w0xFFFFF000: set_unit(728); // [36864, 40960)
            32w0x0000A000 &&& 32w0xFFFFF000: set_unit(596); // [40960, 45056)
            32w0x0000B000 &&& 32w0xFFFFF000: set_unit(496); // [45056, 49152)
            32w0x0000C000 &&& 32w0xFFFFF000: set_unit(420); // [49152, 53248)
            32w0x0000D000 &&& 32w0xFFFFF000: set_unit(360); // [53248, 57344)
            32w0x0000E000 &&& 32w0xFFFFF000: set_unit(312); // [57344, 61440)
            32w0x0000F000 &&& 32w0xFFFFF000: set_unit(273); // [61440, 65536)
            32w0x00010000 &&& 32w0xFFFFE000: set_unit(228); // [65536, 73728)
            32w0x00012000 &&& 32w0xFFFFE000: set_unit(182); // [73728, 81920)
            32w0x00014000 &&& 32w0xFFFFE000: set_unit(149); // [81920, 90112)
            32w0x00016000 &&& 32w0xFFFFE000: set_unit(124); // [90112, 98304)
            32w0x00018000 &&& 32w0xFFFFE000: set_unit(105); // [98304, 106496)
            32w0x0001A000 &&& 32w0xFFFFE000: set_unit(90); // [106496, 114688)
            32w0x0001C000 &&& 32w0xFFFFE000: set_unit(78); // [114688, 122880)
            32w0x0001E000 &&& 32w0xFFFFE000: set_unit(68); // [122880, 131072)
            32w0x00020000 &&& 32w0xFFFFC000: set_unit(57); // [131072, 147456)
            32w0x00024000 &&& 32w0xFFFFC000: set_unit(46); // [147456, 163840)
            32w0x00028000 &&& 32w0xFFFFC000: set_unit(37); // [163840, 180224)
            32w0x0002C000 &&& 32w0xFFFFC000: set_unit(31); // [180224, 196608)
            32w0x00030000 &&& 32w0xFFFFC000: set_unit(26); // [196608, 212992)
            32w0x00034000 &&& 32w0xFFFFC000: set_unit(23); // [212992, 229376)
            32w0x00038000 &&& 32w0xFFFFC000: set_unit(20); // [229376, 245760)
            32w0x0003C000 &&& 32w0xFFFFC000: set_unit(17); // [245760, 262144)
            32w0x00040000 &&& 32w0xFFFF8000: set_unit(14); // [262144, 294912)
            32w0x00048000 &&& 32w0xFFFF8000: set_unit(11); // [294912, 327680)
            32w0x00050000 &&& 32w0xFFFF8000: set_unit(9); // [327680, 360448)
            32w0x00058000 &&& 32w0xFFFF8000: set_unit(8); // [360448, 393216)
            32w0x00060000 &&& 32w0xFFFF8000: set_unit(7); // [393216, 425984)
            32w0x00068000 &&& 32w0xFFFF8000: set_unit(6); // [425984, 458752)
            32w0x00070000 &&& 32w0xFFFF8000: set_unit(5); // [458752, 491520)
            32w0x00078000 &&& 32w0xFFFF8000: set_unit(4); // [491520, 524288)
            32w0x00080000 &&& 32w0xFFFF0000: set_unit(4); // [524288, 589824)
            32w0x00090000 &&& 32w0xFFFF0000: set_unit(3); // [589824, 655360)
            32w0x000A0000 &&& 32w0xFFFF0000: set_unit(2); // [655360, 720896)
            32w0x000B0000 &&& 32w0xFFFF0000: set_unit(2); // [720896, 786432)
            32w0x000C0000 &&& 32w0xFFFF0000: set_unit(2); // [786432, 851968)
            32w0x000D0000 &&& 32w0xFFFF0000: set_unit(1); // [851968, 917504)
            32w0x000E0000 &&& 32w0xFFFF0000: set_unit(1); // [917504, 983040)
            32w0x000F0000 &&& 32w0xFFFF0000: set_unit(1); // [983040, 1048576)
        }
    }

    apply {
        units.apply();
    }
}

#endif
