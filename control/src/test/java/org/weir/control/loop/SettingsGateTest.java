// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
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
        return SettingsGate.matters(from, to, 1e7, new double[] {1, 1}, Tuning.DEFAULTS);
    }

    @Test
    void limitsSayHowBackloggedClassesShareThePort() {
        PortSettings three = settings(new int[] {4, 4}, new int[] {48, 16});

        assertThat(SettingsGate.packetShare(three, 0)).isEqualTo(0.75);
        assertThat(matters(three, settings(new int[] {4, 4}, new int[] {32, 32}))).isTrue();
        assertThat(matters(three, settings(new int[] {4, 4}, new int[] {48, 16}))).isFalse();
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
