// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.app.RejectedException;
import org.weir.app.change.Plan;
import org.weir.app.json.ChangeJson;
import org.weir.app.policy.DocumentStore;
import org.weir.control.PortId;

/** Plans for a policy, and the guard's verdict. */
class PlansTest extends PlansFixture {
    @Test
    void planTellsSettingsAndPredictionsAndChangesNothing() throws IOException {
        for (int i = 0; i < 6; i++) {
            second(3, 8);
        }
        long sent = loop.sentCount();

        Plan plan = plans.plan(policy(0.9), EDIT);

        assertThat(loop.sentCount()).isEqualTo(sent);
        assertThat(policies.version()).isEqualTo(1);
        assertThat(plan.differences().toString())
                .isEqualTo(
                        "[{\"path\":\"classes[A].targets.delayMs\",\"before\":20.0,\"after\":0.9}]");
        var port = plan.ports().path(0);
        assertThat(port.path("device").asText()).isEqualTo("device:s1");
        assertThat(port.path("changes").asBoolean()).isTrue();
        var voice = port.path("classes").path(0);
        assertThat(voice.path("loadBps").asDouble()).isBetween(2.9e6, 3.1e6);
        double expected = voice.path("planned").path("delayMs").asDouble();
        assertThat(expected).isLessThan(voice.at("/planned/guaranteed/delayMs").asDouble());
        assertThat(expected)
                .isBetween(
                        voice.at("/planned/low/delayMs").asDouble(),
                        voice.at("/planned/high/delayMs").asDouble());
        assertThat(voice.path("planned").path("thresholdPackets").asInt())
                .isLessThan(voice.path("now").path("thresholdPackets").asInt());
    }

    /** A node plans only its own ports; a reader must not take them for all. */
    @Test
    void planCountsPortsOfOtherNodes() throws IOException {
        second(3, 8);
        Plan plan = plans.plan(policy(0.9), EDIT);
        assertThat(plan.ports()).hasSize(1);
        assertThat(ChangeJson.PLAN.write(plan).path("portsNotPlanned").asInt(-1)).isEqualTo(1);
        Plan stored = plans.plan(plan.number()).orElseThrow();
        assertThat(ChangeJson.PLAN.write(stored).path("portsNotPlanned").asInt(-1)).isEqualTo(1);
    }

    @Test
    void planHasWhatWasMeasured() throws IOException {
        assertThat(plans.plan(policy(0.9), EDIT).ports().at("/0/classes/0/measured").isNull())
                .isTrue();
        for (int i = 0; i < 6; i++) {
            second(3, 0);
        }
        var classes = plans.plan(policy(0.9), EDIT).ports().path(0).path("classes");
        assertThat(classes.at("/0/measured/offeredBps").asDouble()).isBetween(2.9e6, 3.1e6);
        assertThat(classes.at("/0/measured/packetBytes").asDouble()).isEqualTo(1000);
        assertThat(classes.at("/1/measured/packetBytes").isNull()).isTrue();
    }

    @Test
    void simulationOutlivesARestartAndIsForgottenWithItsPlan() throws IOException {
        second(3, 8);
        Plan plan = plans.plan(policy(0.9), EDIT);
        ObjectNode result =
                (ObjectNode)
                        mapper.readTree(
                                ("{'seeds':1,'periods':1,'assumptions':[],'ports':[{'device':"
                                                + "'device:s1','port':4,'classes':[]}]}")
                                        .replace('\'', '"'));
        plans.simulated(plan.number(), result);

        boot();

        assertThat(plans.plan(1).get().simulation()).contains(result);
        assertThat(plans.plan(1).get().ports()).hasToString(plan.ports().toString());
        plans.apply(1, 0, EDIT);
        assertThat(plans.plan(1).get().simulation()).contains(result);
        plans.forget(1);
        assertThat(plans.plan(1)).isEmpty();
        assertThat(details.store().get(1)).isEmpty();
    }

