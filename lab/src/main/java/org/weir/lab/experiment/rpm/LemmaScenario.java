// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.complex.Complex;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/**
 * NewReno flows over RPM's program, one unless the parameter says otherwise, beside the fluid model
 * of {@link RpmLemma} with the slope of marking η that the packets had: reductions per packet over
 * the mean excess of the queue above the target. Windows, the queue and its excess are means over
 * flows, and the model has a flow's part of the capacity.
 */
final class LemmaScenario implements Scenario {
    static final LemmaScenario INSTANCE = new LemmaScenario();

    private static final int FRAME_BYTES = 1514;
    private static final int MSS = 1448;
    private static final long SAMPLE_NS = 1_000_000;
    private static final long START_NS = 1_000_000_000;
    private static final double NS_PER_SECOND = 1e9;

    /** Starts of the search for roots reach to this many divided by the round trip. */
    private static final double SCALE = 3;

    private static final int STEPS_PER_ROUND_TRIP = 200;
    private static final int ROUND_TRIPS = 100;

    private LemmaScenario() {}

    @Override
    public String id() {
        return "rpm-lemma1";
    }

    @Override
    public List<Parameter> parameters() {
        String ours = "ours";
        return List.of(
                new Parameter(
                        "packetsPerSecond",
                        "1/s",
                        1000,
                        10,
                        1e6,
                        "of the bottleneck, for each flow",
                        ours),
                new Parameter("flows", "", 1, 1, 1000, "from one host to another", ours),
                new Parameter("roundTripMs", "ms", 10, 1, 1e4, "without queues, d", ours),
                new Parameter(
                        "place",
                        "",
                        0.5,
                        0,
                        1,
                        "part of the round trip from the sender to the bottleneck and back, d_s/d",
                        ours),
                new Parameter("queuePackets", "packets", 10_000, 1, 1e6, "of each port", ours),
                new Parameter("seconds", "s", 120, 1, 1e4, "length", ours),
                new Parameter("warmUpSeconds", "s", 20, 0, 1e4, "not measured", ours),
                TcpRun.control());
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("eta", "slope of marking η", "1/packet"),
                new Quantity("etaLimit", "model: limit of η", "1/packet"),
                new Quantity("growth", "model: growth of the slowest solution", "1/s"),
                new Quantity(
                        "fluidSwing",
                        "model: largest deviation in round trips 91 to 100, 1 at first",
                        ""),
                new Quantity("windowMean", "packets: mean window", "segments"),
                new Quantity("windowLeast", "packets: least window", "segments"),
                new Quantity("windowMost", "packets: largest window", "segments"),
                new Quantity("windowSwing", "packets: (largest − least) / (2 · mean) window", ""),
                new Quantity("queueMean", "packets: mean queue", "packets"),
                new Quantity("reductions", "packets: reductions", "1/s"));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        double c = values.get("packetsPerSecond");
        int flows = (int) values.whole("flows");
        long bps = Math.round(flows * c * FRAME_BYTES * 8);
        long oneWayNs = values.msAsNs("roundTripMs") / 2;
        long toBottleneckNs = Math.round(oneWayNs * values.get("place"));
        NetworkSpec spec =
                new RpmNetwork(1, 10 * bps, 10 * bps, bps, (int) values.whole("queuePackets"))
                        .build(
                                id(),
                                new long[] {toBottleneckNs},
                                new long[] {oneWayNs - toBottleneckNs},
                                seed);
        TcpRun run = new TcpRun(spec, scheme, values, TcpRun.config(values));
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < flows; i++) {
            long startNs = flows == 1 ? seed * SAMPLE_NS : random.nextLong(START_NS);
            run.send(i, 1, 2, TcpRun.ENDLESS, startNs);
        }
        watch.begins(run.network());
        run.network().start();
        long warmNs = Math.round(values.get("warmUpSeconds") * NS_PER_SECOND);
        long endNs = Math.round(values.get("seconds") * NS_PER_SECOND);
        run.engine().runUntil(warmNs);
        Sums sums = new Sums(values.get("targetMs") / 1000 * c);
        long bytes = bytes(run, flows);
        long reductions = reductions(run);
        for (long now = warmNs; now < endNs; now += SAMPLE_NS) {
            run.engine().runUntil(now);
            sums.add(meanWindow(run, flows), (double) run.queuePackets("r1", 2) / flows);
            watch.reaches((double) now / endNs);
        }
        double reduced = reductions(run) - reductions;
        double packets = (double) (bytes(run, flows) - bytes) / MSS;
        double eta = reduced / packets / sums.meanExcess();
        RpmLemma model =
                new RpmLemma(2 * oneWayNs / NS_PER_SECOND, 2 * toBottleneckNs / NS_PER_SECOND, c);
        return sums.outcome(new Outcome())
                .with("eta", eta)
                .with("etaLimit", model.limit())
                .with("growth", growth(model, eta))
                .with("fluidSwing", swing(model, eta))
                .with("reductions", reduced / flows / ((endNs - warmNs) / NS_PER_SECOND));
    }

    private static long bytes(TcpRun run, int flows) {
        return IntStream.range(0, flows).mapToLong(run::bytes).sum();
    }

    /** Of all flows: the senders of a host count together. */
    private static long reductions(TcpRun run) {
        return run.sender(0).counts().markReductions();
    }

    private static double meanWindow(TcpRun run, int flows) {
        return IntStream.range(0, flows)
                .mapToDouble(flow -> run.sender(flow).control().windowBytes() / MSS)
                .average()
                .orElseThrow();
    }

    private static double growth(RpmLemma model, double eta) {
        Complex root = model.equation(eta).rightmostRoot(SCALE / model.d());
        return root.getReal();
    }

    /** Largest |x| of the last tenth of the integrated model, which begins with 1. */
    private static double swing(RpmLemma model, double eta) {
        int steps = STEPS_PER_ROUND_TRIP * ROUND_TRIPS;
        double[] x = model.equation(eta).solution(model.d() / STEPS_PER_ROUND_TRIP, steps);
        double most = 0;
        for (int i = steps - steps / 10; i <= steps; i++) {
            most = Math.max(most, Math.abs(x[i]));
        }
        return most;
    }

    /** Sums over samples of the window and the queue. */
    private static final class Sums {
        private final double targetPackets;
        private double windows;
        private double least = Double.POSITIVE_INFINITY;
        private double most;
        private double queues;
        private double excesses;
        private long samples;

        Sums(double targetPackets) {
            this.targetPackets = targetPackets;
        }

        void add(double window, double queue) {
            samples++;
            windows += window;
            least = Math.min(least, window);
            most = Math.max(most, window);
            queues += queue;
            excesses += Math.max(0, queue - targetPackets);
        }

        double meanExcess() {
            return excesses / samples;
        }

        Outcome outcome(Outcome empty) {
            double mean = windows / samples;
            return empty.with("windowMean", mean)
                    .with("windowLeast", least)
                    .with("windowMost", most)
                    .with("windowSwing", (most - least) / (2 * mean))
                    .with("queueMean", queues / samples);
        }
    }
}
