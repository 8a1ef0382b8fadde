// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.weir.bmv2.controlplane.traffic.PfcStatus;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.reaction.Reaction;

/**
 * P4QCN's testbed, Fig. 10: two spines, four leaves, four top-of-rack switches. A flow from h11 to
 * h41 and background from h31 and h42 meet at t4's port to h41.
 */
final class P4qcnScenario implements Scenario {
    static final P4qcnScenario INSTANCE = new P4qcnScenario();

    /** The flow under test, then the background's. */
    private static final int TESTED = 0;

    private P4qcnScenario() {}

    @Override
    public String id() {
        return "p4qcn-three-tier";
    }

    @Override
    public List<Parameter> parameters() {
        String none = "not published";
        return List.of(
                Testbed.linkBps(7e6, "section 4"),
                Testbed.linkDelayMs(0.1),
                Testbed.queuePackets(64, "packets that a port's queue holds", "BMv2's default"),
                Testbed.packetBytes(1512, "frame length", "iperf"),
                new Parameter("flowBps", "bit/s", 4e6, 1, 1e12, "the flow's rate", "section 4"),
                new Parameter(
                        "backgroundBps",
                        "bit/s",
                        5e6,
                        1,
                        1e12,
                        "rate of the background, of two flows together",
                        "section 4: 2, 3, 4 and 5 Mb/s"),
                new Parameter("burstMs", "ms", 50, 0.1, 1e5, "mean burst of background", none),
                new Parameter("silenceMs", "ms", 50, 0.1, 1e5, "mean silence between", none),
                Testbed.seconds(30, none),
                Testbed.warmUpSeconds(5, "left out at the start", none));
    }

    @Override
    public void check(Values values) {
        Testbed.check(values);
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("delay", "mean delay of the flow", "ms"),
                new Quantity(
                        "delayOffered",
                        "mean delay of the flow, from when the application has a packet",
                        "ms"),
                new Quantity("p99", "p99 delay of the flow", "ms"),
                new Quantity("flowLoss", "loss of the flow", "%"),
                new Quantity("loss", "loss of all flows", "%"),
                new Quantity("queueMax", "largest queue in t4", "packets"),
                new Quantity("goodput", "goodput of the flow", "Mb/s"),
                new Quantity("utilisation", "utilisation of the link to h41", "%"),
                new Quantity("pauses", "pauses that ports and hosts were asked for", ""));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        Testbed testbed = new Testbed(id(), values);
        for (int tor = 1; tor <= 4; tor++) {
            testbed.link("h" + tor + "1", "t" + tor).link("h" + tor + "2", "t" + tor);
        }
        // Two leaves to a pod of two top-of-rack switches, both spines to each leaf.
        for (int leaf = 1; leaf <= 4; leaf++) {
            int pod = (leaf - 1) / 2;
            testbed.link("t" + (2 * pod + 1), "l" + leaf).link("t" + (2 * pod + 2), "l" + leaf);
            testbed.link("l" + leaf, "s1").link("l" + leaf, "s2");
        }
        traffic(testbed, values, scheme.reaction(values), new SplittableRandom(seed));
        long total = values.whole("seconds");
        Observation seen =
                new Observation(testbed.build(seed), scheme, values, "t4")
                        .run(values, total, watch);
        return new Outcome()
                .with("delay", seen.delay(TESTED).meanNs() / 1e6)
                .with("delayOffered", seen.delay(TESTED).meanNs() / 1e6 + seen.meanWaitMs(TESTED))
                .with("p99", seen.delay(TESTED).percentileNs(0.99) / 1e6)
                .with("flowLoss", 100 * seen.lossFraction(TESTED))
                .with("loss", 100 * seen.lossFraction())
                .with("queueMax", seen.largestQueuePackets())
                .with("goodput", seen.goodputBps(TESTED) / 1e6)
                .with("utilisation", 100 * seen.goodputBps() / values.get("linkBps"))
                .with("pauses", pauses(seen))
                .with(seen.queueSeries())
                .with(seen.rates("rates", total))
                .with(seen.allowedRate(TESTED));
    }

    private static void traffic(
            Testbed testbed, Values values, Optional<Reaction> reaction, SplittableRandom random) {
        int packetBytes = (int) values.whole("packetBytes");
        long startNs = random.nextLong(100_000_000);
        testbed.flow(
                "h11",
                "h41",
                "tested",
                0,
                packetBytes,
                ArrivalProcess.CBR,
                Observation.between(startNs, values, values.whole("flowBps")),
                reaction);
        for (String from : List.of("h31", "h42")) {
            testbed.flow(
                    from,
                    "h41",
                    "background",
                    0,
                    packetBytes,
                    ArrivalProcess.onOff(values.msAsNs("burstMs"), values.msAsNs("silenceMs")),
                    Observation.between(0, values, values.whole("backgroundBps") / 2),
                    reaction);
        }
    }

    /** Switches' ports and hosts that were asked to pause, how often. */
    private static double pauses(Observation seen) {
        long pauses = 0;
        for (SwitchNode node : seen.network().nodes()) {
            var traffic = node.device().orElseThrow().traffic();
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                for (PfcStatus status : traffic.portTrafficStatus(port.number()).pfc()) {
                    pauses += status.receivedPauses();
                }
            }
        }
        for (var host : seen.network().hosts()) {
            pauses += host.pauses();
        }
        return pauses;
    }
}
