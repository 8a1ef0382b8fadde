// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.bmv2.controlplane.table.MatchKind.EXACT;
import static org.weir.bmv2.controlplane.table.MatchKind.LPM;
import static org.weir.bmv2.controlplane.table.MatchKind.OPTIONAL;
import static org.weir.bmv2.controlplane.table.MatchKind.RANGE;
import static org.weir.bmv2.controlplane.table.MatchKind.TERNARY;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.runtime.bits.Wide;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.rules.ComputesOnly;

/**
 * Whatever is inserted, modified and deleted, each kind of table finds what a search through all
 * entries finds, and gives back the entries that it was given.
 */
@ComputesOnly
class TableIndexTest {

    private static final BigInteger ONE = BigInteger.ONE;

    /** Condition of one entry on one field: bits under a mask, or a range. */
    private record Condition(MatchKey key, BigInteger low, BigInteger high, BigInteger mask) {
        boolean holds(BigInteger field) {
            return mask == null
                    ? field.compareTo(low) >= 0 && field.compareTo(high) <= 0
                    : field.and(mask).equals(low);
        }
    }

    private static final class Known {
        final List<Condition> conditions;
        final int priority;
        final int rank;
        final long sequence;
        int number;

        Known(List<Condition> conditions, int priority, int rank, long sequence) {
            this.conditions = conditions;
            this.priority = priority;
            this.rank = rank;
            this.sequence = sequence;
        }

        boolean matches(List<BigInteger> key) {
            for (int i = 0; i < key.size(); i++) {
                if (!conditions.get(i).holds(key.get(i))) {
                    return false;
                }
            }
            return true;
        }

        List<MatchKey> match() {
            return conditions.stream().map(Condition::key).toList();
        }

        TableEntry entry() {
            return new TableEntry(match(), priority, call(number));
        }
    }

    private record Identity(List<MatchKey> match, int priority) {}

    static Stream<Arguments> keys() {
        return Stream.of(
                Arguments.of("exact, one word", 4000, List.of(f(EXACT, 32))),
                Arguments.of("exact, a whole word", 3000, List.of(f(EXACT, 64))),
                Arguments.of("exact, two words", 3000, List.of(f(EXACT, 48), f(EXACT, 33))),
                Arguments.of("exact, four words", 3000, List.of(f(EXACT, 128), f(EXACT, 72))),
                Arguments.of("prefix of an IPv4 address", 4500, List.of(f(LPM, 32))),
                Arguments.of("prefix of an IPv6 address", 4000, List.of(f(LPM, 128))),
                Arguments.of("prefix of few bits", 200, List.of(f(LPM, 9))),
                Arguments.of("prefix of 19 bits", 3000, List.of(f(LPM, 19))),
                Arguments.of("prefix of a whole word", 3000, List.of(f(LPM, 64))),
                Arguments.of("prefix of 100 bits", 3000, List.of(f(LPM, 100), f(EXACT, 20))),
                Arguments.of("prefix in a VRF", 3000, List.of(f(EXACT, 16), f(LPM, 32))),
                Arguments.of("prefix after words", 3000, List.of(f(LPM, 128), f(EXACT, 70))),
                Arguments.of("two prefixes", 500, List.of(f(LPM, 32), f(LPM, 16))),
                Arguments.of("ternary", 800, List.of(f(TERNARY, 32))),
                Arguments.of("wide ternary", 500, List.of(f(TERNARY, 128), f(TERNARY, 3))),
                Arguments.of("range", 800, List.of(f(RANGE, 16))),
                Arguments.of("wide range", 300, List.of(f(RANGE, 100))),
                Arguments.of("whole words by range", 300, List.of(f(RANGE, 64), f(RANGE, 128))),
                Arguments.of("optional", 300, List.of(f(OPTIONAL, 8), f(EXACT, 9))),
                Arguments.of(
                        "filter",
                        1500,
                        List.of(
                                f(TERNARY, 9),
                                f(TERNARY, 32),
                                f(TERNARY, 32),
                                f(TERNARY, 8),
                                f(RANGE, 16),
                                f(RANGE, 16))),
                Arguments.of(
                        "all kinds",
                        500,
                        List.of(
                                f(EXACT, 9),
                                f(LPM, 32),
                                f(RANGE, 16),
                                f(OPTIONAL, 48),
                                f(TERNARY, 128))));
    }

