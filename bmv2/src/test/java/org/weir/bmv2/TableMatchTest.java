// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.TestNetwork.number;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;

/**
 * Whatever entries are added and removed, a look-up finds what a search through all of them finds.
 */
class TableMatchTest {

    private static final BigInteger ALL_WIDE =
            BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);

    private record Key(BigInteger small, BigInteger number, BigInteger address, BigInteger wide) {
        String hex() {
            return pad(small, 2) + pad(number, 4) + pad(address, 8) + pad(wide, 32);
        }

        BigInteger field(String name) {
            return switch (name) {
                case "hdr.key.small" -> small;
                case "hdr.key.number" -> number;
                case "hdr.key.address" -> address;
                default -> wide;
            };
        }
    }

    private TestNetwork network;
    private final Random random = new Random(7);

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("tables"));
    }

    @Test
    void lookUpsFindWhatALinearSearchFinds() {
        List<String> names =
                List.of(
                        "by_exact",
                        "by_lpm",
                        "by_wide_lpm",
                        "by_ternary",
                        "by_range",
                        "by_optional");
        List<List<TableEntry>> all = new ArrayList<>();
        names.forEach(name -> all.add(new ArrayList<>()));
        for (int round = 0; round < 1500; round++) {
            int which = random.nextInt(names.size());
            TableControl table = network.table("TestIngress.t_" + names.get(which));
            List<TableEntry> entries = all.get(which);
            if (entries.size() > 20 && random.nextInt(3) == 0) {
                TableEntry gone = entries.remove(random.nextInt(entries.size()));
                table.delete(gone.match(), gone.priority());
            } else {
                TableEntry added = randomEntry(table, names.get(which));
                if (table.get(added.match(), added.priority()).isEmpty()) {
                    table.insert(added);
                    entries.add(added);
                }
            }
            Key key = randomKey();
            String found = network.send(2, key.hex()).get(0).hex().substring(46);
            for (int i = 0; i < names.size(); i++) {
                TableControl searched = network.table("TestIngress.t_" + names.get(i));
                assertThat(found.substring(4 * i, 4 * i + 4))
                        .as("%s for %s after %d rounds", names.get(i), key, round)
                        .isEqualTo("%04x".formatted(search(searched, all.get(i), key)));
            }
        }
    }

    /**
     * The value of the entry that wins: the longest prefix, the highest priority, the one that came
     * first.
     */
    private static int search(TableControl table, List<TableEntry> entries, Key key) {
        BigInteger field = key.field(table.matchFields().get(0).name());
        int width = table.matchFields().get(0).bitWidth();
        TableEntry best = null;
        int bestRank = -1;
        for (TableEntry entry : entries) {
            MatchKey match = entry.match().get(0);
            boolean matches;
            int rank = entry.priority();
            if (match instanceof MatchKey.Exact exact) {
                matches = field.equals(new BigInteger(1, exact.value()));
            } else if (match instanceof MatchKey.Lpm lpm) {
                rank = lpm.prefixLength();
                int tail = width - rank;
                matches =
                        field.shiftRight(tail)
                                .equals(new BigInteger(1, lpm.value()).shiftRight(tail));
            } else if (match instanceof MatchKey.Ternary ternary) {
                BigInteger mask = new BigInteger(1, ternary.mask());
                matches = field.and(mask).equals(new BigInteger(1, ternary.value()));
            } else if (match instanceof MatchKey.Range range) {
                matches =
                        field.compareTo(new BigInteger(1, range.low())) >= 0
                                && field.compareTo(new BigInteger(1, range.high())) <= 0;
            } else {
                matches = match instanceof MatchKey.Any;
            }
            if (matches && rank > bestRank) {
                best = entry;
                bestRank = rank;
            }
        }
        return best == null
                ? 0
                : new BigInteger(1, ((ActionCall) best.action()).parameters().get(0)).intValue();
    }

    private TableEntry randomEntry(TableControl table, String name) {
        int width = table.matchFields().get(0).bitWidth();
        BigInteger value = randomKey().field(table.matchFields().get(0).name());
        MatchKey match =
                switch (name) {
                    case "by_exact" -> new MatchKey.Exact(value.toByteArray());
                    case "by_lpm", "by_wide_lpm" -> {
                        int length = random.nextInt(width + 1);
                        BigInteger prefix =
                                value.shiftRight(width - length).shiftLeft(width - length);
                        yield length == 0
                                ? MatchKey.ANY
                                : new MatchKey.Lpm(prefix.toByteArray(), length);
                    }
                    case "by_ternary" -> {
                        BigInteger mask =
                                BigInteger.valueOf(random.nextInt(4))
                                        .multiply(ALL_WIDE.shiftRight(2 + random.nextInt(100)));
                        yield mask.signum() == 0
                                ? MatchKey.ANY
                                : new MatchKey.Ternary(
                                        value.and(mask).toByteArray(), mask.toByteArray());
                    }
                    case "by_range" -> {
                        int low = value.intValue();
                        int high = low + random.nextInt(0x10000 - low);
                        yield new MatchKey.Range(number(low), number(high));
                    }
                    default ->
                            random.nextInt(8) == 0
                                    ? MatchKey.ANY
                                    : new MatchKey.Ternary(
                                            value.toByteArray(), new byte[] {(byte) 0xff});
                };
        // Few priorities, so that ties happen; prefixes of length 0 search as "any" with the lowest
        // rank.
        int priority = table.needsPriority() ? 1 + random.nextInt(5) : 0;
        return new TableEntry(
                List.of(match),
                priority,
                ActionCall.of("TestIngress.found_" + name, number(1 + random.nextInt(65535))));
    }

    /** Values from small sets, so that entries are met. */
    private Key randomKey() {
        return new Key(
                BigInteger.valueOf(random.nextInt(16)),
                BigInteger.valueOf(random.nextInt(64) * 1021L),
                BigInteger.valueOf(
                        (long) random.nextInt(4) << 30
                                | random.nextInt(8) << 14
                                | random.nextInt(4)),
                BigInteger.valueOf(random.nextInt(4))
                        .shiftLeft(120)
                        .or(BigInteger.valueOf(random.nextInt(8)).shiftLeft(62)));
    }

    private static String pad(BigInteger value, int digits) {
        String text = value.toString(16);
        return "0".repeat(digits - text.length()) + text;
    }

    @Test
    void aKeyOfAllKindsMatchesInAllItsFields() {
        MatchKey all =
                new MatchKey.Ternary(
                        BigInteger.ONE.shiftLeft(127).toByteArray(),
                        BigInteger.ONE.shiftLeft(127).toByteArray());
        network.add(
                "TestIngress.t_all",
                5,
                ActionCall.of("TestIngress.found_all", number(0x1234)),
                TestNetwork.exact(7),
                new MatchKey.Lpm(number(0x0a000000), 8),
                new MatchKey.Range(number(1000), number(2000)),
                all);
        String wide = "8" + "0".repeat(31);
        assertThat(foundByAll("07", "03e8", "0a010203", wide)).isEqualTo("1234");
        assertThat(foundByAll("07", "07d0", "0affffff", "ff".repeat(16))).isEqualTo("1234");
        assertThat(foundByAll("08", "03e8", "0a010203", wide)).isEqualTo("0000");
        assertThat(foundByAll("07", "03e7", "0a010203", wide)).isEqualTo("0000");
        assertThat(foundByAll("07", "07d1", "0a010203", wide)).isEqualTo("0000");
        assertThat(foundByAll("07", "03e8", "0b010203", wide)).isEqualTo("0000");
        assertThat(foundByAll("07", "03e8", "0a010203", "7" + "f".repeat(31))).isEqualTo("0000");
    }

    private String foundByAll(String small, String number, String address, String wide) {
        return network.send(2, small + number + address + wide)
                .get(0)
                .hex()
                .substring(46 + 24, 46 + 28);
    }

    @Test
    void entriesOfTheProgramAreTakenInTheirOrder() {
        int[][] expected = {{0x11, 1}, {0x12, 1}, {0x21, 3}, {0x22, 4}, {0x33, 99}};
        for (int[] pair : expected) {
            String frame = "%02x".formatted(pair[0]) + "0".repeat(44);
            assertThat(network.send(2, frame).get(0).hex()).endsWith("%04x".formatted(pair[1]));
        }
    }

    @Test
    void entriesAreCounted() {
        MatchKey key = new MatchKey.Exact(number(9));
        network.add(
                "TestIngress.t_by_exact",
                0,
                ActionCall.of("TestIngress.found_by_exact", number(1)),
                key);
        TableControl table = network.table("TestIngress.t_by_exact");
        String frame = "00" + "0000" + "00000000" + "0".repeat(31) + "9";
        network.send(2, frame);
        network.send(2, frame + "ffff");
        assertThat(table.readCounter(List.of(key), 0)).isEqualTo(new CounterValue(2, 23 + 25));
        table.writeCounter(List.of(key), 0, CounterValue.ZERO);
        assertThat(table.readCounter(List.of(key), 0)).isEqualTo(CounterValue.ZERO);
    }
}
