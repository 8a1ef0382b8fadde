// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.runtime.PiAction;
import org.weir.pipelines.P4Names;

/** A switch with ten thousand rules: their cost grows with their number, not its square. */
class ManyRulesTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final String SECTION = "classes";
    private static final int RULES = 10_000;

    private final RuleFactory factory =
            new RuleFactory(new DefaultApplicationId(7, "org.weir.app"));
    private final AtomicLong comparisons = new AtomicLong();
    private final List<Integer> writes = new ArrayList<>();

    /** Index of the write that is refused, from 0; −1 for none. */
    private int refusedWrite = -1;

    private final HeldRules entries =
            new HeldRules() {
                @Override
                public void apply(FlowRuleOperations operations) {
                    refuse(writes.size() == refusedWrite);
                    writes.add(operations.stages().stream().mapToInt(stage -> stage.size()).sum());
                    super.apply(operations);
                }
            };
    private final StoredRules stored = new StoredRules(false);
    private final RuleBook book = new RuleBook(entries, new Master(), stored.archive());

    /** Rules of which the comparisons are counted, in the class that is given. */
    private List<FlowRule> rules(int count, int classIndex) {
        PiAction action =
                RuleFactory.action(P4Names.ACTION_SET_CLASS, P4Names.PARAM_CLASS_ID, classIndex);
        List<FlowRule> rules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rules.add(
                    new CountedRule(
                            factory.rule(
                                    DEVICE,
                                    P4Names.TABLE_IPV4_CLASSES,
                                    PiCriterion.builder()
                                            .matchTernary(P4Names.FIELD_IPV4_SRC, i, 0xFFFFFFFFL)
                                            .build(),
                                    1 + i,
                                    action),
                            comparisons));
        }
        return rules;
    }

    @Test
    void comparisonsGrowWithTheNumberOfRules() {
        assertThat(book.replace(DEVICE, SECTION, rules(RULES, 1))).isCompleted();
        assertThat(book.replace(DEVICE, SECTION, rules(RULES, 1))).isCompleted();
        assertThat(book.replace(DEVICE, SECTION, rules(RULES, 2))).isCompleted();
        assertThat(book.replace(DEVICE, SECTION, List.of())).isCompleted();

        // A search of all for each would be 100 000 000 a step.
        assertThat(comparisons).hasValueLessThan(100L * RULES);
        assertThat(entries.all()).isEmpty();
    }

    @Test
    void theyAreWrittenInPartsAndCountedAsTheSwitchHasThem() {
        assertThat(book.replace(DEVICE, SECTION, rules(RULES, 1))).isCompleted();

        assertThat(writes)
                .hasSize(RULES / FlowWriter.PART_RULES)
                .allMatch(rules -> rules <= FlowWriter.PART_RULES);
        assertThat(book.confirmedCount(DEVICE)).isEqualTo(RULES);
        assertThat(book.unconfirmedCount(DEVICE)).isZero();

        refusedWrite = writes.size();
        assertThat(book.replace(DEVICE, SECTION, rules(RULES, 2))).isCompletedExceptionally();
        assertThat(book.unconfirmedCount(DEVICE)).isEqualTo(FlowWriter.PART_RULES);
        assertThat(book.confirmedCount(DEVICE)).isEqualTo(RULES - FlowWriter.PART_RULES);
    }

    @Test
    void partThatIsRefusedHoldsBackNoOtherAndIsWrittenAgain() {
        refusedWrite = 1;
        assertThat(book.replace(DEVICE, SECTION, rules(1800, 1)))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("500 rule(s) not confirmed");
        assertThat(writes).containsExactly(500, 500, 500, 300);
        assertThat(book.confirmedCount(DEVICE)).isEqualTo(1300);
        assertThat(book.unconfirmedCount(DEVICE)).isEqualTo(500);

        assertThat(book.replace(DEVICE, SECTION, rules(1800, 1))).isCompleted();
        assertThat(writes).containsExactly(500, 500, 500, 300, 500);
        assertThat(book.confirmedCount(DEVICE)).isEqualTo(1800);
    }

    @Test
    void rulesThatTheSwitchHasNotGivenUpAreRemovedAgain() {
        book.replace(DEVICE, SECTION, rules(1800, 1));
        refusedWrite = writes.size() + 1;
        assertThat(book.replace(DEVICE, SECTION, List.of())).isCompletedExceptionally();
        assertThat(entries.all()).hasSize(500);

        // One of them is wanted again meanwhile.
        assertThat(book.replace(DEVICE, SECTION, rules(1, 1))).isCompleted();
        assertThat(entries.all()).hasSize(1);
        assertThat(book.replace(DEVICE, SECTION, List.of())).isCompleted();
        assertThat(entries.all()).isEmpty();
    }

    @Test
    void theyAreRememberedInPartsAndOnlyChangedOnesAreSavedAgain() {
        List<FlowRule> rules = new ArrayList<>(rules(1200, 1));
        book.replace(DEVICE, SECTION, rules);
        assertThat(stored.entries()).hasSizeBetween(3, 6).containsKey("device:s1|classes");
        assertThat(stored.entries().values())
                .allMatch(part -> part.size() <= RuleArchive.PART_RULES);

        // The book lists a changed rule behind all others.
        Map<String, List<FlowRule>> before = Map.copyOf(stored.entries());
        rules.set(0, rules(1, 2).get(0));
        book.replace(DEVICE, SECTION, rules);
        assertThat(changedSince(before)).hasSize(1);
        before = Map.copyOf(stored.entries());
        rules.remove(5);
        book.replace(DEVICE, SECTION, rules);
        assertThat(changedSince(before)).hasSize(1);

        RuleBook restarted = new RuleBook(entries, new Master(), stored.archive());
        restarted.restore();
        assertThat(restarted.rules(DEVICE, SECTION)).containsExactlyInAnyOrderElementsOf(rules);
        before = Map.copyOf(stored.entries());
        rules.remove(5);
        restarted.replace(DEVICE, SECTION, rules);
        assertThat(changedSince(before)).hasSize(1);
        restarted.replace(DEVICE, SECTION, rules.subList(0, 150));
        assertThat(stored.entries()).containsOnlyKeys("device:s1|classes");
        restarted.replace(DEVICE, SECTION, List.of());
        assertThat(stored.entries()).isEmpty();
    }

    /** The parts that have been saved since. */
    private List<String> changedSince(Map<String, List<FlowRule>> before) {
        assertThat(stored.entries()).hasSameSizeAs(before);
        return before.keySet().stream()
                .filter(key -> stored.entries().get(key) != before.get(key))
                .collect(Collectors.toList());
    }

    /** Earlier builds saved rules in parts by position. */
    @Test
    void partsByPositionAreReadAndSavedAgainByIds() {
        List<FlowRule> rules = rules(1200, 1);
        for (int part = 0; part < 3; part++) {
            stored.entries()
                    .put(
                            "device:s1|classes" + (part == 0 ? "" : "#" + part),
                            rules.subList(400 * part, 400 * (part + 1)));
        }
        RuleBook restarted = new RuleBook(entries, new Master(), stored.archive());
        restarted.restore();
        assertThat(restarted.rules(DEVICE, SECTION)).isEqualTo(rules);
        restarted.replace(DEVICE, SECTION, rules.subList(1, 1200));

        RuleBook again = new RuleBook(entries, new Master(), stored.archive());
        again.restore();
        assertThat(again.rules(DEVICE, SECTION))
                .containsExactlyInAnyOrderElementsOf(rules.subList(1, 1200));
        assertThat(again.unconfirmedCount(DEVICE)).isZero();
    }

    private static final class CountedRule extends DefaultFlowRule {
        private final AtomicLong comparisons;

        CountedRule(FlowRule rule, AtomicLong comparisons) {
            super(rule);
            this.comparisons = comparisons;
        }

        @Override
        public boolean equals(Object other) {
            comparisons.incrementAndGet();
            return super.equals(other);
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }

    private static final class Master extends MastershipServiceAdapter {
        @Override
        public boolean isLocalMaster(DeviceId deviceId) {
            return true;
        }
    }
}
