// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.tuning.Tuning;

class SettingsGateTest {
    private static PortSettings settings(int[] weights, int[] limits) {
        List<QueueSettings> queues = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            queues.add(
                    QueueSettings.builder(i)
                            .weightPackets(weights[i])
                            .marking(Marking.atDepth(10))
                            .limitPackets(limits[i])
                            .targetRateBps(1e6)
                            .feedbackIntervalUs(40_000)
                            .build());
        }
        return new PortSettings(new PortId("device:s1", 1), RateWindow.LONGEST, queues);
    }

    private static boolean matters(PortSettings from, PortSettings to) {
        return matters(from, to, port());
    }

    private static boolean matters(PortSettings from, PortSettings to, PortSpec port) {
        return SettingsGate.matters(from, to, port, new double[] {1, 1}, Tuning.DEFAULTS);
    }

    private static PortSpec port() {
        return new PortSpec(
                new PortId("device:s1", 1),
                10_000_000,
                64,
                List.of(
                        new ClassSpec("A", ClassKind.A, 2, Targets.NONE),
                        new ClassSpec("C", ClassKind.C, 1, Targets.NONE)));
    }

    private static PortSettings withShare(PortSettings settings, double first) {
        List<QueueSettings> queues = new ArrayList<>();
        for (QueueSettings queue : settings.queues()) {
            double share = queue.classIndex() == 0 ? first : 1 - first;
            queues.add(queue.toBuilder().weightFraction(share).build());
        }
        return new PortSettings(settings.port(), settings.rateWindow(), queues);
    }

    /** The first class's packets have become larger. */
    @Test
    void sharesOfBitsMatterWhereTheAsicSchedules() {
        PortSettings packets = settings(new int[] {4, 4}, new int[] {32, 32});
        PortSettings small = withShare(packets, 0.2);
        PortSettings large = withShare(packets, 0.5);

        assertThat(matters(small, large, port().coarseDelays())).isTrue();
        assertThat(matters(small, small, port().coarseDelays())).isFalse();
        assertThat(matters(small, large)).isFalse();
    }

    @Test
    void limitsSayHowBackloggedClassesShareThePort() {
        PortSettings three = settings(new int[] {4, 4}, new int[] {48, 16});

        assertThat(SettingsGate.packetShare(three, 0)).isEqualTo(0.75);
        assertThat(matters(three, settings(new int[] {4, 4}, new int[] {32, 32}))).isTrue();
        assertThat(matters(three, settings(new int[] {4, 4}, new int[] {48, 16}))).isFalse();
    }

    /** With a common part of 0.9 of the buffer, limits are nearly equal whatever the shares are. */
    @Test
    void sharesByPacketsPerLevelMatterWhereLimitsHardlyDiffer() {
        PortSettings few = settings(new int[] {8, 56}, new int[] {58, 63});
        PortSettings more = settings(new int[] {12, 52}, new int[] {59, 63});

        assertThat(matters(few, more)).isTrue();
        assertThat(matters(few, few)).isFalse();
    }

    /** Settings as the published objective makes them. */
    @Test
    void whereEachMayFillThePortTheWeightsDo() {
        int[] whole = {64, 64};
        PortSettings three = settings(new int[] {6, 2}, whole);

        assertThat(SettingsGate.packetShare(three, 0)).isEqualTo(0.75);
        assertThat(matters(three, settings(new int[] {4, 4}, whole))).isTrue();
        assertThat(matters(three, settings(new int[] {6, 2}, whole))).isFalse();
    }
}
