// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.Marking;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.depth.DepthUnit;
import org.weir.control.measurement.DepthReport;

/** A switch that counts depths in cells: 4 of them for a packet of 1000 bytes, 2 units. */
class ControlLoopDepthUnitTest extends OnePortLoop {

    private PortSpec inCells(int cellBytes) {
        return policy.portSpec(PORT, 0).get().depthsIn(DepthUnit.ofCells(cellBytes, 0, 0.5));
    }

    @Test
    void thresholdsAndLimitsAreInTheUnitOfTheSwitch() {
        loop = newLoop(inCells(250));
        second(1, 2, 3);
        second(1, 2, 3);
        for (QueueSettings queue : last()) {
            int packets = queue.marking().thresholdPackets().orElseThrow();
            assertThat(queue.unitsPerPacket()).isEqualTo(2);
            assertThat(queue.thresholdUnits()).hasValue(2 * packets);
            assertThat(queue.limitUnits()).isEqualTo(2 * queue.limitPackets());
        }
    }

    @Test
    void anotherUnitOfTheSamePacketsIsSent() {
        loop = newLoop(inCells(250));
        second(1, 2, 3);
        second(1, 2, 3);
        int before = sent.size();
        loop.setPort(inCells(100));
        second(1, 2, 3);
        assertThat(sent).hasSizeGreaterThan(before);
        assertThat(last().get(0).unitsPerPacket()).isEqualTo(5);
    }

    /** Thresholds that a switch tells are in its unit: 50 of them are 10 packets. */
    @Test
    void thresholdsThatWereFoundAreNotTakenForPackets() {
        loop = newLoop(inCells(100));
        second(1, 2, 3);
        second(1, 2, 3);
        second(1, 2, 3);
        second(1, 2, 3);
        PortSettings fresh = sent.get(sent.size() - 1);
        List<QueueSettings> told = new ArrayList<>();
        for (QueueSettings queue : fresh.queues()) {
            told.add(
                    QueueSettings.builder(queue.classIndex())
                            .weightPackets(queue.weightPackets())
                            .marking(Marking.atDepth(queue.thresholdUnits().orElseThrow()))
                            .limitPackets(queue.limitUnits())
                            .targetRateBps(queue.targetRateBps())
                            .feedbackIntervalUs(queue.feedbackIntervalUs())
                            .build());
        }
        sent.clear();
        loop =
                new ControlLoop(
                        policy,
                        () -> nowNs,
                        settings -> {
                            sent.add(settings);
                            return answer.apply(settings);
                        });
        loop.adopt(new PortSettings(PORT, fresh.rateWindow(), told));
        loop.setPort(inCells(100));
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        assertThat(sent).isNotEmpty();
        assertThat(sent.get(0).queues().get(0).thresholdUnits())
                .isEqualTo(fresh.queues().get(0).thresholdUnits());
    }

    @Test
    void reportedDepthsAreShownInPackets() {
        loop = newLoop(inCells(250));
        second(1, 2, 3);
        second(1, 2, 3);
        loop.onReport(new DepthReport(PORT, 0, nowNs, 4, 9, 3000, 880));
        assertThat(loop.states().get(0).classes().get(0).depthMeanPackets())
                .isCloseTo(2, within(0.01));
        assertThat(loop.states().get(0).classes().get(0).depthMaxPackets())
                .isCloseTo(4.5, within(0.01));
    }
}
