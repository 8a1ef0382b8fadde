// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;

class BalanceRuleTest {
    private static final long SETTLE_MS = 20_000;
    private static final long LOOK_MS = 5_000;
    private static final NodeId ONE = NodeId.nodeId("10.0.0.1");
    private static final NodeId TWO = NodeId.nodeId("10.0.0.2");
    private static final NodeId THREE = NodeId.nodeId("10.0.0.3");

    private final BalanceRule rule = new BalanceRule(SETTLE_MS);
    private long nowMs;

    /** Number of times that a distribution is balanced in ten minutes. */
    private int balancedIn10Minutes(Map<NodeId, Integer> switchesByNode) {
        int times = 0;
        for (long endMs = nowMs + 600_000; nowMs < endMs; nowMs += LOOK_MS) {
            times += rule.isDue(switchesByNode, nowMs) ? 1 : 0;
        }
        return times;
    }

    @Test
    void oneNodeWithAllSwitchesSharesThemOnce() {
        assertThat(balancedIn10Minutes(Map.of(ONE, 2, TWO, 0, THREE, 0))).isEqualTo(1);
        assertThat(balancedIn10Minutes(Map.of(ONE, 1, TWO, 1, THREE, 0))).isZero();
    }

    @Test
    void aNodeThatIsBackGetsItsPartAgain() {
        assertThat(balancedIn10Minutes(Map.of(ONE, 4, TWO, 0))).isEqualTo(1);
        assertThat(balancedIn10Minutes(Map.of(ONE, 2, TWO, 2))).isZero();
        assertThat(balancedIn10Minutes(Map.of(ONE, 4))).isZero();
        assertThat(balancedIn10Minutes(Map.of(ONE, 4, TWO, 0))).isEqualTo(1);
    }

    @Test
    void whatHasNotLastedIsLeftAlone() {
        for (int i = 0; i < 100; i++) {
            assertThat(rule.isDue(Map.of(ONE, 2 + i % 2, TWO, 0), nowMs)).isFalse();
            nowMs += SETTLE_MS - 1;
        }
    }

    @Test
    void noNodeIsReadyYet() {
        assertThat(balancedIn10Minutes(Map.of())).isZero();
    }
}
