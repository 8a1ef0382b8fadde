// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.weir.pipelines.P4Names;

/** A switch that refuses the first part of many rules, and what becomes of the second. */
class FlowWriterTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<FlowRule> RULES = rules(FlowWriter.PART_RULES + 2);

    private static List<FlowRule> rules(int count) {
        RuleFactory factory = new RuleFactory(new DefaultApplicationId(7, "org.weir.app"));
        return IntStream.range(0, count)
                .mapToObj(
                        i ->
                                factory.rule(
                                        DeviceId.deviceId("device:s1"),
                                        P4Names.TABLE_IPV4_CLASSES,
                                        PiCriterion.builder()
                                                .matchTernary(
                                                        P4Names.FIELD_IPV4_SRC, i, 0xFFFFFFFFL)
                                                .build(),
                                        1,
                                        RuleFactory.action(
                                                P4Names.ACTION_SET_CLASS,
                                                P4Names.PARAM_CLASS_ID,
                                                1)))
                .collect(Collectors.toList());
    }

    /** Adds all rules to a switch with these answers to the two parts. */
    private static CompletableFuture<Void> write(
            Consumer<FlowRuleOperations> first, Consumer<FlowRuleOperations> second) {
        List<Consumer<FlowRuleOperations>> answers = new ArrayList<>(List.of(first, second));
        FlowWriter writer =
                new FlowWriter(
                        new FlowRuleServiceAdapter() {
                            @Override
                            public void apply(FlowRuleOperations operations) {
                                answers.remove(0).accept(operations);
                            }
                        },
                        1);
        return writer.add(RULES, part -> {});
    }

    private static void refuse(FlowRuleOperations operations) {
        operations.callback().onError(operations);
    }

    private static void refuseWithoutRules(FlowRuleOperations operations) {
        operations.callback().onError(FlowRuleOperations.builder().build());
    }

    private static void noAnswer(FlowRuleOperations operations) {}

    private static void storeIsGone(FlowRuleOperations operations) {
        throw new IllegalStateException("the store is gone");
    }

    private static void failsWith(CompletableFuture<Void> done, String... texts) {
        assertThat(done)
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .satisfies(error -> assertThat(error.getMessage()).contains(texts));
    }

    @Test
    void refusalIsToldAlsoIfALaterPartIsNotAnswered() {
        failsWith(
                write(FlowWriterTest::refuse, FlowWriterTest::noAnswer),
                "500 rule(s) not confirmed",
                "no answer in time");
    }

    @Test
    void refusalIsToldAlsoIfALaterPartCannotBeSent() {
        failsWith(
                write(FlowWriterTest::refuse, FlowWriterTest::storeIsGone),
                "500 rule(s) not confirmed",
                "the store is gone");
    }

    /** Whoever asks which rules are refused must not take all others for confirmed. */
    @Test
    void refusedRulesAreUnknownIfThoseOfOnePartAre() {
        List<Consumer<FlowRuleOperations>> both =
                List.of(FlowWriterTest::refuse, FlowWriterTest::refuseWithoutRules);
        for (int first = 0; first < both.size(); first++) {
            CompletableFuture<Void> done = write(both.get(first), both.get(1 - first));
            failsWith(done, "rule(s) not confirmed, first in table", ", and others");
            assertThat(refusal(done).rules()).isEmpty();
        }
        assertThat(refusal(write(FlowWriterTest::refuse, FlowWriterTest::refuse)).rules())
                .containsExactlyInAnyOrderElementsOf(RULES);
    }

    @Test
    void refusedRulesCannotBeChanged() {
        RuleWriteException refusal = refusal(write(FlowWriterTest::refuse, FlowWriterTest::refuse));
        assertThatThrownBy(() -> refusal.rules().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static RuleWriteException refusal(CompletableFuture<Void> done) {
        Throwable error = done.handle((none, failure) -> failure).join();
        while (!(error instanceof RuleWriteException)) {
            error = error.getCause();
        }
        return (RuleWriteException) error;
    }
}
