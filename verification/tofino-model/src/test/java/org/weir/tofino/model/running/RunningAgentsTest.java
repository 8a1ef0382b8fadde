// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.FeedbackFrames;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirIngress.Agents;

/** Feedback of a running switch ({@link RunningSwitch}) to hosts with and without an agent. */
class RunningAgentsTest {

    private static final long LIMIT_MS = 10_000;
    private static final long QUIET_MS = 1_000;
    private static final int SENDER = 1;
    private static final String MAGIC = "57454952";

    private int flow = 1000;

    @Test
    @Timeout(600)
    void feedbackGoesToHostsWithAnAgentOnly() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            BothPrograms both = new BothPrograms();
            both.more = running;
            RunningComparison.trustPorts(running);
            FeedbackFrames.addEntries(both);
            both.setQueue(
                    FeedbackFrames.RECEIVER_PORT,
                    FeedbackFrames.CLASS,
                    0,
                    65_535,
                    FeedbackFrames.TARGET_RATE_KBPS,
                    1000);
            running.flush();
            feedback(running);
            assertThat(feedback(running)).as("a port that is not said to lead to hosts").isOne();
            long withheld = withheld(running);

            running.add(
                    Agents.HOST_PORTS,
                    0,
                    Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(FeedbackFrames.SENDER_PORT)),
                    Agents.ASK_FOR_AGENT,
                    Map.of());
            running.flush();
            assertThat(feedback(running)).as("a host without an agent").isZero();
            assertThat(withheld(running)).isEqualTo(withheld + 1);

            deliver(running, SENDER + 1);
            assertThat(feedback(running)).as("an agent at another address").isZero();
            assertThat(withheld(running)).isEqualTo(withheld + 2);

            deliver(running, SENDER);
            assertThat(feedback(running)).as("a host with an agent").isOne();
            assertThat(withheld(running)).isEqualTo(withheld + 2);
        }
    }

    private static void deliver(RunningSwitch running, int host) {
        running.add(
                Agents.IPV4_AGENTS,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.exact(FeedbackFrames.SENDERS | host)),
                Agents.DELIVER,
                Map.of());
        running.flush();
    }

    private static long withheld(RunningSwitch running) {
        return running.packets(Agents.WITHHELD, FeedbackFrames.SENDER_PORT);
    }

    /** Feedback packets that the sender gets for a packet of a new flow. */
    private long feedback(RunningSwitch running) throws InterruptedException {
        running.send(FeedbackFrames.SENDER_PORT, FeedbackFrames.udp(SENDER, 5, 1, flow++, 5000));
        List<BothPrograms.Sent> sent =
                running.take(1, each -> each.port() == FeedbackFrames.RECEIVER_PORT, LIMIT_MS);
        sent.addAll(running.take(Integer.MAX_VALUE, each -> true, QUIET_MS));
        return sent.stream()
                .filter(each -> each.port() == FeedbackFrames.SENDER_PORT)
                .filter(each -> HexFormat.of().formatHex(each.frame()).contains(MAGIC))
                .count();
    }
}
