// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.Targets;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;

/** Two ports with the same load, of which one has another policy for a time. */
class ControlLoopCanaryTest {
    private static final PortId CANARY = new PortId("device:s1", 1);
    private static final PortId OTHER = new PortId("device:s2", 1);

    private final List<PortSettings> sent = new ArrayList<>();
    private final Policy present = policy(3, "'delayMs': 20", "");
    private final Policy planned = policy(4, "'delayMs': 0.9", "'rateWindowUs': 32768,");
    private final ControlLoop loop = new ControlLoop(present, () -> this.nowNs, this::install);
    private long nowNs = 100 * OnePortLoop.SECOND;
    private long bytes;

    ControlLoopCanaryTest() throws IOException {
        followPorts();
        seconds(6);
        sent.clear();
    }

    private static Policy policy(int importance, String targets, String port) throws IOException {
        return OnePortLoop.read(
                "{'port': {"
                        + port
                        + "'rateBps': 10000000, 'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'importance': "
                        + importance
                        + ", 'targets': {"
                        + targets
                        + "}}, {'name': 'C', 'importance': 1}]}");
    }

    private CompletableFuture<Void> install(PortSettings settings) {
        sent.add(settings);
        return CompletableFuture.completedFuture(null);
    }

    private void inForce(Policy policy) {
        loop.setPolicy(policy);
        followPorts();
    }

    private void followPorts() {
        for (PortId port : List.of(CANARY, OTHER)) {
            loop.setPort(loop.policy().portSpec(port, 0).get());
        }
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            nowNs += OnePortLoop.SECOND;
            bytes += 400_000;
            for (PortId port : List.of(CANARY, OTHER)) {
                for (int index = 0; index < 2; index++) {
                    loop.onSample(
                            QueueSample.builder(port, index, nowNs)
                                    .arrived(bytes / 1000, bytes)
                                    .departed(bytes / 1000, bytes)
                                    .build());
                }
            }
            loop.step();
        }
    }

    private List<PortId> portsSent() {
        return sent.stream().map(PortSettings::port).distinct().collect(Collectors.toList());
    }

    private double shareOfA(PortId port) {
        return loop.decision(port).get().settings().queues().get(0).weightFraction();
    }

    private Targets targetsOfA(int port) {
        return loop.states().get(port).classes().get(0).spec().targets();
    }

    @Test
    void onlyThePortsOfTheCanaryGetOtherSettings() {
        double before = shareOfA(OTHER);

        inForce(present.withCanary(planned, Set.of(CANARY)));
        seconds(1);

        assertThat(portsSent()).containsExactly(CANARY);
        assertThat(shareOfA(CANARY)).isGreaterThan(before + 0.02);
        assertThat(shareOfA(OTHER)).isEqualTo(before);
        assertThat(sent.get(0).rateWindow().us()).isEqualTo(32768);
    }

    @Test
    void tunablesAndObjectiveAreOfThePolicyOfEachPort() throws IOException {
        String json =
                "{'objective': 'targets', 'tunables': {'targetUtilization': 0.9}, 'port':"
                        + " {'rateBps': 10000000, 'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'importance': 3, 'targets': {'delayMs': 20}},"
                        + "{'name': 'C', 'importance': 1}]}";
        double before = targetRateOfA(OTHER);

        inForce(present.withCanary(OnePortLoop.read(json), Set.of(CANARY)));
        seconds(1);
        assertThat(targetRateOfA(CANARY)).isLessThan(0.99 * before);
        assertThat(targetRateOfA(OTHER)).isEqualTo(before);

        Policy published = OnePortLoop.read(json.replace("'targets', ", "'published', "));
        inForce(loop.policy().withCanary(published, Set.of(CANARY)));
        seconds(1);
        assertThat(objectiveAt(CANARY)).isEqualTo("published");
        assertThat(objectiveAt(OTHER)).isEqualTo("targets");
    }

    private double targetRateOfA(PortId port) {
        return loop.decision(port).get().settings().queues().get(0).targetRateBps();
    }

    private String objectiveAt(PortId port) {
        return loop.decision(port).get().solution().objective();
    }

    @Test
    void promisesAreOfThePolicyOfEachPort() {
        inForce(present.withCanary(planned, Set.of(CANARY)));
        seconds(1);
        assertThat(targetsOfA(0)).isEqualTo(planned.classes().get(0).spec().targets());
        assertThat(targetsOfA(1)).isEqualTo(present.classes().get(0).spec().targets());
        assertThat(loop.decision(CANARY).get().reason()).isEqualTo(DecisionReason.POLICY_CHANGED);
        assertThat(loop.decision(OTHER).get().reason()).isEqualTo(DecisionReason.UNCHANGED);
    }

    @Test
    void completionChangesTheOtherPortsOnly() {
        inForce(present.withCanary(planned, Set.of(CANARY)));
        seconds(3);
        sent.clear();

        inForce(planned);
        seconds(1);

        assertThat(portsSent()).containsExactly(OTHER);
        assertThat(shareOfA(OTHER)).isEqualTo(shareOfA(CANARY));
    }

    @Test
    void endOfTheCanaryRestoresItsPortsOnly() {
        double before = shareOfA(CANARY);
        inForce(present.withCanary(planned, Set.of(CANARY)));
        seconds(3);
        sent.clear();

        inForce(loop.policy().withCanary(planned, Set.of()));
        seconds(1);

        assertThat(loop.policy()).isSameAs(present);
        assertThat(portsSent()).containsExactly(CANARY);
        assertThat(shareOfA(CANARY)).isEqualTo(before);
    }

    /** A network has these values once; each change is one field of the planned policy. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'importance': 1 | 'importance': 1, 'match': [{'dscp': 46}] | classes[C].match",
                "'name': 'C' | 'name': 'D' | classes[1].name",
                "{'name': 'C', 'importance': 1} | {'name': 'C'}, {'name': 'D'} | classes",
                "'classes' | 'defaultClass': 'A', 'classes' | defaultClass",
                "'classes' | 'agents': ['10.0.0.1'], 'classes' | agents",
                "'classes' | 'routes': [{'prefix': '0.0.0.0/0', 'nextHop': '10.0.0.9'}], 'classes'"
                        + " | routes",
                "'classes' | 'periodMs': 500, 'classes' | periodMs",
                "'classes' | 'reportIntervalUs': 777, 'classes' | reportIntervalUs",
                "'capacityPackets': 256 | 'capacityPackets': 256, 'aqm': {'scheme': 'rpm'}"
                        + " | ports[device:s1/1].aqm",
            })
    void valuesOfTheWholeNetworkCannotDiffer(String from, String to, String field)
            throws IOException {
        String json =
                "{'port': {'rateBps': 10000000, 'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'importance': 3}, {'name': 'C', 'importance': 1}]}";
        Policy one = OnePortLoop.read(json);
        Policy other = OnePortLoop.read(json.replace(from, to));
        assertThat(other).isNotEqualTo(one);

        assertThatThrownBy(() -> one.withCanary(other, Set.of(CANARY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(field);
    }
}
