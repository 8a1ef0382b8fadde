// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortId;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.lab.compare.network.Routes;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;

/** Runs of a measured network under a policy. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WhatIfTest {
    private static final double FRAME_BYTES = 1000;

    /** Two leaves, a spine, two hosts at each leaf. */
    static NetworkSpec leafSpine() {
        return LeafSpine.create(
                2,
                1,
                2,
                new LineSpec(10_000_000, 1000, 256),
                new LineSpec(10_000_000, 1000, 256),
                1);
    }

    private static Policy policy(double importanceOfA, double delayMs) throws IOException {
        String json =
                "{'periodMs': 1000, 'port': {'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'importance': "
                        + importanceOfA
                        + ", 'targets': {'delayMs': "
                        + delayMs
                        + "}, 'match': [{'dscp': 46}]}, {'name': 'C', 'importance': 1}],"
                        + "'defaultClass': 'C'}";
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    /**
     * The two hosts of the first leaf send to the third host; a class's rate is that at its line.
     */
    private static MeasuredNetwork network(double aBps, double cBps) {
        NetworkSpec spec = leafSpine();
        Routes routes = new Routes(spec);
        Map<LinkSpec.End, double[]> loads = new LinkedHashMap<>();
        for (int from = 0; from < 2; from++) {
            for (LinkSpec.End port : routes.ports(from, 2)) {
                loads.put(port, new double[] {aBps, cBps});
            }
        }
        spec.switches()
                .forEach(
                        one ->
                                one.ports()
                                        .forEach(
                                                port ->
                                                        loads.putIfAbsent(
                                                                new LinkSpec.End(
                                                                        one.name(), port.number()),
                                                                new double[2])));
        return new MeasuredNetwork(spec, loads, new double[] {FRAME_BYTES, FRAME_BYTES});
    }

    private static PortId uplink() {
        LinkSpec.End end = new Routes(leafSpine()).ports(0, 2).get(0);
        return new PortId(end.node(), end.port());
    }

    @Test
    void deliversTheMeasuredRatesAndRepeatsBySeed() throws IOException, ProgramException {
        WhatIf whatIf = new WhatIf(network(1e6, 2e6), policy(1, 5), true);
        Map<PortId, Map<String, WhatIf.Figures>> figures = whatIf.run(3, 20, part -> {});
        WhatIf.Figures voice = figures.get(uplink()).get("A");
        assertThat(voice.goodputBps().mean()).isCloseTo(1e6, within(0.1e6));
        assertThat(voice.lossFraction().mean()).isZero();
        assertThat(voice.delayMs().mean()).isPositive().isLessThan(voice.p99DelayMs().mean());
        assertThat(voice.delayMs().values()).hasSize(3).doesNotHaveDuplicates();
        assertThat(figures.get(uplink()).get("C").goodputBps().mean())
                .isCloseTo(2e6, within(0.15e6));
        assertThat(whatIf.run(3, 20, part -> {})).isEqualTo(figures);
    }

    @Test
    void tighterTargetMakesAClassFaster() throws IOException, ProgramException {
        MeasuredNetwork busy = network(2e6, 7e6);
        double loose = delayOfA(busy, policy(0.01, 500));
        double tight = delayOfA(busy, policy(100, 1));
        assertThat(tight).isLessThan(loose / 2);
    }

    @Test
    void moreTrafficWaitsLonger() throws IOException, ProgramException {
        MeasuredNetwork measured = network(1e6, 3e6);
        assertThat(delayOfA(measured.scaled(1, 2), policy(1, 50)))
                .isGreaterThan(delayOfA(measured, policy(1, 50)));
    }

    private static double delayOfA(MeasuredNetwork network, Policy policy) throws ProgramException {
        WhatIf whatIf = new WhatIf(network, policy, false);
        return whatIf.run(1, 20, part -> {}).get(uplink()).get("A").delayMs().mean();
    }
}
