// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;

/**
 * The limit of frames to the controller in a switch that runs Weir's program ({@link
 * RunningSwitch}). Its windows begin when its clock says so, hence one or two of them see the
 * frames of a burst.
 */
class RunningControllerLimitTest {

    private static final int ARP = 0x0806;
    private static final int FRAMES = 60;

    /** Longer than a window. */
    private static final long PAUSE_MS = 1_200;

    @Test
    @Timeout(600)
    void theControllerGetsNoMoreThanTheLimit() throws Exception {
        int[] limits = {0, 1, 2, 7, 20, 65_535};
        try (RunningSwitch running = RunningSwitch.open()) {
            RunningComparison.trustPorts(running);
            running.add(
                    WeirIngress.Acl.ACL,
                    100,
                    Map.of(MatchFields.ETH_TYPE, KeyMatch.ternary(ARP, 0xFFFF)),
                    WeirIngress.Acl.PUNT,
                    Map.of());
            for (int i = 0; i < limits.length; i++) {
                // 20 is the limit of a port without an entry.
                if (limits[i] != 20) {
                    running.add(
                            WeirIngress.ToController.LIMITS,
                            0,
                            Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(i + 1)),
                            WeirIngress.ToController.LIMIT_FRAMES,
                            Map.of(Parameters.FRAMES, (long) limits[i]));
                }
            }
            running.flush();
            for (int i = 0; i < limits.length; i++) {
                int port = i + 1;
                long before = running.packets(WeirIngress.ToController.LIMITED, port);
                for (int frame = 0; frame < FRAMES; frame++) {
                    running.send(port, Frames.ethernet(ARP, new byte[46 + frame]));
                }
                int received = running.take(Integer.MAX_VALUE, each -> true, PAUSE_MS).size();
                long limited = running.packets(WeirIngress.ToController.LIMITED, port) - before;
                assertThat(received + limited).as("port %d", port).isEqualTo(FRAMES);
                int most = Math.min(FRAMES, limits[i]);
                assertThat(received)
                        .as("frames by port %d", port)
                        .isBetween(most, Math.min(FRAMES, 2 * most));
            }
        }
    }
}
