// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Agents that take the place of one that hangs or was killed while it held a flow back; skipped
 * where namespaces cannot be made.
 */
@Timeout(240)
class AgentReplacementTest {
    private AgentHost host;

    @BeforeEach
    void make() throws Exception {
        host = new AgentHost();
    }

    @AfterEach
    void end() throws Exception {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void aNewAgentReplacesOneThatHangs() throws Exception {
        Process hanging = host.throttling(5, "--any-socket");
        AgentHost.signal("STOP", hanging);
        host.awaitNothingLeft();
        Process agent = host.start("--any-socket", "--replace");
        host.await("replaces the agent");
        host.await("obeys feedback");
        assertThat(hanging.isAlive()).isFalse();
        host.throttle(6);
        agent.destroy();
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        host.awaitNothingLeft();
    }

    @Test
    void anAgentThatIsStartedWhileAKilledOnesObjectsGoTakesOver() throws Exception {
        Process agent = host.throttling(5, "--any-socket");
        for (int i = 1; i <= 3; i++) {
            agent.destroyForcibly().waitFor();
            agent = host.throttling(5 + i, "--any-socket");
        }
        host.awaitTc(
                text -> text.lines().filter(line -> line.contains(" htb ")).count() == 1,
                "qdisc",
                "show",
                "dev",
                "eth0");
        agent.destroy();
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isZero();
        host.awaitNothingLeft();
    }
}
