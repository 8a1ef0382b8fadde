// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.control.Marking;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;

/** Ways of several bounded steps: they end at the solution, even if each step is a small one. */
class ControlLoopStepsTest extends OnePortLoop {
    private static String port(String tunables) {
        return "{'tunables': "
                + tunables
                + ", 'port': {'rateBps': 100000000, 'capacityPackets': 256}, 'classes': ["
                + "{'name': 'A', 'importance': 3, 'targets': {'delayMs': 5}},"
                + "{'name': 'B', 'importance': 2, 'targets': {'delayMs': 20}},"
                + "{'name': 'C', 'importance': 1}]}";
    }

    private List<Integer> installed() {
        return loop.states().get(0).classes().stream()
                .map(one -> one.settings().orElseThrow().marking())
                .map(one -> one.thresholdPackets().orElseThrow())
                .collect(Collectors.toList());
    }

    private List<Integer> wanted() {
        return loop.decision(PORT).get().solution().classes().stream()
                .map(one -> one.queue().marking().thresholdPackets().orElseThrow())
                .collect(Collectors.toList());
    }

    private void adoptThresholdsOf1() {
        PortSettings before = sent.get(sent.size() - 1);
        List<QueueSettings> cut =
                before.queues().stream()
                        .map(one -> one.toBuilder().marking(Marking.atDepth(1)).build())
                        .collect(Collectors.toList());
        loop = newLoop();
        loop.adopt(new PortSettings(PORT, before.rateWindow(), cut));
    }

    /** A controller is started again during a cut: every K in the switch is 1. */
    @Test
    void thresholdsOf1ReachTheSolvedOnes() throws IOException {
        policy = read(port("{}"));
        loop = newLoop();
        for (int i = 0; i < 10; i++) {
            second(20, 20, 20);
        }
        List<Integer> solved = installed();
        assertThat(solved).allMatch(k -> k > 4);
        adoptThresholdsOf1();
        for (int i = 0; i < 20; i++) {
            second(20, 20, 20);
        }
        assertThat(installed()).isEqualTo(solved);
    }

    @Test
    void thresholdsReachTheSolvedOnesByStepsOfOnePacket() throws IOException {
        policy = read(port("{'maxThresholdStep': 0.1}"));
        loop = newLoop();
        for (int i = 0; i < 10; i++) {
            second(20, 20, 20);
        }
        adoptThresholdsOf1();
        for (int i = 0; i < 60; i++) {
            second(20, 20, 20);
        }
        assertThat(installed())
                .zipSatisfy(
                        wanted(),
                        (now, end) -> assertThat(Math.abs(now - end)).isLessThan(2 + end / 7));
        int before = sent.size();
        second(20, 20, 20);
        assertThat(sent).hasSize(before);
    }

    @Test
    void sharesReachTheSolvedOnesByStepsSmallerThanTheHysteresis() throws IOException {
        policy = policy("'delayMs': 5", "{'scheme': 'none'}", "{'pressureGain': 0}");
        loop = newLoop();
        for (int i = 0; i < 10; i++) {
            second(1, 2, 3);
        }
        for (int i = 0; i < 20; i++) {
            second(1, 2, 3.8);
        }
        double end = weight(2);
        policy =
                policy(
                        "'delayMs': 5",
                        "{'scheme': 'none'}",
                        "{'pressureGain': 0, 'maxWeightStep': 0.01}");
        loop = newLoop();
        for (int i = 0; i < 10; i++) {
            second(1, 2, 3);
        }
        double begin = weight(2);
        for (int i = 0; i < 120; i++) {
            second(1, 2, 3.8);
        }
        assertThat(end - begin).isGreaterThan(0.15);
        List<QueueSettings> now =
                loop.states().get(0).classes().stream()
                        .map(one -> one.settings().orElseThrow())
                        .collect(Collectors.toList());
        assertThat(now.get(2).weightFraction()).isGreaterThan(end - 0.05);
    }
}