    /** Somebody who has read a plan that was then deleted must not apply another one by it. */
    @Test
    void numberOfADeletedPlanIsNeverAnothersAlsoAfterARestart() throws IOException {
        plans.plan(policy(5), EDIT);
        plans.forget(plans.plan(policy(6), EDIT).number());
        assertThat(plans.plan(policy(7), EDIT).number()).isEqualTo(3);
        plans.forget(3);
        plans.forget(1);
        boot();
        assertThat(plans.plan(policy(8), EDIT).number()).isEqualTo(4);
        assertThatThrownBy(() -> plans.apply(3, 0, EDIT)).hasMessage("plan: there is no plan 3");
    }

    @Test
    void storeOfAnEarlierVersionHasNoLastNumberAndGoesOnAfterItsPlans() throws IOException {
        plans.plan(policy(5), EDIT);
        plans.plan(policy(6), EDIT);
        details.store().remove(0);
        boot();
        assertThat(plans.plan(policy(7), EDIT).number()).isEqualTo(3);
    }

    @Test
    void plansOfTwoNodesAtOnceGetTwoNumbers() throws IOException {
        details.beforeAdding(
                () -> {
                    try {
                        plans.plan(policy(5), EDIT);
                        plans.forget(1);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
        assertThat(plans.plan(policy(6), EDIT).number()).isEqualTo(2);
        assertThat(plans.plans()).extracting(Plan::number).containsExactly(2L);
    }

    @Test
    void oldPlansAreForgottenButNotOneUnderGuard() throws IOException {
        Plan guarded = plans.plan(policy(5), EDIT);
        plans.plan(policy(6), EDIT);
        plans.apply(guarded.number(), GUARD_SECONDS, EDIT);
        for (int i = 1; i <= DocumentStore.KEPT; i++) {
            plans.plan(policy(6), EDIT);
        }

        assertThat(plans.plans()).hasSize(DocumentStore.KEPT + 1);
        assertThat(plans.plan(1).get().ports()).hasToString(guarded.ports().toString());
        assertThat(plans.plan(2)).isEmpty();
        assertThat(details.store().get(2)).isEmpty();
        ticks(GUARD_SECONDS + 1);
        assertThat(plans.plan(1).get().note())
                .isEqualTo("kept by the guard; 1 port of other nodes was not watched");
        plans.plan(policy(6), EDIT);
        assertThat(plans.plan(1)).isEmpty();
        assertThat(details.store().get(1)).isEmpty();
    }

    @Test
    void canaryStaysHoweverManyPlansAreMade() throws IOException {
        plans.plan(policy(5), EDIT);
        plans.applyTo(1, Set.of(PORT), 0, EDIT);
        for (int i = 1; i <= DocumentStore.KEPT; i++) {
            plans.plan(policy(6), EDIT);
        }
        boot();
        assertThat(plans.plan(1).get().state()).isEqualTo(Plan.State.CANARY);
    }

    @Test
    void targetThatCannotBeHadIsToldBeforehand() throws IOException {
        for (int i = 0; i < 6; i++) {
            second(9.5, 2);
        }
        Plan plan = plans.plan(policy(0.1), EDIT);
        assertThat(plan.ports().path(0).path("feasible").asBoolean()).isFalse();
        assertThat(
                        plan.ports()
                                .path(0)
                                .path("classes")
                                .path(0)
                                .path("planned")
                                .path("missed")
                                .path(0)
                                .asText())
                .contains("delay");
    }

    @Test
    void planOfAWrongPolicyIsRefused() throws IOException {
        ObjectNode wrong = policy(-1);
        assertThatThrownBy(() -> plans.plan(wrong, EDIT))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("classes[0].targets.delayMs");
        assertThat(plans.plans()).isEmpty();
    }

    @Test
    void appliedPlanRunsAndCannotBeAppliedAgain() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);

        Plan applied = plans.apply(plan.number(), 0, EDIT);

        assertThat(applied.state()).isEqualTo(Plan.State.APPLIED);
        assertThat(applied.appliedAs()).hasValue(2);
        assertThat(policies.document()).contains(policy(5));
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.APPLIED);
        assertThatThrownBy(() -> plans.apply(plan.number(), 0, EDIT))
                .hasMessageContaining("plan 1 is applied");
    }

