// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.onosproject.store.service.ConsistentMapException;
import org.weir.app.change.Plan;

/** Which periods a guard compares, and from when on. */
class GuardedPeriodsTest extends PlansFixture {
    /** A plan made during an outage and dropped says nothing about a later one. */
    @Test
    void guardForgetsThePeriodsOfAnotherPolicy() throws IOException {
        met = Map.of("class A at s1/4", false);
        plans.plan(policy(5), EDIT);
        ticks(600);
        policies.replace(policy(7), EDIT);
        met = Map.of("class A at s1/4", true);
        Plan plan = plans.plan(policy(6), EDIT);
        ticks(60);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        met = Map.of("class A at s1/4", false);

        ticks(40);

        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.ROLLED_BACK);
        assertThat(plans.plan(plan.number()).get().note()).contains("before in 0 of 61 periods");
    }

    @Test
    void guardForgetsPeriodsOfLongAgo() throws IOException {
        met = Map.of("class A at s1/4", false);
        plans.plan(policy(5), EDIT);
        ticks(600);
        met = Map.of("class A at s1/4", true);
        ticks(600);
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        plans.apply(plan.number(), GUARD_SECONDS, EDIT);
        met = Map.of("class A at s1/4", false);

        ticks(40);

        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.ROLLED_BACK);
    }

    /** The version of the plan is stored, and not configured yet. */
    @Test
    void guardWaitsUntilThePlanIsInForce() throws IOException {
        Plan plan = plans.plan(policy(5), EDIT);
        ticks(60);
        registry.beforeApplying(
                () -> {
                    throw new ConsistentMapException.Timeout("no answer");
                });
        assertThatThrownBy(() -> plans.apply(plan.number(), GUARD_SECONDS, EDIT))
                .hasMessageStartingWith("stored as version 2,");
        ticks(2);
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.GUARDED);
        assertThat(policies.document()).contains(policy(20));

        policies.findVersion();
        ticks(10);
        assertThat(policies.document()).contains(policy(5));
        assertThat(plans.plan(plan.number()).get().state()).isEqualTo(Plan.State.GUARDED);
    }
}
