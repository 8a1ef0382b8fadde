// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.experiment.Series;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.congestion.HeldAfterMark;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/**
 * RPM's Fig. 5: short flows between ten pairs, beside a long one of each, where all lines have one
 * rate and no delay. All share the line from s1 to r1.
 */
final class CompletionScenario implements Scenario {
    static final CompletionScenario INSTANCE = new CompletionScenario();

    /** Parameter that makes also SYN, retransmissions and acknowledgements ECN-capable. */
    static final String ECN_ON_EVERY_PACKET = "ecnOnEveryPacket";

    /** Parameter with which windows do not grow in the round trip after a mark. */
    static final String HELD_AFTER_MARK = "heldAfterMark";

    /** Reductions of all flows' windows after marks. */
    static final String REDUCTIONS = "reductions";

    /** Part of the short flows that took {@link #LATE_MS} or longer, %. */
    static final String LATE = "late";

    /** Least timeout of TCP: a flow that takes longer has waited for one, such as for its SYN. */
    private static final double LATE_MS = 200;

    private static final int[] SEGMENTS = {1, 5, 10, 20, 50, 100, 200};
    private static final int SEGMENT_BYTES = 1448;
    private static final int PAIRS = 10;
    private static final double NS_PER_SECOND = 1e9;

    private CompletionScenario() {}

    @Override
    public String id() {
        return "rpm-completion";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter(
                        "linkBps",
                        "bit/s",
                        1e9,
                        1e6,
                        1e11,
                        "of every line",
                        "ours: a tenth of the 10 Gb/s of section V"),
                new Parameter("linkDelayMs", "ms", 0.01, 0, 1e4, "of the hosts' lines", "ours"),
                new Parameter(
                        "shortPart",
                        "",
                        0.3,
                        0.001,
                        0.9,
                        "load of the short flows over the shared line",
                        "not published"),
                new Parameter("longFlows", "", 10, 0, 10, "endless flows", "not published"),
                new Parameter("queuePackets", "packets", 1000, 1, 1e6, "of each port", "ours"),
                new Parameter("seconds", "s", 2, 0.01, 1e5, "in which flows begin", "ours"),
                new Parameter(
                        ECN_ON_EVERY_PACKET,
                        "",
                        0,
                        0,
                        1,
                        "1: SYN, retransmissions and acknowledgements are ECN-capable too, as in"
                                + " ECN++; 0: as in RFC 3168",
                        "ours"),
                new Parameter(
                        HELD_AFTER_MARK,
                        "",
                        0,
                        0,
                        1,
                        "1: windows do not grow until what was sent before a reduction is"
                                + " acknowledged, as in Linux; 0: acknowledgements without ECE let"
                                + " them grow, as by RFC 3168",
                        "ours"),
                TcpRun.control());
    }

    @Override
    public List<Quantity> quantities() {
        List<Quantity> all = new ArrayList<>();
        for (int segments : SEGMENTS) {
            all.add(new Quantity(name(segments), "mean completion, " + segments + " MSS", "ms"));
        }
        all.add(new Quantity(LATE, "short flows of 200 ms or more", "%"));
        all.add(new Quantity("resent", "segments sent again", ""));
        all.add(new Quantity(REDUCTIONS, "reductions after marks", ""));
        return all;
    }

    static String name(int segments) {
        return "mss" + segments;
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        long bps = values.whole("linkBps");
        long[] delays = new long[PAIRS];
        Arrays.fill(delays, values.msAsNs("linkDelayMs"));
        RpmNetwork lines = new RpmNetwork(PAIRS, bps, bps, bps, (int) values.whole("queuePackets"));
        TcpRun run =
                new TcpRun(
                        lines.build(id(), delays, delays, seed),
                        scheme,
                        values,
                        config(values)
                                .withEcnOnEveryPacket(values.whole(ECN_ON_EVERY_PACKET) == 1));
        SplittableRandom random = new SplittableRandom(seed);
        int longFlows = (int) values.whole("longFlows");
        for (int i = 0; i < longFlows; i++) {
            run.send(i, i + 1, PAIRS + i + 1, TcpRun.ENDLESS, random.nextLong(10_000_000));
        }
        double seconds = values.get("seconds");
        double meanBits = 0;
        for (int segments : SEGMENTS) {
            meanBits += 8.0 * SEGMENT_BYTES * segments / SEGMENTS.length;
        }
        double meanGapNs = meanBits / (values.get("shortPart") * bps) * NS_PER_SECOND;
        List<long[]> begun = new ArrayList<>();
        double timeNs = 0.1 * seconds * NS_PER_SECOND;
        while (timeNs < seconds * NS_PER_SECOND) {
            int size = random.nextInt(SEGMENTS.length);
            int pair = random.nextInt(PAIRS);
            run.send(
                    PAIRS + begun.size(),
                    pair + 1,
                    PAIRS + pair + 1,
                    (long) SEGMENTS[size] * SEGMENT_BYTES - 16,
                    (long) timeNs);
            begun.add(new long[] {(long) timeNs, size});
            timeNs -= StrictMath.log(1 - random.nextDouble()) * meanGapNs;
        }
        watch.begins(run.network());
        run.network().start();
        int steps = 20;
        for (int i = 1; i <= steps; i++) {
            run.engine().runUntil(Math.round((seconds + 0.5) * NS_PER_SECOND * i / steps));
            watch.reaches((double) i / steps);
        }
        return outcome(run, begun);
    }

    private static TcpConfig config(Values values) {
        return values.whole(HELD_AFTER_MARK) == 1
                ? TcpConfig.of(new HeldAfterMark(TcpRun.algorithm(values)))
                : TcpRun.config(values);
    }

    /** Flows that are not whole at the end count with the time until then. */
    private static Outcome outcome(TcpRun run, List<long[]> begun) {
        double[] sums = new double[SEGMENTS.length];
        int[] counts = new int[SEGMENTS.length];
        int late = 0;
        for (int i = 0; i < begun.size(); i++) {
            long endNs = run.deliveredNs(PAIRS + i);
            endNs = endNs < 0 ? run.engine().nowNs() : endNs;
            int size = (int) begun.get(i)[1];
            double durationMs = (endNs - begun.get(i)[0]) / 1e6;
            sums[size] += durationMs;
            counts[size]++;
            late += durationMs >= LATE_MS ? 1 : 0;
        }
        Series series = new Series("completion", "MSS", "mean ms", "flows");
        Outcome outcome = new Outcome();
        for (int i = 0; i < SEGMENTS.length; i++) {
            double mean = sums[i] / Math.max(1, counts[i]);
            outcome.with(name(SEGMENTS[i]), mean);
            series.add(SEGMENTS[i], mean, counts[i]);
        }
        outcome.with(LATE, 100.0 * late / Math.max(1, begun.size()));
        return outcome.with("resent", run.resent())
                .with(REDUCTIONS, run.markReductions())
                .with(series);
    }
}