    private static TestTables.Field f(MatchKind kind, int width) {
        return new TestTables.Field(kind, width);
    }

    private List<TestTables.Field> fields;
    private Random random;
    private MatchTable table;
    private ControlledTable control;
    private boolean needsPriority;
    private final List<Known> known = new ArrayList<>();
    private final Map<Identity, Known> byIdentity = new HashMap<>();
    private long sequence;

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void findsWhatASearchThroughAllEntriesFinds(
            String name, int most, List<TestTables.Field> keyFields) {
        fields = keyFields;
        random = new Random(name.hashCode());
        VirtualTimeline timeline = new VirtualTimeline();
        table = new MatchTable(TestTables.table(fields));
        control = new ControlledTable(table, null, timeline, new IdleTimers(timeline, idle -> {}));
        needsPriority = control.needsPriority();
        // Filled, emptied to the last entry, and filled again.
        change(most * 3 / 2, 90, most);
        change(most * 4, 10, most);
        assertThat(known).hasSizeLessThan(most / 4);
        while (!known.isEmpty()) {
            delete(known.size() - 1);
        }
        assertThat(control.entries()).isEmpty();
        assertThat(TestTables.find(table, randomKey())).isNull();
        change(most * 2, 60, most);
    }

    /** Changes and look-ups; so many of a hundred changes insert. */
    private void change(int count, int inserts, int most) {
        for (int i = 0; i < count; i++) {
            int what = random.nextInt(100);
            if (what < inserts && known.size() < most) {
                insert();
            } else if (what >= 98 && !known.isEmpty()) {
                Known modified = known.get(random.nextInt(known.size()));
                modified.number = random.nextInt();
                control.modify(modified.entry());
            } else if (!known.isEmpty()) {
                delete(random.nextInt(known.size()));
            }
            if (i % 10 == 0) {
                lookUp();
            }
        }
        assertThat(control.entries())
                .containsExactlyInAnyOrderElementsOf(known.stream().map(Known::entry).toList());
    }

    private void insert() {
        List<Condition> conditions = new ArrayList<>();
        int prefixBits = 0;
        List<BigInteger> near = randomKey();
        for (int i = 0; i < fields.size(); i++) {
            Condition condition = randomCondition(fields.get(i), near.get(i));
            conditions.add(condition);
            if (condition.key() instanceof MatchKey.Lpm lpm) {
                prefixBits += lpm.prefixLength();
            }
        }
        int priority = needsPriority ? 1 + random.nextInt(40) : 0;
        int rank = needsPriority ? priority : prefixBits;
        Known added = new Known(conditions, priority, rank, sequence++);
        added.number = random.nextInt();
        Identity identity = new Identity(added.match(), priority);
        boolean isThere = byIdentity.containsKey(identity);
        assertThat(control.get(added.match(), priority).isPresent()).isEqualTo(isThere);
        if (!isThere) {
            control.insert(added.entry());
            known.add(added);
            byIdentity.put(identity, added);
        }
    }

    private void delete(int index) {
        Known gone = known.get(index);
        assertThat(control.get(gone.match(), gone.priority)).contains(gone.entry());
        control.delete(gone.match(), gone.priority);
        known.set(index, known.get(known.size() - 1));
        known.remove(known.size() - 1);
        byIdentity.remove(new Identity(gone.match(), gone.priority));
    }

    private void lookUp() {
        List<BigInteger> key = randomKey();
        Known best = null;
        for (Known entry : known) {
            if ((best == null
                            || entry.rank > best.rank
                            || entry.rank == best.rank && entry.sequence < best.sequence)
                    && entry.matches(key)) {
                best = entry;
            }
        }
        Entry found = TestTables.find(table, key);
        if (best == null) {
            assertThat(found).as("for %s", key).isNull();
        } else {
            assertThat(found).as("for %s", key).isNotNull();
            assertThat((int) found.action.values[0]).as("for %s", key).isEqualTo(best.number);
        }
    }

