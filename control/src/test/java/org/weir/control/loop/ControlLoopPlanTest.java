// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.policy.Policy;

/** Plans: the settings that a port would get under a policy that is not in force. */
class ControlLoopPlanTest extends OnePortLoop {

    private PortPlan plan(Policy other) {
        return loop.plan(other, List.of(other.portSpec(PORT, 0).get())).get(0);
    }

    /** Loads that rest, random ones, and random targets: the next round sends what was planned. */
    @Test
    void plannedSettingsAreThoseThatAreSentAfterwards() throws IOException {
        SplittableRandom random = new SplittableRandom(21);
        for (int run = 0; run < 40; run++) {
            setUp();
            double[] mbps = {random.nextDouble(4), random.nextDouble(4), random.nextDouble(8)};
            for (int i = 0; i < 6; i++) {
                second(mbps);
            }
            Policy other =
                    policy("'delayMs': " + (0.5 + random.nextDouble(20)), "{'scheme': 'none'}");
            int before = sent.size();
            Decision decided = loop.decision(PORT).get();

            PortPlan planned = plan(other);

            assertThat(sent).hasSize(before);
            assertThat(loop.decision(PORT)).containsSame(decided);
            assertThat(planned.decision()).containsSame(decided);
            loop.setPolicy(other);
            loop.setPort(other.portSpec(PORT, 0).get());
            PortSettings settings = loop.step().get(0).settings();
            assertThat(planned.settings().sameInDataPlane(settings)).isTrue();
        }
    }

    /** A plan reads the estimates; to plan does not tell the loop that they were read. */
    @Test
    void planningChangesNoLaterDecision() throws IOException {
        ControlLoop planning = loop;
        ControlLoop other = newLoop();
        SplittableRandom random = new SplittableRandom(22);
        Policy wanted = policy("'delayMs': 1");
        for (int i = 0; i < 60; i++) {
            nowNs += SECOND;
            for (int index = 0; index < 3; index++) {
                bytes[index] += random.nextInt(1_000_000);
                planning.onSample(sample(index, nowNs, bytes[index]));
                other.onSample(sample(index, nowNs, bytes[index]));
            }
            plan(wanted);
            assertThat(planning.step().get(0).settings()).isEqualTo(other.step().get(0).settings());
        }
    }

    @Test
    void classKeepsItsLoadWhereverThePolicyNamesIt() throws IOException {
        for (int i = 0; i < 6; i++) {
            second(1, 2, 3);
        }
        Policy turned =
                OnePortLoop.read(
                        "{'port': {'rateBps': 10000000, 'capacityPackets': 256}, 'classes': ["
                                + "{'name': 'C', 'importance': 1},"
                                + "{'name': 'new', 'importance': 1},"
                                + "{'name': 'A', 'importance': 3, 'targets': {'delayMs': 5}}]}");

        PortPlan planned = plan(turned);

        assertThat(planned.problem().classes())
                .extracting(one -> Math.round(one.arrivalRate() / 1e5))
                .containsExactly(30L, 0L, 10L);
        loop.setPolicy(turned);
        loop.setPort(turned.portSpec(PORT, 0).get());
        assertThat(loop.step().get(0).settings().sameInDataPlane(planned.settings())).isTrue();
    }

    @Test
    void portThatIsNotUnderControlIsPlannedWithoutLoad() {
        second(1, 2, 3);
        PortSpec same = policy.portSpec(PORT, 0).get();
        loop.removePort(PORT);

        PortPlan planned = loop.plan(policy, List.of(same)).get(0);

        assertThat(planned.installed()).isEmpty();
        assertThat(planned.problem().classes()).allMatch(one -> one.arrivalRate() == 0);
        assertThat(loop.portCount()).isZero();
    }
}
