// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.app.RejectedException;
import org.weir.app.change.Canary;
import org.weir.app.change.Plan;
import org.weir.app.policy.OneConfiguration;
import org.weir.app.policy.WeirConfig;
import org.weir.control.PortId;

/** Plans that are in force at some ports first. */
class CanaryTest extends PlansFixture {
    private static final Set<PortId> FIRST = Set.of(PORT);

    private double delayTargetMs(PortId port) {
        return policies.policy()
                .get()
                .at(port)
                .classes()
                .get(0)
                .spec()
                .targets()
                .delayMs()
                .getAsDouble();
    }

    private Plan begin(int guardSeconds) throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        return plans.applyTo(plan.number(), FIRST, guardSeconds, EDIT);
    }

    private Plan read() {
        return plans.plan(1).get();
    }

    @Test
    void canaryRunsTheNewPolicyAndAllOthersTheOldOne() throws IOException {
        Plan begun = begin(0);

        assertThat(begun.state()).isEqualTo(Plan.State.CANARY);
        assertThat(begun.canary().get().ports()).isEqualTo(FIRST);
        assertThat(begun.canary().get().who()).isEqualTo("ann");
        assertThat(delayTargetMs(PORT)).isEqualTo(5);
        assertThat(delayTargetMs(OTHER)).isEqualTo(20);
        assertThat(loop.policy().at(PORT)).isEqualTo(policies.check(policy(5)));
        assertThat(policies.version()).isEqualTo(1);
        assertThat(policies.document()).contains(policy(20));
        assertThat(policies.canary(PORT).get().number()).isEqualTo(1);
        assertThat(policies.canary(OTHER)).isEmpty();
    }

    @Test
    void morePortsJoin() throws IOException {
        begin(0);
        Plan wider = plans.applyTo(1, Set.of(OTHER), 0, EDIT);
        assertThat(wider.canary().get().ports()).containsExactly(PORT, OTHER);
        assertThat(delayTargetMs(OTHER)).isEqualTo(5);
    }

    /** Ports without the plan need no watch. */
    @Test
    void guardTellsOfPortsOfOtherNodesThatHaveThePlan() throws IOException {
        PortId third = new PortId("device:s3", 2);
        underControl = Set.of(PORT, OTHER, third);
        Map<Set<PortId>, String> ends =
                Map.of(
                        FIRST,
                        "",
                        Set.of(PORT, OTHER),
                        "; 1 port of other nodes was not watched",
                        underControl,
                        "; 2 ports of other nodes were not watched");
        long number = 0;
        for (Map.Entry<Set<PortId>, String> end : ends.entrySet()) {
            plans.plan(policy(5), EDIT);
            number++;
            ticks(60);
            plans.applyTo(number, end.getKey(), GUARD_SECONDS, EDIT);
            ticks(GUARD_SECONDS + 1);
            assertThat(plans.plan(number).get().note())
                    .isEqualTo("kept by the guard at the canary's ports" + end.getValue());
            plans.endCanary(number, EDIT);
        }
    }

    @Test
    void completionIsAVersion() throws IOException {
        begin(0);
        Plan applied = plans.apply(1, 0, EDIT);
        assertThat(applied.state()).isEqualTo(Plan.State.APPLIED);
        assertThat(applied.appliedAs()).hasValue(2);
        assertThat(delayTargetMs(OTHER)).isEqualTo(5);
        assertThat(policies.canary()).isEmpty();
        ticks(3);
        assertThat(read().state()).isEqualTo(Plan.State.APPLIED);
        assertThat(read().canary().get().ports()).isEqualTo(FIRST);
    }

    @Test
    void completionWhoseStateWasNotStoredIsAppliedAfterTheNextStart() throws IOException {
        begin(0);
        versions.afterAdding(() -> stored.fail(true));
        assertThatThrownBy(() -> plans.apply(1, 0, EDIT)).isInstanceOf(RejectedException.class);
        stored.fail(false);

        loop = null;
        boot();
        ticks(3);

        assertThat(read().state()).isEqualTo(Plan.State.APPLIED);
        assertThat(read().appliedAs()).hasValue(2);
        assertThat(delayTargetMs(OTHER)).isEqualTo(5);
        assertThat(policies.canary()).isEmpty();
    }

    @Test
    void rollBackRestoresTheOldPolicy() throws IOException {
        begin(0);
        Plan ended = plans.endCanary(1, EDIT);
        assertThat(ended.state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(ended.note()).isEqualTo("canary rolled back by ann (REST)");
        assertThat(delayTargetMs(PORT)).isEqualTo(20);
        assertThat(policies.version()).isEqualTo(1);
        assertThatThrownBy(() -> plans.endCanary(1, EDIT))
                .hasMessage("plan 1 is rolled-back, no canary");
        assertThatThrownBy(() -> plans.applyTo(1, FIRST, 0, EDIT))
                .hasMessageContaining("plan 1 is rolled-back");
    }

    @Test
    void canaryAndItsGuardGoOnAfterARestart() throws IOException {
        begin(GUARD_SECONDS);
        loop = null;
        boot();
        assertThat(loop.policy().at(PORT)).isEqualTo(policies.check(policy(5)));
        assertThat(delayTargetMs(OTHER)).isEqualTo(20);
        met = Map.of("class A at s1/4", false);

        ticks(20);

        assertThat(read().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(read().note()).startsWith("class A at s1/4 missed its targets in ");
        assertThat(delayTargetMs(PORT)).isEqualTo(20);
        assertThat(policies.version()).isEqualTo(1);
    }

    /** While the store of versions does not answer, nobody knows which version runs. */
    @Test
    void canaryAndItsGuardGoOnAfterAnOutageOfTheStore() throws IOException {
        begin(GUARD_SECONDS);
        versions.fail(true);
        registry.apply(policies.document().orElseThrow());
        assertThat(policies.version()).isZero();
        ticks(2);
        assertThat(read().state()).isEqualTo(Plan.State.CANARY);
        assertThat(read().isGuarded()).isTrue();

        versions.fail(false);
        policies.findVersion();
        met = Map.of("class A at s1/4", false);
        ticks(20);

        assertThat(read().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(read().note()).startsWith("class A at s1/4 missed its targets in ");
    }

    @Test
    void guardThatKeepsACanaryLeavesItOne() throws IOException {
        begin(GUARD_SECONDS);
        ticks(GUARD_SECONDS + 1);
        assertThat(read().state()).isEqualTo(Plan.State.CANARY);
        assertThat(read().note()).isEqualTo("kept by the guard at the canary's ports");
        met = Map.of("class A at s1/4", false);
        ticks(30);
        assertThat(read().state()).isEqualTo(Plan.State.CANARY);

        plans.apply(1, GUARD_SECONDS, EDIT);
        ticks(20);

        assertThat(read().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(policies.document()).contains(policy(20));
    }

    @Test
    void noOtherChangeIsAcceptedMeanwhile() throws IOException {
        begin(0);
        ObjectNode other = policy(7);
        Plan second = plans.plan(policy(6), EDIT);
        assertThatThrownBy(() -> policies.replace(other, EDIT))
                .hasMessage("plan 1 is a canary: apply it to all ports or roll it back first");
        assertThatThrownBy(() -> plans.apply(second.number(), 0, EDIT))
                .hasMessageContaining("plan 1 is a canary");
        assertThatThrownBy(() -> plans.forget(1)).hasMessageContaining("plan 1 is a canary");
        assertThat(policies.document()).contains(policy(20));
        assertThat(delayTargetMs(PORT)).isEqualTo(5);
        plans.endCanary(1, EDIT);
        assertThat(policies.replace(other, EDIT).version()).isEqualTo(2);
    }

    /** ONOS has accepted a network configuration before this application hears of it. */
    @Test
    void policyByNetworkConfigurationEndsTheCanary() throws IOException {
        begin(0);
        registry.applyConfig(OneConfiguration.APP, WeirConfig.class, policy(7));
        assertThat(delayTargetMs(PORT)).isEqualTo(7);
        assertThat(delayTargetMs(OTHER)).isEqualTo(7);
        ticks(1);
        assertThat(read().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(read().note()).isEqualTo("canary ended: version 2 came into force");
        assertThat(policies.policy().get().canaryPorts()).isEmpty();
    }

    @Test
    void wrongPortsAreRefusedAndChangeNothing() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        PortId unknown = new PortId("device:s9", 1);
        assertThatThrownBy(() -> plans.applyTo(plan.number(), Set.of(unknown), 0, EDIT))
                .hasMessage("ports: device:s9/1 is not under control");
        assertThatThrownBy(() -> plans.applyTo(plan.number(), Set.of(), 0, EDIT))
                .hasMessage("ports: must name a port");
        assertThat(read().state()).isEqualTo(Plan.State.OPEN);
        assertThat(policies.policy().get().canaryPorts()).isEmpty();
    }

    @Test
    void portsAreReadAsTheShellTypesThem() {
        assertThat(Canary.ports("device:s2/1, device:s1/4")).containsExactly(PORT, OTHER);
        for (String wrong :
                new String[] {"", "device:s1", "device:s1/0", "/4", "a/4,", "a/4,a/4"}) {
            assertThatThrownBy(() -> Canary.ports(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("ports: ");
        }
    }

    @Test
    void planOfValuesThatPortsCannotHaveIsRefused() throws IOException {
        plans.plan(policy(5).put("periodMs", 500), EDIT);
        assertThatThrownBy(() -> plans.applyTo(1, FIRST, 0, EDIT))
                .hasMessage("periodMs: cannot differ between ports; apply the plan to all");
        assertThat(read().state()).isEqualTo(Plan.State.OPEN);
    }

    /** Nothing tells another node but the store. */
    @Test
    void canaryOfAnotherNodeComesIntoForceHere() throws IOException {
        plans.plan(policy(5), EDIT);
        Plans here = plans;
        var policiesHere = policies;
        var loopHere = loop;
        loop = null;
        boot();
        plans.applyTo(1, FIRST, 0, EDIT);
        loop = loopHere;

        nowMs += 1000;
        here.tick();

        assertThat(policiesHere.canary(PORT).get().number()).isEqualTo(1);
        plans.endCanary(1, EDIT);
        here.tick();
        assertThat(policiesHere.canary()).isEmpty();
    }
}
