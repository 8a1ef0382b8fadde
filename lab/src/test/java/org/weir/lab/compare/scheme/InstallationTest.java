// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.SchemeProgram;
import org.weir.rules.ComputesOnly;

/** Switches as the comparison sets them up. */
@ComputesOnly
class InstallationTest {
    private static final ComparedNetwork TWO_RATES = NetworkCatalogue.named("leaf-spine-1g").get(0);
    private static final int PERIODS = 2;

    @ParameterizedTest
    @CsvSource({
        "ecn, 768",
        "dctcp, 768",
        "dualpi2, 768",
        "drop-tail, 768",
        "ecn-wrr, 256",
        "strict-priority, 256",
        "wrr, 768",
        "targets, 256"
    })
    void allSchemesHaveTheSameBuffer(String scheme, int queuePackets) throws Exception {
        for (SwitchNode node : installed(scheme).nodes()) {
            var queues = node.device().orElseThrow().traffic().portTraffic(1).queues();
            for (int i = 0; i < SchemeProgram.CONTROL_PRIORITY; i++) {
                assertThat(queues.get(i).capacityPackets())
                        .as("queue %d", i)
                        .isEqualTo(queuePackets);
            }
            assertThat(queues.get(SchemeProgram.CONTROL_PRIORITY).capacityPackets())
                    .isEqualTo(ComparedNetwork.QUEUE_PACKETS);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "pie, SchemeIngress.admission.settings, 768",
        "hpcc, SchemeIngress.admission.settings, 768",
        "hpcc-wrr, SchemeIngress.admission.settings, 256",
        "pfc, SchemeIngress.pfc_arrival.limits, 768"
    })
    void programsThatCountPacketsKnowTheBuffer(String scheme, String table, long packets)
            throws Exception {
        for (SwitchNode node : installed(scheme).nodes()) {
            for (TableEntry entry :
                    node.device().orElseThrow().table(table).orElseThrow().entries()) {
                assertThat(parameter(entry, 0)).isEqualTo(packets);
            }
        }
    }

    /** Hosts have 1 Gb/s, lines between switches 4 Gb/s; parameters are numbered from 0. */
    @ParameterizedTest
    @CsvSource({
        "ecn:thresholdPackets=20, 0, 20, 80",
        "dctcp:thresholdPackets=100, 1, 100, 384",
        "ecn-wrr:thresholdPackets=100, 0, 100, 128",
        "dcqcn:kMinPackets=2:kMaxPackets=50, 0, 2, 8",
        "dcqcn:kMinPackets=2:kMaxPackets=50, 1, 50, 200",
        "ecn:thresholdPackets=0, 0, 1, 1",
        "qcn:qEqPackets=10, 1, 10, 40",
        "ecm:qEqPackets=10, 1, 10, 40",
        "p4qcn:qMinPackets=5:qMaxPackets=9, 2, 9, 36",
        "p4qcn-three-point:qMinPackets=5:qMaxPackets=9, 1, 9, 36",
        "tcn:tcnRoundTripMs=0.5, 0, 500, 500",
        "tcn-wrr:tcnRoundTripMs=0.5, 0, 500, 275"
    })
    void aThresholdFollowsFromThePortsRate(
            String scheme, int parameter, long onHostLine, long betweenSwitches) throws Exception {
        for (SwitchNode node : installed(scheme).nodes()) {
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                assertThat(parameter(settings(node, port), parameter))
                        .isEqualTo(
                                port.rateBps() == TWO_RATES.linkBps()
                                        ? onHostLine
                                        : betweenSwitches);
            }
        }
    }

    /** As above; the line between switches has a tenth of its rate for some time. */
    @ParameterizedTest
    @CsvSource({
        "ecn:thresholdPackets=20, 0, 80, 8",
        "dctcp:thresholdPackets=100, 1, 384, 40",
        "dctcp-wrr:thresholdPackets=100, 1, 128, 40",
        "dcqcn-wrr:kMinPackets=1:kMaxPackets=50, 0, 4, 1",
        "dcqcn-wrr:kMinPackets=1:kMaxPackets=50, 1, 128, 20",
        "qcn:qEqPackets=10, 1, 40, 4",
        "ecm:qEqPackets=10, 1, 40, 4",
        "p4qcn:qMinPackets=5:qMaxPackets=9, 2, 36, 4",
        "p4qcn-three-point:qMinPackets=5:qMaxPackets=9, 1, 36, 4",
        "tcn-wrr:tcnRoundTripMs=0.5, 0, 275, 500",
        "hpcc, 1, 4000000, 400000",
        "hpcc-wrr, 1, 4000000, 400000"
    })
    void aThresholdFollowsAChangeOfThePortsRate(
            String scheme, int parameter, long nominal, long slow) throws Exception {
        for (SwitchNode node : installed(scheme).nodes()) {
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                if (port.rateBps() == TWO_RATES.linkBps()) {
                    continue;
                }
                long number = parameter(settings(node, port), 0);
                node.setPortRate(port.number(), port.rateBps() / 10);
                var traffic = node.device().orElseThrow().traffic();
                assertThat(traffic.portTraffic(port.number()).rateBps())
                        .isEqualTo(port.rateBps() / 10);
                assertThat(parameter(settings(node, port), parameter)).isEqualTo(slow);
                node.setPortRate(port.number(), port.rateBps());
                assertThat(parameter(settings(node, port), parameter)).isEqualTo(nominal);
                assertThat(parameter(settings(node, port), 0)).isEqualTo(number);
            }
        }
    }

    /** 2.6 packets for a host's line are 10.4 for one of four times the rate, not 12. */
    @Test
    void aThresholdIsRoundedForThePort() throws Exception {
        SchemeChoice ecn = SchemeChoice.read("ecn@scaled", Map.of());
        double factor = 2.6 / ecn.values(TWO_RATES).get("thresholdPackets");
        Network network = installed(ecn.withFactors("ecn", Map.of("thresholdPackets", factor)));
        for (SwitchNode node : network.nodes()) {
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                assertThat(parameter(settings(node, port), 0))
                        .isEqualTo(port.rateBps() == TWO_RATES.linkBps() ? 3 : 10);
            }
        }
    }

    private static TableEntry settings(SwitchNode node, SwitchSpec.PortSpec port) {
        byte[] key = BigInteger.valueOf(port.number()).toByteArray();
        return node.device()
                .orElseThrow()
                .table("SchemeEgress.congestion_point.settings")
                .orElseThrow()
                .get(List.of(new MatchKey.Exact(key)), 0)
                .orElseThrow();
    }

    private static long parameter(TableEntry entry, int index) {
        byte[] bytes = ((ActionCall) entry.action()).parameters().get(index);
        return new BigInteger(1, bytes).longValue();
    }

    private static Network installed(String scheme) throws Exception {
        return installed(SchemeChoice.read(scheme, Map.of()));
    }

    private static Network installed(SchemeChoice choice) throws Exception {
        NetworkSpec spec = TWO_RATES.shape().create(TWO_RATES.access(), TWO_RATES.fabric(), 1);
        Network network = new Network(spec, new Engine(Pacing.FREE));
        Installation.install(
                choice,
                network,
                choice.values(TWO_RATES),
                new LoadPlan(TWO_RATES, spec, PERIODS, 1));
        return network;
    }
}
