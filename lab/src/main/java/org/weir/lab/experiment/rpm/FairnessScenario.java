// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.experiment.Series;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.congestion.CubicFunction;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.lab.stats.Sample;

/** RPM's Table II: long flows of ten pairs whose receivers are at different distances. */
final class FairnessScenario implements Scenario {
    static final FairnessScenario INSTANCE = new FairnessScenario();

    private static final int PAIRS = 10;
    private static final int PAIRS_PER_DELAY = 2;
    private static final double NS_PER_SECOND = 1e9;

    private FairnessScenario() {}

    @Override
    public String id() {
        return "rpm-fairness";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        "bottleneckBps",
                        "bit/s",
                        2e8,
                        1e6,
                        1e11,
                        "line from r1 to s2; that from s1 to r1 has ten times as much",
                        "ours: a fiftieth of the 10 Gb/s of section V"),
                new Parameter("senderDelayMs", "ms", 10, 0, 1e4, "senders' lines", "section V"),
                new Parameter(
                        "nearDelayMs",
                        "ms",
                        10,
                        0,
                        1e4,
                        "line of the nearest receivers",
                        "Table I"),
                new Parameter(
                        "stepDelayMs",
                        "ms",
                        0,
                        0,
                        1e4,
                        "by which the line of each next pair of receivers is longer",
                        "Table I"),
                new Parameter("queuePackets", "packets", 10_000, 1, 1e6, "of each port", "ours"),
                RpmNetwork.bufferParameter(),
                new Parameter("seconds", "s", 40, 1, 1e5, "length of a run", "not published"),
                new Parameter("warmUpSeconds", "s", 10, 0, 1e5, "not judged", "not published"),
                new Parameter(
                        "renoFriendly",
                        "",
                        1,
                        0,
                        1,
                        "1: CUBIC (control 2) has its Reno-friendly region; 0: it has not",
                        "RFC 9438, section 4.3"),
                TcpRun.control());
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("jain", "Jain's index of throughputs", ""),
                new Quantity("goodput", "goodput of all flows", "Mb/s"),
                new Quantity("nearFar", "nearest pairs' throughput over the farthest pairs'", ""),
                new Quantity("resent", "segments sent again", ""));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        long bottleneckBps = values.whole("bottleneckBps");
        long[] senders = new long[PAIRS];
        long[] receivers = new long[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            senders[i] = values.msAsNs("senderDelayMs");
            receivers[i] =
                    values.msAsNs("nearDelayMs")
                            + i / PAIRS_PER_DELAY * values.msAsNs("stepDelayMs");
        }
        RpmNetwork lines =
                new RpmNetwork(
                        PAIRS,
                        bottleneckBps,
                        10 * bottleneckBps,
                        bottleneckBps,
                        (int) values.whole("queuePackets"),
                        values.get("bufferMs"));
        TcpRun run =
                new TcpRun(
                        lines.build(id(), senders, receivers, seed),
                        scheme,
                        values,
                        config(values));
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < PAIRS; i++) {
            run.send(i, i + 1, PAIRS + i + 1, TcpRun.ENDLESS, random.nextLong(1_000_000_000L));
        }
        watch.begins(run.network());
        run.network().start();
        double[] bps = measure(run, values, watch);
        double near = (bps[0] + bps[1]) / 2;
        double far = (bps[PAIRS - 2] + bps[PAIRS - 1]) / 2;
        Series series = new Series("throughput", "flow", "Mb/s");
        for (int i = 0; i < PAIRS; i++) {
            series.add(i + 1, bps[i] / 1e6);
        }
        return new Outcome()
                .with("jain", Sample.jain(bps))
                .with("goodput", Arrays.stream(bps).sum() / 1e6)
                .with("nearFar", near / far)
                .with("resent", run.resent())
                .with(series);
    }

    private static TcpConfig config(Values values) {
        boolean cubic = values.whole("control") == 1 + CongestionAlgorithm.CUBIC.ordinal();
        return cubic && values.whole("renoFriendly") == 0
                ? TcpConfig.of(new CubicFunction())
                : TcpRun.config(values);
    }

    private static double[] measure(TcpRun run, Values values, RunWatch watch) {
        double end = values.get("seconds");
        double from = values.get("warmUpSeconds");
        run.engine().runUntil(Math.round(from * NS_PER_SECOND));
        double[] bps = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            bps[i] = -run.bytes(i);
        }
        for (double second = from + 1; second <= end; second++) {
            run.engine().runUntil(Math.round(second * NS_PER_SECOND));
            watch.reaches(second / end);
        }
        for (int i = 0; i < PAIRS; i++) {
            bps[i] = (bps[i] + run.bytes(i)) * 8 / (end - from);
        }
        return bps;
    }
}
