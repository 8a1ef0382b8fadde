// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.FlowTemplate;
import org.weir.lab.workload.Workloads;

class FlowReportTest {
    private static final long MS = 1_000_000;
    private static final long RATE_BPS = 100_000_000;

    /** Flows of 150 Mb/s together from two hosts to one, from 1 ms to 21 ms. */
    private static Network network() throws Exception {
        LineSpec line = new LineSpec(RATE_BPS, 1000, 8);
        FlowTemplate template = new FlowTemplate(1000, 0, ArrivalProcess.CBR, RATE_BPS * 3 / 4);
        NetworkSpec spec = Workloads.incast(Dumbbell.create(2, line, line, 1), template, 2, 3);
        LoadSchedule load =
                new LoadSchedule(
                        List.of(
                                new LoadSchedule.Step(0, 0),
                                new LoadSchedule.Step(MS, RATE_BPS * 3 / 4),
                                new LoadSchedule.Step(21 * MS, 0)),
                        0);
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (NetworkSpec.Traffic one : spec.flows()) {
            FlowConfig flow = one.flow();
            flows.add(
                    new NetworkSpec.Traffic(
                            one.sender(),
                            new FlowConfig(
                                    flow.id(),
                                    flow.name(),
                                    flow.className(),
                                    flow.source(),
                                    flow.destination(),
                                    flow.sourcePort(),
                                    flow.destinationPort(),
                                    flow.dscp(),
                                    flow.ecnCapable(),
                                    flow.packetBytes(),
                                    flow.process(),
                                    load,
                                    flow.backlogPackets(),
                                    flow.reaction())));
        }
        Network network = new Network(spec.withFlows(flows), new Engine(Pacing.FREE));
        StaticRoutes.install(network);
        network.start();
        return network;
    }

    @Test
    void whatIsLostIsNeverMoreThanWhatHasNotComeAndInTheEndAllOfIt() throws Exception {
        Network network = network();
        for (long us = 10; us <= 40_000; us += 10) {
            network.engine().runUntil(us * 1000);
            for (FlowReport flow : network.flowReports()) {
                assertThat(flow.lostPackets())
                        .isBetween(0L, flow.sentPackets() - flow.receivedPackets());
            }
        }

        assertThat(network.underWayFrames()).hasValue(0);
        long lost = 0;
        for (FlowReport flow : network.flowReports()) {
            assertThat(flow.lostPackets()).isEqualTo(flow.sentPackets() - flow.receivedPackets());
            lost += flow.lostPackets();
        }
        assertThat(lost).isGreaterThan(40);
    }

    /** A flow that is shut out has no gap among the packets received. */
    @Test
    void aFlowOfWhichNothingComesLosesAllOfIt() throws Exception {
        Network network = network();
        network.engine().runUntil(MS / 2);
        String receiver = network.flowReports().get(0).to();
        String at =
                network.spec().links().stream()
                        .filter(link -> link.first().node().equals(receiver))
                        .map(link -> link.second().node())
                        .findFirst()
                        .orElseThrow();
        network.setLink(receiver, at, false);

        network.engine().runUntil(11 * MS);
        FlowReport half = network.flowReports().get(0);
        assertThat(half.lostPackets()).isBetween(half.sentPackets() - 30, half.sentPackets());
        network.engine().runUntil(40 * MS);

        FlowReport flow = network.flowReports().get(0);
        assertThat(flow.receivedPackets()).isZero();
        assertThat(flow.lostPackets()).isEqualTo(flow.sentPackets()).isGreaterThan(150);
    }
}
