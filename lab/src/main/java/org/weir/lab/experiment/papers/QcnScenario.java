// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.List;
import java.util.SplittableRandom;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.experiment.Series;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.lab.stats.Sample;

/** QCN v. ECM's network, Fig. 2: sources at one switch, one destination. */
final class QcnScenario implements Scenario {
    static final QcnScenario INSTANCE = new QcnScenario();

    /**
     * Depth at which the published queues are compared, packets; the schemes' own parameter may
     * differ.
     */
    private static final int EQUILIBRIUM_PACKETS = 25;

    private QcnScenario() {}

    @Override
    public String id() {
        return "qcn-star";
    }

    @Override
    public List<Parameter> parameters() {
        String none = "not published";
        return List.of(
                Testbed.linkBps(1e7, "section 3"),
                Testbed.linkDelayMs(0.05),
                Testbed.queuePackets(100, "queue's capacity", "section 3"),
                Testbed.packetBytes(
                        1514, "frame length", "section 3: 1522 with tag and check sequence"),
                new Parameter("sources", "", 12, 1, 60, "senders", "section 3: 1 to 12"),
                Testbed.seconds(20, none),
                Testbed.warmUpSeconds(2, "left out of the queue's mean", none),
                Testbed.startSpreadMs("senders start within this", "ours"));
    }

    @Override
    public void check(Values values) {
        Testbed.check(values);
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("loss", "packet error rate", "%"),
                new Quantity("queueMean", "mean queue", "packets"),
                new Quantity("queueMax", "largest queue", "packets"),
                new Quantity("full", "part of the time with a full queue", "%"),
                new Quantity("above", "part of the time above Q_eq", "%"),
                new Quantity("sentMean", "packets sent by a source", ""),
                new Quantity("jain", "Jain's index of packets sent by source", ""),
                new Quantity("goodput", "goodput", "Mb/s"));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        Testbed testbed = new Testbed(id(), values);
        int sources = (int) values.whole("sources");
        testbed.link("h0", "s1");
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 1; i <= sources; i++) {
            testbed.link("h" + i, "s1");
        }
        for (int i = 1; i <= sources; i++) {
            long startNs = random.nextLong(values.msAsNs("startSpreadMs"));
            testbed.flow(
                    "h" + i,
                    "h0",
                    "source",
                    0,
                    (int) values.whole("packetBytes"),
                    ArrivalProcess.POISSON,
                    Observation.between(startNs, values, values.whole("linkBps")),
                    scheme.reaction(values));
        }
        long total = values.whole("seconds");
        Observation seen =
                new Observation(testbed.build(seed), scheme, values, "s1")
                        .run(values, total, watch);
        double[] sent = new double[sources];
        Series bySource = new Series("sent", "source", "packets");
        for (int i = 0; i < sources; i++) {
            sent[i] = seen.end().get(i).sentPackets();
            bySource.add(i + 1, sent[i]);
        }
        return new Outcome()
                .with("loss", 100 * seen.lossFraction())
                .with("queueMean", seen.meanQueuePackets())
                .with("queueMax", seen.largestQueuePackets())
                .with("full", 100 * seen.partAbove((int) values.whole("queuePackets") - 1))
                .with("above", 100 * seen.partAbove(EQUILIBRIUM_PACKETS))
                .with("sentMean", Sample.mean(sent))
                .with("jain", Sample.jain(sent))
                .with("goodput", seen.goodputBps() / 1e6)
                .with(seen.queueSeries())
                .with(seen.rates("rates", total))
                .with(bySource);
    }
}