    /** Mostly near an entry, so that something is found. */
    private List<BigInteger> randomKey() {
        List<BigInteger> key = new ArrayList<>();
        Known near =
                known.isEmpty() || random.nextInt(4) == 0
                        ? null
                        : known.get(random.nextInt(known.size()));
        for (int i = 0; i < fields.size(); i++) {
            BigInteger all = all(fields.get(i).width());
            // Sparse values at the high end, dense ones at the low end.
            BigInteger value =
                    random.nextInt(3) == 0
                            ? BigInteger.valueOf(random.nextInt(16))
                                    .shiftLeft(Math.max(0, fields.get(i).width() - 4))
                            : new BigInteger(fields.get(i).width(), random);
            if (near != null) {
                Condition condition = near.conditions.get(i);
                BigInteger mask = condition.mask();
                value =
                        mask == null
                                ? random.nextBoolean() ? condition.low() : condition.high()
                                : condition.low().or(value.andNot(mask));
                int change = random.nextInt(12);
                if (change == 0) {
                    value = value.flipBit(random.nextInt(fields.get(i).width()));
                } else if (change == 1) {
                    value = value.add(ONE);
                }
            }
            key.add(value.and(all));
        }
        return key;
    }

    private Condition randomCondition(TestTables.Field field, BigInteger value) {
        int width = field.width();
        BigInteger all = all(width);
        switch (field.kind()) {
            case EXACT:
                return new Condition(new MatchKey.Exact(bytes(value, width)), value, null, all);
            case LPM:
                int length = random.nextInt(width + 1);
                BigInteger prefix = all.andNot(all(width - length));
                BigInteger start = value.and(prefix);
                return new Condition(
                        length == 0 ? MatchKey.ANY : new MatchKey.Lpm(bytes(start, width), length),
                        start,
                        null,
                        prefix);
            case RANGE:
                BigInteger other =
                        random.nextBoolean()
                                ? value.add(BigInteger.valueOf(random.nextInt(20))).min(all)
                                : new BigInteger(width, random);
                BigInteger low = random.nextInt(8) == 0 ? BigInteger.ZERO : value.min(other);
                BigInteger high = random.nextInt(8) == 0 ? all : value.max(other);
                boolean isAny = low.signum() == 0 && high.equals(all);
                return new Condition(
                        isAny
                                ? MatchKey.ANY
                                : new MatchKey.Range(bytes(low, width), bytes(high, width)),
                        low,
                        high,
                        null);
            case OPTIONAL:
                return random.nextInt(3) == 0
                        ? new Condition(MatchKey.ANY, BigInteger.ZERO, null, BigInteger.ZERO)
                        : new Condition(
                                new MatchKey.Optional(bytes(value, width)), value, null, all);
            default:
                BigInteger mask = randomMask(width);
                return new Condition(
                        mask.signum() == 0
                                ? MatchKey.ANY
                                : new MatchKey.Ternary(
                                        bytes(value.and(mask), width), bytes(mask, width)),
                        value.and(mask),
                        null,
                        mask);
        }
    }

    private BigInteger randomMask(int width) {
        return switch (random.nextInt(5)) {
            case 0 -> BigInteger.ZERO;
            case 1 -> all(width);
            case 2 -> new BigInteger(width, random);
            default -> all(width).andNot(all(random.nextInt(width + 1)));
        };
    }

    private static BigInteger all(int width) {
        return ONE.shiftLeft(width).subtract(ONE);
    }

    private static byte[] bytes(BigInteger value, int width) {
        return Wide.bytes(value, width);
    }

    private static ActionCall call(int number) {
        return ActionCall.of("found", bytes(BigInteger.valueOf(number & 0xffffffffL), 32));
    }
}
