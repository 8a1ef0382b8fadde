// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.table;

import static org.weir.bmv2.controlplane.table.MatchKind.EXACT;
import static org.weir.bmv2.controlplane.table.MatchKind.LPM;
import static org.weir.bmv2.controlplane.table.MatchKind.OPTIONAL;
import static org.weir.bmv2.controlplane.table.MatchKind.RANGE;
import static org.weir.bmv2.controlplane.table.MatchKind.TERNARY;

import java.util.List;
import java.util.Random;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.MatchKind;

/** Contents of the measured tables: entries as networks have them. */
public enum TableContents {
    /** MAC addresses. */
    EXACT_ONE_WORD(new MatchKind[] {EXACT}, 48),

    /** IPv4 flows. */
    EXACT_TWO_WORDS(new MatchKind[] {EXACT, EXACT, EXACT, EXACT, EXACT}, 32, 32, 16, 16, 8),

    /** IPv6 flows, with addresses in halves. */
    EXACT_FIVE_WORDS(
            new MatchKind[] {EXACT, EXACT, EXACT, EXACT, EXACT, EXACT}, 64, 64, 64, 64, 16, 16),

    /** IPv4 routes, with prefix lengths as in the Internet's routing tables. */
    PREFIX_IPV4(new MatchKind[] {LPM}, 32),

    /** The network half of IPv6 routes. */
    PREFIX_IPV6(new MatchKind[] {LPM}, 64),

    /** A filter: port, IPv4 addresses and protocol under masks, layer 4 ports by range. */
    FILTER(
            new MatchKind[] {TERNARY, TERNARY, TERNARY, TERNARY, RANGE, RANGE},
            9,
            32,
            32,
            8,
            16,
            16),

    /** Ranges of a 32-bit number that do not overlap. */
    RANGES(new MatchKind[] {RANGE}, 32),

    /** A number that an entry may leave open, and another. */
    OPTIONALS(new MatchKind[] {OPTIONAL, OPTIONAL}, 32, 9);

    /** Prefix lengths of the Internet's IPv4 routes from 8 on, in thousandths of all. */
    private static final int[] IPV4_LENGTHS = {
        1, 1, 1, 1, 1, 1, 1, 14, 9, 15, 26, 45, 52, 110, 103, 602, 4, 3, 3, 2, 2, 1, 1, 1
    };

    /** Lengths and thousandths of IPv6 routes. */
    private static final int[][] IPV6_LENGTHS = {
        {48, 460}, {32, 130}, {44, 90}, {40, 90}, {36, 50}, {29, 40}, {56, 40}, {64, 100}
    };

    private final MatchKind[] kinds;
    private final int[] widths;

    TableContents(MatchKind[] kinds, int... widths) {
        this.kinds = kinds;
        this.widths = widths;
    }

    /** Number of fields. */
    int fields() {
        return widths.length;
    }

    /** Kind of match of a field. */
    MatchKind kind(int field) {
        return kinds[field];
    }

    /** Width of a field in bits. */
    int width(int field) {
        return widths[field];
    }

    /** Whether entries need a priority. */
    boolean needsPriority() {
        return kinds[0] != EXACT && kinds[0] != LPM;
    }

    /** A random entry, whose values are left in the array as a key that matches it. */
    List<MatchKey> entry(int number, long[] key, Random random) {
        switch (this) {
            case PREFIX_IPV4:
                return List.of(prefix(0, ipv4Route(random), ipv4Length(random), key));
            case PREFIX_IPV6:
                return List.of(
                        prefix(0, 1L << 61 | random.nextLong() >>> 16, ipv6Length(random), key));
            case FILTER:
                return filter(key, random);
            case RANGES:
                key[0] = number * 20L + random.nextInt(15);
                return List.of(new MatchKey.Range(bytes(number * 20L), bytes(number * 20L + 14)));
            case OPTIONALS:
                key[0] = number;
                key[1] = random.nextInt(512);
                return List.of(
                        new MatchKey.Optional(bytes(key[0])),
                        random.nextBoolean() ? MatchKey.ANY : new MatchKey.Optional(bytes(key[1])));
            default:
                MatchKey[] match = new MatchKey[widths.length];
                for (int i = 0; i < widths.length; i++) {
                    key[i] = random.nextLong() >>> (64 - widths[i]);
                    match[i] = new MatchKey.Exact(bytes(key[i]));
                }
                return List.of(match);
        }
    }

    /** Addresses lie in some thousands of blocks, as allocations do. */
    private static long ipv4Route(Random random) {
        long block = random.nextInt(24_000) * 2_654_435_761L >>> 8 & 0xffff;
        return block << 16 | random.nextInt(1 << 16);
    }

    private static int ipv4Length(Random random) {
        int at = random.nextInt(1000);
        int length = 8;
        for (int thousandths : IPV4_LENGTHS) {
            at -= thousandths;
            if (at < 0) {
                break;
            }
            length++;
        }
        return Math.min(32, length);
    }

    private static int ipv6Length(Random random) {
        int at = random.nextInt(1000);
        for (int[] share : IPV6_LENGTHS) {
            at -= share[1];
            if (at < 0) {
                return share[0];
            }
        }
        return 48;
    }

    private MatchKey prefix(int field, long value, int length, long[] key) {
        int tail = widths[field] - length;
        key[field] = value;
        return new MatchKey.Lpm(bytes(value >>> tail << tail), length);
    }

    private static List<MatchKey> filter(long[] key, Random random) {
        key[0] = random.nextInt(64);
        key[1] = site(random);
        key[2] = site(random);
        key[3] = random.nextInt(4) == 0 ? 17 : 6;
        key[4] = random.nextInt(1 << 16);
        key[5] = random.nextInt(4) == 0 ? 1024 + random.nextInt(64_000) : random.nextInt(1024);
        boolean hasSource = random.nextInt(5) != 0;
        boolean highPorts = key[5] >= 1024 && random.nextInt(3) != 0;
        return List.of(
                random.nextInt(10) == 0 ? masked(key[0], 9, 9) : MatchKey.ANY,
                hasSource ? masked(key[1], filterLength(random), 32) : MatchKey.ANY,
                masked(key[2], filterLength(random), 32),
                random.nextInt(8) == 0 ? MatchKey.ANY : masked(key[3], 8, 8),
                MatchKey.ANY,
                highPorts
                        ? new MatchKey.Range(bytes(1024), bytes(65_535))
                        : new MatchKey.Range(bytes(key[5]), bytes(key[5])));
    }

    private static long site(Random random) {
        return (10L << 24 | random.nextInt(2000) << 10 | random.nextInt(1024)) & 0xffff_ffffL;
    }

    private static int filterLength(Random random) {
        int[] lengths = {16, 20, 22, 24, 24, 24, 26, 28, 30, 32, 32, 32};
        return lengths[random.nextInt(lengths.length)];
    }

    private static MatchKey masked(long value, int length, int width) {
        long mask = -1L << (64 - length) >>> (64 - width);
        return new MatchKey.Ternary(bytes(value & mask), bytes(mask));
    }

    private static byte[] bytes(long value) {
        byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[7 - i] = (byte) (value >>> (8 * i));
        }
        return bytes;
    }
}