    @Test
    void planMadeOnAnOlderVersionIsRefused() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        policies.replace(policy(7), EDIT);
        assertThatThrownBy(() -> plans.apply(plan.number(), 0, EDIT))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("made on version 1 of the policy, and version 2 runs");
        assertThat(policies.document()).contains(policy(7));
    }

    @Test
    void planIsAppliedAfterARestart() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        boot();
        assertThat(plans.plan(plan.number()).get().ports()).hasToString(plan.ports().toString());
        plans.apply(plan.number(), 0, EDIT);
        assertThat(policies.document()).contains(policy(5));
    }

    @Test
    void guardTakesBackAPlanThatDoesHarm() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        met = Map.of("class A at s1/4", false);

        ticks(20);

        Plan ended = plans.plan(plan.number()).get();
        assertThat(ended.state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(ended.note()).startsWith("class A at s1/4 missed its targets in ");
        assertThat(policies.document()).contains(policy(20));
        assertThat(policies.history().version(3).get().version().via()).isEqualTo("guard");
    }

    @Test
    void guardRemembersThePeriodsBeforeAPlanThatIsAppliedLate() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(1000);
        plans.apply(plan.number(), 20, EDIT);
        met = Map.of("class A at s1/4", false);

        ticks(20);

        Plan ended = plans.plan(plan.number()).get();
        assertThat(ended.state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(ended.note()).contains("before in 0 of 581 periods");
    }

    @Test
    void guardKeepsAPlanThatDoesNone() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(10);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.GUARDED);
        ticks(GUARD_SECONDS + 1);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.APPLIED);
        met = Map.of("class A at s1/4", false);
        ticks(60);
        assertThat(policies.document()).contains(policy(5));
    }

    private String note(long number) {
        Plan plan = plans.plan(number).get();
        assertThat(plan.state()).isEqualTo(Plan.State.APPLIED);
        return plan.note();
    }

    private Plan underGuard() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        return plans.apply(plan.number(), GUARD_SECONDS, EDIT);
    }

    @Test
    void planWhoseGuardEndedWhileOnosWasAwayIsNotCalledKept() throws IOException {
        Plan plan = underGuard();
        nowMs += 10 * GUARD_SECONDS * 1000L;
        boot();
        ticks(1);
        assertThat(note(plan.number())).startsWith("not judged: ");
    }

    @Test
    void planOfLongPeriodsIsNotCalledKeptByAShortGuard() throws IOException {
        periodMs = 30_000;
        Plan plan = underGuard();
        ticks(GUARD_SECONDS + 1);
        assertThat(note(plan.number())).startsWith("not judged: ");
    }

    /** While settings are frozen, a plan's settings reach no switch. */
    @Test
    void planWhoseSettingsAreNotInForceIsNotCalledKept() throws IOException {
        isInForce = false;
        Plan plan = underGuard();
        ticks(GUARD_SECONDS + 1);
        assertThat(note(plan.number())).startsWith("not judged: ");
    }

    @Test
    void stepOfTheWallClockDoesNotChangeTheTimeOfAGuard() throws IOException {
        for (long stepMs : new long[] {3_600_000, -3_600_000}) {
            Plan plan = plans.plan(policy(stepMs > 0 ? 5 : 6), EDIT);
            plans.apply(plan.number(), GUARD_SECONDS, EDIT);
            ticks(GUARD_SECONDS / 2);
            aheadMs += stepMs;
            ticks(GUARD_SECONDS / 2 - 1);
            assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.GUARDED);
            ticks(1);
            assertThat(note(plan.number()))
                    .isEqualTo("kept by the guard; 1 port of other nodes was not watched");
        }
    }

    @Test
    void guardEndsInItsTimeAfterARestartWithAnEarlierClock() throws IOException {
        Plan plan = underGuard();
        aheadMs -= 3_600_000;
        boot();
        ticks(GUARD_SECONDS + 1);
        assertThat(note(plan.number()))
                .isEqualTo("kept by the guard; 1 port of other nodes was not watched");
    }

    @Test
    void guardGoesOnAfterARestart() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        met = Map.of("class A at s1/4", false);
        ticks(2);
        boot();
        ticks(15);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.ROLLED_BACK);
    }

    /** Somebody else's change is not taken back with the plan. */
    @Test
    void guardEndsWhenAnotherPolicyComesIntoForce() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        policies.replace(policy(7), EDIT);
        met = Map.of("class A at s1/4", false);
        ticks(60);
        assertThat(policies.document()).contains(policy(7));
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.APPLIED);
    }

    /** While the store of versions does not answer, nobody knows which version runs. */
    private void outage() throws IOException {
        versions.fail(true);
        registry.apply(policies.document().orElseThrow());
        assertThat(policies.version()).isZero();
    }

    @Test
    void guardGoesOnAfterAnOutageOfTheStore() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        outage();
        met = Map.of("class A at s1/4", false);
        ticks(15);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.GUARDED);

        versions.fail(false);
        policies.findVersion();
        ticks(1);

        Plan ended = plans.plan(plan.number()).get();
        assertThat(ended.state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(policies.document()).contains(policy(20));
    }

    /** No change of the configuration tells that the store is away: the take-back meets it. */
    @Test
    void planIsTakenBackAfterAnOutageThatOnlyTheGuardMet() throws IOException {
        Plan plan = underGuard();
        versions.fail(true);
        met = Map.of("class A at s1/4", false);
        ticks(20);
        met = Map.of("class A at s1/4", true);
        ticks(GUARD_SECONDS);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.GUARDED);

        versions.fail(false);
        ticks(1);

        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(policies.document()).contains(policy(20));
    }

    @Test
    void takeBackThatTheStoreKeptWithoutAnAnswerComesIntoForce() throws IOException {
        Plan plan = underGuard();
        versions.afterAdding(() -> versions.fail(true));
        met = Map.of("class A at s1/4", false);
        ticks(20);
        assertThat(policies.document()).contains(policy(5));

        versions.fail(false);
        ticks(1);

        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(policies.document()).contains(policy(20));
        assertThat(policies.history().versions()).hasSize(3);
    }

    @Test
    void planAfterAnOutageOfTheStoreIsOfTheVersionThatRuns() throws IOException {
        outage();
        versions.fail(false);

        Plan plan = plans.plan(policy(5), EDIT);

        assertThat(plan.basedOn()).isEqualTo(1);
        assertThat(plans.apply(plan.number(), 0, EDIT).appliedAs()).hasValue(2);
    }

    @Test
    void oneGuardAtATime() throws IOException {
        Plan first = plans.plan(policy(5), EDIT);
        plans.apply(first.number(), GUARD_SECONDS, EDIT);
        Plan second = plans.plan(policy(6), EDIT);
        assertThatThrownBy(() -> plans.apply(second.number(), 0, EDIT))
                .hasMessageContaining("plan 1 is under guard");
        assertThatThrownBy(() -> plans.forget(first.number()))
                .hasMessageContaining("plan 1 is under guard");
    }

    @Test
    void guardsTimeHasLimits() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        for (int seconds : new int[] {-1, 1, 19, 3601}) {
            assertThatThrownBy(() -> plans.apply(plan.number(), seconds, EDIT))
                    .hasMessage("guardSeconds: must be 0 or 20 to 3600");
        }
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.OPEN);
    }

    /** ONOS ends after it has stored the new version and before it has stored the plan's state. */
    private void endBetweenTheTwoWrites(long number, int guardSeconds) {
        versions.afterAdding(() -> stored.fail(true));
        assertThatThrownBy(() -> plans.apply(number, guardSeconds, EDIT))
                .isInstanceOf(RejectedException.class);
        stored.fail(false);
        assertThat(policies.history().versions()).hasSize(2);
    }

    @Test
    void planWhoseStateWasNotStoredIsAppliedAfterTheNextStart() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        endBetweenTheTwoWrites(plan.number(), 0);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.OPEN);

        boot();

        Plan settled = plans.plan(plan.number()).get();
        assertThat(settled.state()).isEqualTo(Plan.State.APPLIED);
        assertThat(settled.appliedAs()).hasValue(2);
        assertThat(policies.document()).contains(policy(5));
        assertThatThrownBy(() -> plans.apply(plan.number(), 0, EDIT))
                .hasMessageContaining("plan 1 is applied");
    }

    @Test
    void guardOfAPlanWhoseStateWasNotStoredBeginsAfterTheNextStart() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        endBetweenTheTwoWrites(plan.number(), GUARD_SECONDS);
        nowMs += 10 * GUARD_SECONDS * 1000L;
        met = Map.of("class A at s1/4", false);

        boot();
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.GUARDED);
        ticks(20);

        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(policies.document()).contains(policy(20));
    }

    /** Another node of the cluster ends, and this one goes on. */
    @Test
    void planWhoseStateWasNotStoredIsAppliedByTheNodeThatGoesOn() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        endBetweenTheTwoWrites(plan.number(), 0);
        ticks(1);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.APPLIED);
    }

    @Test
    void planWhoseVersionWasNotStoredStaysOpen() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        versions.fail(true);
        assertThatThrownBy(() -> plans.apply(plan.number(), 0, EDIT))
                .isInstanceOf(RejectedException.class);
        versions.fail(false);
        boot();
        ticks(100);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.OPEN);

        policies.replace(policy(5), EDIT);
        boot();
        ticks(1);

        assertThat(plans.plan(plan.number()).get().state())
                .as("version 2 is of the policy, and not of the plan")
                .isEqualTo(Plan.State.OPEN);
    }

    @Test
    void guardTellsOfAllPortsOfOtherNodes() throws IOException {
        Map<Set<PortId>, String> notes =
                Map.of(
                        Set.of(PORT), "kept by the guard",
                        Set.of(PORT, OTHER, new PortId("device:s3", 2)),
                                "kept by the guard; 2 ports of other nodes were not watched");
        double delayMs = 5;
        for (Map.Entry<Set<PortId>, String> note : notes.entrySet()) {
            underControl = note.getKey();
            Plan plan = plans.plan(policy(delayMs++), EDIT);
            plans.apply(plan.number(), GUARD_SECONDS, EDIT);
            ticks(GUARD_SECONDS + 1);
            assertThat(note(plan.number())).isEqualTo(note.getValue());
        }
    }

    /** A plan that stays under guard blocks all others. */
    @Test
    void endOfAGuardIsStoredWhenTheStoreAnswersAgain() throws IOException {
        Plan plan = underGuard();
        ticks(GUARD_SECONDS - 1);
        stored.fail(true);
        ticks(3);
        stored.fail(false);
        ticks(1);
        assertThat(note(plan.number()))
                .isEqualTo("kept by the guard; 1 port of other nodes was not watched");
    }

    @Test
    void planThatTheGuardWasTakingBackIsRolledBackAfterTheNextStart() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        met = Map.of("class A at s1/4", false);
        versions.afterAdding(() -> stored.fail(true));
        ticks(20);
        stored.fail(false);
        assertThat(policies.document()).contains(policy(20));

        boot();
        ticks(1);

        Plan settled = plans.plan(plan.number()).get();
        assertThat(settled.state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(settled.note()).startsWith("class A at s1/4 missed its targets in ");
    }
}
