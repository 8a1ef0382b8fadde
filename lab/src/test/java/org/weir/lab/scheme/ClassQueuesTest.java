// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

/** Classes that overload a line together share it by the weights of their queues. */
class ClassQueuesTest {
    private static final long LINE_BPS = 10_000_000;

    @ParameterizedTest
    @ValueSource(strings = {"ecn-wrr", "tcn-wrr", "dcqcn-wrr", "dctcp-wrr", "hpcc-wrr"})
    void classesShareByWeight(String name) throws Exception {
        long[] packets = received(name);
        double sum = packets[0] + packets[1] + packets[2];
        assertThat(packets[0] / sum).isCloseTo(3 / 6.0, within(0.01));
        assertThat(packets[1] / sum).isCloseTo(2 / 6.0, within(0.01));
    }

    /** Weights below one frame, as a search may have them, divide a line as well. */
    @Test
    void sharesAreBytesAndWeightsNeedNotBeWhole() throws Exception {
        Scheme scheme = Schemes.named("dctcp-wrr");
        Values low =
                Values.of(scheme.parameters())
                        .with(Map.of("weightA", 0.75, "weightB", 0.5, "weightC", 0.25));
        long[] bytes = received(scheme, low, List.of(250, 1000, 1400), FlowReceiver::bytes);
        double sum = bytes[0] + bytes[1] + bytes[2];
        assertThat(bytes[0] / sum).isCloseTo(3 / 6.0, within(0.01));
        assertThat(bytes[1] / sum).isCloseTo(2 / 6.0, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ecn", "dcqcn"})
    void withoutThemAllClassesHaveOneQueue(String name) throws Exception {
        long[] packets = received(name);
        double sum = packets[0] + packets[1] + packets[2];
        assertThat(packets[0] / sum).isCloseTo(1 / 3.0, within(0.05));
        assertThat(packets[1] / sum).isCloseTo(1 / 3.0, within(0.05));
    }

    private static long[] received(String name) throws Exception {
        Scheme scheme = Schemes.named(name);
        return received(
                scheme,
                Values.of(scheme.parameters()),
                List.of(1000, 1000, 1000),
                FlowReceiver::packets);
    }

    /** Counts of each class by one line to which three hosts send all they can. */
    private static long[] received(
            Scheme scheme,
            Values values,
            List<Integer> frameBytes,
            ToLongFunction<FlowReceiver> count)
            throws Exception {
        LineSpec line = new LineSpec(LINE_BPS, 10_000, 64);
        Network network = new Network(Dumbbell.create(3, line, line, 1), new Engine(Pacing.FREE));
        scheme.install(network, values);
        for (TrafficClass one : TrafficClass.values()) {
            Host from = network.hosts().get(one.ordinal());
            from.addFlow(
                    new FlowConfig(
                            one.ordinal(),
                            "flow of " + one,
                            one.name(),
                            from.config().ipv4(),
                            network.hosts().get(3).config().ipv4(),
                            4000 + one.ordinal(),
                            4000,
                            one.dscp(),
                            true,
                            frameBytes.get(one.ordinal()),
                            ArrivalProcess.POISSON,
                            new LoadSchedule(
                                    List.of(new LoadSchedule.Step(0, 9 * LINE_BPS / 10)), 0),
                            FlowConfig.DEFAULT_BACKLOG_PACKETS,
                            Optional.empty()),
                    7 + one.ordinal());
        }
        network.start();
        network.engine().runUntil(3_000_000_000L);
        long[] counts = new long[TrafficClass.values().length];
        network.hosts()
                .get(3)
                .receivers()
                .forEach((flow, receiver) -> counts[flow] = count.applyAsLong(receiver));
        return counts;
    }
}
