// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.Host;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.Network;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;

/** ABC's value is carried between two switches, and hosts see nothing of it. */
class AbcTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int ACTIVITY = 0x88b6;

    @Test
    void packetsCarryTheirActivityBetweenSwitchesOnly() throws Exception {
        LineSpec line = new LineSpec(LINE_BPS, 10_000, 64);
        Network network = new Network(Dumbbell.create(2, line, line, 1), new Engine(Pacing.FREE));
        Scheme scheme = Schemes.named("abc");
        scheme.install(network, Values.of(scheme.parameters()));
        List<Host> hosts = network.hosts();
        for (int i = 0; i < 2; i++) {
            hosts.get(i).addFlow(flow(i, hosts.get(i), hosts.get(2), (1 + 2 * i) * 4_000_000L), i);
        }
        List<Integer> inside = new ArrayList<>();
        network.links()
                .forEach(
                        link -> {
                            boolean toHost = !link.name().matches("(left|right).*-(left|right).*");
                            link.forward().observe(frame -> look(frame, toHost, inside));
                            link.backward().observe(frame -> look(frame, toHost, inside));
                        });
        network.start();
        network.engine().runUntil(3_000_000_000L);

        // log2(4 Mb/s / 10 kb/s) is 8.6; both clients' packets pass, the lighter one's nearly all.
        assertThat(inside).hasSizeGreaterThan(3000);
        assertThat(inside.get(inside.size() - 1) / 1024.0 - 32).isBetween(8.0, 11.0);
        long light = hosts.get(2).receivers().get(0).packets();
        assertThat(light).isGreaterThan(1450);
        assertThat(hosts.get(2).receivers().get(1).packets()).isLessThan(2500);
    }

    private static void look(byte[] frame, boolean toHost, List<Integer> inside) {
        int type = (frame[12] & 0xff) << 8 | frame[13] & 0xff;
        if (toHost) {
            assertThat(type).isNotEqualTo(ACTIVITY);
        } else {
            assertThat(type).isEqualTo(ACTIVITY);
            inside.add((frame[14] & 0xff) << 8 | frame[15] & 0xff);
        }
    }

    private static FlowConfig flow(int id, Host from, Host to, long bps) {
        return new FlowConfig(
                id,
                "flow " + id,
                "",
                from.config().ipv4(),
                to.config().ipv4(),
                4000 + id,
                4000,
                0,
                false,
                1000,
                ArrivalProcess.POISSON,
                LoadSchedule.constant(bps),
                FlowConfig.DEFAULT_BACKLOG_PACKETS,
                Optional.empty());
    }
}
