// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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
 * rate and hardly a delay. All share the line from s1 to r1. The short flows begin when the queue
 * of the long ones' slow starts has drained.
 */
final class CompletionScenario implements Scenario {
    static final CompletionScenario INSTANCE = new CompletionScenario();

    /** Parameter that makes also SYN, retransmissions and acknowledgements ECN-capable. */
    static final String ECN_ON_EVERY_PACKET = "ecnOnEveryPacket";

    /** Parameter with which windows do not grow in the round trip after a mark. */
    static final String HELD_AFTER_MARK = "heldAfterMark";

    /** Parameter by how many acknowledgements senders take marks later. */
    static final String MARK_DELAY = "markDelayAcks";

    /** Reductions of all flows' windows after marks. */
    static final String REDUCTIONS = "reductions";

    /** Reductions of the long flows' windows after marks. */
    static final String LONG_REDUCTIONS = "longReductions";

    /** Mean number of reductions after marks of a flow of {@link #JUDGED} segments. */
    static final String JUDGED_REDUCTIONS = "reductions100";

    /** Its mean window before the first of them, segments. */
    static final String JUDGED_WINDOW = "window100";

    /** Part of the short flows that took {@link #LATE_MS} or longer, %. */
    static final String LATE = "late";

    /** Least timeout of TCP: a flow that takes longer has waited for one, such as for its SYN. */
    private static final double LATE_MS = 200;

    private static final int[] SEGMENTS = {1, 5, 10, 20, 50, 100, 200};

    /** Length of the flows whose reductions are told, segments. */
    private static final int JUDGED = 100;

    private static final int SEGMENT_BYTES = 1448;
    private static final int PAIRS = 10;
    private static final double NS_PER_SECOND = 1e9;
    private static final long SAMPLE_NS = 1_000_000;
    private static final double DRAIN_SECONDS = 0.5;

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
                RpmNetwork.bufferParameter(),
                new Parameter("seconds", "s", 2, 0.01, 1e5, "in which flows begin", "ours"),
                new Parameter(
                        "warmUpSeconds",
                        "s",
                        0.5,
                        0,
                        1e5,
                        "before the first short flow",
                        "ours: the queue of the long flows' slow starts lasts 0.4 s"),
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
                new Parameter(
                        MARK_DELAY,
                        "",
                        0,
                        0,
                        100,
                        "acknowledgements by which senders take ECE later than it comes",
                        "ours"),
                TcpRun.control());
    }

    @Override
    public void check(Values values) {
        if (values.get("warmUpSeconds") >= values.get("seconds")) {
            throw new IllegalArgumentException(
                    "warmUpSeconds must be below seconds (%s), not %s"
                            .formatted(values.get("seconds"), values.get("warmUpSeconds")));
        }
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
        all.add(new Quantity(LONG_REDUCTIONS, "reductions of the long flows after marks", ""));
        all.add(new Quantity(JUDGED_REDUCTIONS, "reductions of a flow of 100 MSS after marks", ""));
        all.add(
                new Quantity(
                        JUDGED_WINDOW,
                        "window of flows of 100 MSS before their first reduction",
                        "segments"));
        all.add(new Quantity("queue", "mean queue of the shared line", "packets"));
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
        RpmNetwork lines =
                new RpmNetwork(
                        PAIRS,
                        bps,
                        bps,
                        bps,
                        (int) values.whole("queuePackets"),
                        values.get("bufferMs"));
        TcpRun run =
                new TcpRun(
                        lines.build(id(), delays, delays, seed),
                        scheme,
                        values,
                        config(values)
                                .withEcnOnEveryPacket(values.whole(ECN_ON_EVERY_PACKET) == 1)
                                .withMarkDelayAcks((int) values.whole(MARK_DELAY)));
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
        double timeNs = values.get("warmUpSeconds") * NS_PER_SECOND;
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
        double queue = queue(run, values, watch);
        return outcome(run, begun, longFlows).with("queue", queue);
    }

    /** Lets the run go to its end; mean queue of the shared line while short flows begin. */
    private static double queue(TcpRun run, Values values, RunWatch watch) {
        long fromNs = Math.round(values.get("warmUpSeconds") * NS_PER_SECOND);
        long untilNs = Math.round(values.get("seconds") * NS_PER_SECOND);
        long endNs = untilNs + Math.round(DRAIN_SECONDS * NS_PER_SECOND);
        double packets = 0;
        long looks = 0;
        for (long nowNs = SAMPLE_NS; nowNs <= endNs; nowNs += SAMPLE_NS) {
            run.engine().runUntil(nowNs);
            watch.reaches((double) nowNs / endNs);
            if (nowNs >= fromNs && nowNs < untilNs) {
                packets += run.queuePackets("s1", 1);
                looks++;
            }
        }
        return packets / Math.max(1, looks);
    }

    private static TcpConfig config(Values values) {
        return values.whole(HELD_AFTER_MARK) == 1
                ? TcpConfig.of(new HeldAfterMark(TcpRun.algorithm(values)))
                : TcpRun.config(values);
    }

    /** Flows that are not whole at the end count with the time until then. */
    private static Outcome outcome(TcpRun run, List<long[]> begun, int longFlows) {
        double[] sums = new double[SEGMENTS.length];
        int[] counts = new int[SEGMENTS.length];
        int late = 0;
        ReductionSums judged = new ReductionSums();
        for (int i = 0; i < begun.size(); i++) {
            long endNs = run.deliveredNs(PAIRS + i);
            endNs = endNs < 0 ? run.engine().nowNs() : endNs;
            int size = (int) begun.get(i)[1];
            double durationMs = (endNs - begun.get(i)[0]) / 1e6;
            sums[size] += durationMs;
            counts[size]++;
            late += durationMs >= LATE_MS ? 1 : 0;
            if (SEGMENTS[size] == JUDGED) {
                judged.add(run.sender(PAIRS + i));
            }
        }
        ReductionSums longOnes = new ReductionSums();
        IntStream.range(0, longFlows).forEach(id -> longOnes.add(run.sender(id)));
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
                .with(LONG_REDUCTIONS, longOnes.reductions())
                .with(JUDGED_REDUCTIONS, judged.mean())
                .with(JUDGED_WINDOW, judged.meanFirstWindowBytes() / SEGMENT_BYTES)
                .with(series);
    }
}
