// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentLoopTest {
    @Test
    void aWaitIsNoShorterThanWhatIsLeftAndNoLongerThanAPoll() {
        assertThat(AgentLoop.waitMs(-5)).isZero();
        assertThat(AgentLoop.waitMs(0)).isZero();
        assertThat(AgentLoop.waitMs(1)).isEqualTo(1);
        assertThat(AgentLoop.waitMs(1_000_001)).isEqualTo(2);
        assertThat(AgentLoop.waitMs(AgentLoop.CHECK_NS)).isEqualTo(25);
    }
}
