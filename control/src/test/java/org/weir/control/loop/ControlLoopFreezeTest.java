// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frozen settings: rounds measure, solve and report, and send nothing. */
class ControlLoopFreezeTest extends OnePortLoop {

    @Test
    void frozenLoopSendsNothingWhateverChanges() throws IOException {
        for (int i = 0; i < 6; i++) {
            second(3, 1, 1);
        }
        int before = sent.size();
        loop.setFrozen(true);

        for (int i = 0; i < 10; i++) {
            second(1, 1, 7);
        }
        loop.setPolicy(policy("'delayMs': 0.5"));
        loop.setPort(loop.policy().portSpec(PORT, 0).get());
        List<Decision> decisions = loop.step();

        assertThat(sent).hasSize(before);
        assertThat(decisions.get(0).reason()).isEqualTo(DecisionReason.FROZEN);
        assertThat(loop.states().get(0).classes().get(2).arrivalRateBps()).isBetween(6.5e6, 7.5e6);
    }

    @Test
    void firstRoundAfterwardsSendsWhatIsWantedNow() throws IOException {
        for (int i = 0; i < 6; i++) {
            second(3, 1, 1);
        }
        loop.setFrozen(true);
        loop.setPolicy(policy("'delayMs': 0.5"));
        loop.setPort(loop.policy().portSpec(PORT, 0).get());
        second(3, 1, 1);
        int before = sent.size();
        assertThat(loop.isBehind(PORT)).isTrue();

        loop.setFrozen(false);
        Decision decision = loop.step().get(0);
        loop.step();
        assertThat(loop.isBehind(PORT)).isFalse();

        assertThat(decision.reason()).isEqualTo(DecisionReason.POLICY_CHANGED);
        assertThat(sent).hasSize(before + 1);
        assertThat(sent.get(before).sameInDataPlane(decision.settings())).isTrue();
    }

    @Test
    void portThatHasNoSettingsGetsNoneWhileFrozen() {
        loop.setFrozen(true);
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.FROZEN);
        assertThat(sent).isEmpty();
        loop.setFrozen(false);
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.FIRST);
    }
}
