// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.FlowReceiver;
import org.weir.lab.host.Host;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.Network;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.Reaction;

/** Paced senders over DualPI2: three hosts send all they can over one line. */
class DualPi2Test {
    private static final long LINE_BPS = 10_000_000;
    private static final int SENDERS = 3;
    private static final int FRAME_BYTES = 1000;
    private static final long SECONDS = 6;

    private final Scheme dualPi2 = Schemes.named("dualpi2");
    private final Values values = Values.of(dualPi2.parameters());

    @Test
    void scalableSendersShareTheLineWithAShortQueue() throws Exception {
        List<FlowReceiver> flows = run(dualPi2.reaction(values));
        long most = SECONDS * LINE_BPS / 8 / FRAME_BYTES;
        long sum = flows.stream().mapToLong(FlowReceiver::packets).sum();
        assertThat(sum).isBetween(most * 85 / 100, most);
        for (FlowReceiver flow : flows) {
            assertThat(flow.packets()).isBetween(sum / 5, sum / 2);
            assertThat(flow.markedPackets()).isPositive();
            assertThat(flow.lostPackets()).isZero();
        }
        assertThat(p99Ms(flows)).isLessThan(15);
    }

    @Test
    void theSameSendersThatCallThemselvesClassicWaitInTheOtherQueue() throws Exception {
        Reaction classic = Dctcp.reactionOf(values);
        double scalableMs = p99Ms(run(dualPi2.reaction(values)));
        assertThat(p99Ms(run(Optional.of(classic)))).isGreaterThan(2 * scalableMs);
    }

    private static double p99Ms(List<FlowReceiver> flows) {
        return flows.stream()
                .mapToDouble(one -> one.delay().percentileNs(0.99) / 1e6)
                .max()
                .orElse(0);
    }

    private List<FlowReceiver> run(Optional<Reaction> reaction) throws Exception {
        LineSpec line = new LineSpec(LINE_BPS, 10_000, 256);
        Network network =
                new Network(Dumbbell.create(SENDERS, line, line, 1), new Engine(Pacing.FREE));
        dualPi2.install(network, values);
        Host receiver = network.hosts().get(SENDERS);
        for (int i = 0; i < SENDERS; i++) {
            Host from = network.hosts().get(i);
            from.addFlow(
                    new FlowConfig(
                            i,
                            "flow " + i,
                            "C",
                            from.config().ipv4(),
                            receiver.config().ipv4(),
                            4000 + i,
                            4000,
                            TrafficClass.C.dscp(),
                            true,
                            FRAME_BYTES,
                            ArrivalProcess.POISSON,
                            new LoadSchedule(List.of(new LoadSchedule.Step(0, LINE_BPS)), 0),
                            FlowConfig.DEFAULT_BACKLOG_PACKETS,
                            reaction),
                    7 + i);
        }
        network.start();
        network.engine().runUntil(SECONDS * 1_000_000_000L);
        return List.copyOf(receiver.receivers().values());
    }
}
