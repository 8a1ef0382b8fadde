// SPDX-License-Identifier: Apache-2.0

// The histogram bucket of a queueing delay. Buckets are log-linear, four an octave from 64 us to 2.1 s, so that a
// percentile read from the counters is within a fifth of the true one. A ternary table finds the bucket, because every
// platform has one.

#ifndef WEIR_DELAY_BUCKETS_P4
#define WEIR_DELAY_BUCKETS_P4

control DelayBuckets(in bit<32> delay_us, out bit<DELAY_BUCKET_BITS> bucket) {
    action set_bucket(bit<DELAY_BUCKET_BITS> value) {
        bucket = value;
    }

    @hidden
    table buckets {
        key = {
            delay_us: ternary;
        }
        actions = {
            set_bucket;
        }
        const default_action = set_bucket(61);
        const entries = {
            32w0x00000000 &&& 32w0xFFFFFFC0: set_bucket(0); // [0, 64)
            32w0x00000040 &&& 32w0xFFFFFFF0: set_bucket(1); // [64, 80)
            32w0x00000050 &&& 32w0xFFFFFFF0: set_bucket(2); // [80, 96)
            32w0x00000060 &&& 32w0xFFFFFFF0: set_bucket(3); // [96, 112)
            32w0x00000070 &&& 32w0xFFFFFFF0: set_bucket(4); // [112, 128)
            32w0x00000080 &&& 32w0xFFFFFFE0: set_bucket(5); // [128, 160)
            32w0x000000A0 &&& 32w0xFFFFFFE0: set_bucket(6); // [160, 192)
            32w0x000000C0 &&& 32w0xFFFFFFE0: set_bucket(7); // [192, 224)
            32w0x000000E0 &&& 32w0xFFFFFFE0: set_bucket(8); // [224, 256)
            32w0x00000100 &&& 32w0xFFFFFFC0: set_bucket(9); // [256, 320)
            32w0x00000140 &&& 32w0xFFFFFFC0: set_bucket(10); // [320, 384)
            32w0x00000180 &&& 32w0xFFFFFFC0: set_bucket(11); // [384, 448)
            32w0x000001C0 &&& 32w0xFFFFFFC0: set_bucket(12); // [448, 512)
            32w0x00000200 &&& 32w0xFFFFFF80: set_bucket(13); // [512, 640)
            32w0x00000280 &&& 32w0xFFFFFF80: set_bucket(14); // [640, 768)
            32w0x00000300 &&& 32w0xFFFFFF80: set_bucket(15); // [768, 896)
            32w0x00000380 &&& 32w0xFFFFFF80: set_bucket(16); // [896, 1024)
            32w0x00000400 &&& 32w0xFFFFFF00: set_bucket(17); // [1024, 1280)
            32w0x00000500 &&& 32w0xFFFFFF00: set_bucket(18); // [1280, 1536)
            32w0x00000600 &&& 32w0xFFFFFF00: set_bucket(19); // [1536, 1792)
            32w0x00000700 &&& 32w0xFFFFFF00: set_bucket(20); // [1792, 2048)
            32w0x00000800 &&& 32w0xFFFFFE00: set_bucket(21); // [2048, 2560)
            32w0x00000A00 &&& 32w0xFFFFFE00: set_bucket(22); // [2560, 3072)
            32w0x00000C00 &&& 32w0xFFFFFE00: set_bucket(23); // [3072, 3584)
            32w0x00000E00 &&& 32w0xFFFFFE00: set_bucket(24); // [3584, 4096)
            32w0x00001000 &&& 32w0xFFFFFC00: set_bucket(25); // [4096, 5120)
            32w0x00001400 &&& 32w0xFFFFFC00: set_bucket(26); // [5120, 6144)
            32w0x00001800 &&& 32w0xFFFFFC00: set_bucket(27); // [6144, 7168)
            32w0x00001C00 &&& 32w0xFFFFFC00: set_bucket(28); // [7168, 8192)
            32w0x00002000 &&& 32w0xFFFFF800: set_bucket(29); // [8192, 10240)
            32w0x00002800 &&& 32w0xFFFFF800: set_bucket(30); // [10240, 12288)
            32w0x00003000 &&& 32w0xFFFFF800: set_bucket(31); // [12288, 14336)
            32w0x00003800 &&& 32w0xFFFFF800: set_bucket(32); // [14336, 16384)
            32w0x00004000 &&& 32w0xFFFFF000: set_bucket(33); // [16384, 20480)
            32w0x00005000 &&& 32w0xFFFFF000: set_bucket(34); // [20480, 24576)
            32w0x00006000 &&& 32w0xFFFFF000: set_bucket(35); // [24576, 28672)
            32w0x00007000 &&& 32w0xFFFFF000: set_bucket(36); // [28672, 32768)
            32w0x00008000 &&& 32w0xFFFFE000: set_bucket(37); // [32768, 40960)
            32w0x0000A000 &&& 32w0xFFFFE000: set_bucket(38); // [40960, 49152)
            32w0x0000C000 &&& 32w0xFFFFE000: set_bucket(39); // [49152, 57344)
            32w0x0000E000 &&& 32w0xFFFFE000: set_bucket(40); // [57344, 65536)
            32w0x00010000 &&& 32w0xFFFFC000: set_bucket(41); // [65536, 81920)
            32w0x00014000 &&& 32w0xFFFFC000: set_bucket(42); // [81920, 98304)
            32w0x00018000 &&& 32w0xFFFFC000: set_bucket(43); // [98304, 114688)
            32w0x0001C000 &&& 32w0xFFFFC000: set_bucket(44); // [114688, 131072)
            32w0x00020000 &&& 32w0xFFFF8000: set_bucket(45); // [131072, 163840)
            32w0x00028000 &&& 32w0xFFFF8000: set_bucket(46); // [163840, 196608)
            32w0x00030000 &&& 32w0xFFFF8000: set_bucket(47); // [196608, 229376)
            32w0x00038000 &&& 32w0xFFFF8000: set_bucket(48); // [229376, 262144)
            32w0x00040000 &&& 32w0xFFFF0000: set_bucket(49); // [262144, 327680)
            32w0x00050000 &&& 32w0xFFFF0000: set_bucket(50); // [327680, 393216)
            32w0x00060000 &&& 32w0xFFFF0000: set_bucket(51); // [393216, 458752)
            32w0x00070000 &&& 32w0xFFFF0000: set_bucket(52); // [458752, 524288)
            32w0x00080000 &&& 32w0xFFFE0000: set_bucket(53); // [524288, 655360)
            32w0x000A0000 &&& 32w0xFFFE0000: set_bucket(54); // [655360, 786432)
            32w0x000C0000 &&& 32w0xFFFE0000: set_bucket(55); // [786432, 917504)
            32w0x000E0000 &&& 32w0xFFFE0000: set_bucket(56); // [917504, 1048576)
            32w0x00100000 &&& 32w0xFFFC0000: set_bucket(57); // [1048576, 1310720)
            32w0x00140000 &&& 32w0xFFFC0000: set_bucket(58); // [1310720, 1572864)
            32w0x00180000 &&& 32w0xFFFC0000: set_bucket(59); // [1572864, 1835008)
            32w0x001C0000 &&& 32w0xFFFC0000: set_bucket(60); // [1835008, 2097152)
        }
    }

    apply {
        bucket = 61;
        buckets.apply();
    }
}

#endif
