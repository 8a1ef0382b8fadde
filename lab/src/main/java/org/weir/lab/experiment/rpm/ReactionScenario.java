// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/**
 * A TCP flow at nine tenths of the bottleneck's rate, limited by its host's line, and a step of
 * load that ignores congestion. Both schemes see the same packets until the first mark.
 */
final class ReactionScenario implements Scenario {
    static final ReactionScenario INSTANCE = new ReactionScenario();

    private static final long STEP_NS = 100_000;
    private static final int FRAME_BYTES = 1514;

    private ReactionScenario() {}

    @Override
    public String id() {
        return "rpm-reaction";
    }

    @Override
    public List<Parameter> parameters() {
        String ours = "ours";
        return List.of(
                new Parameter("bottleneckBps", "bit/s", 1e8, 1e6, 1e11, "line r1 to s2", ours),
                new Parameter("roundTripMs", "ms", 80, 1, 1e4, "without queues, d", ours),
                new Parameter(
                        "place",
                        "",
                        0.5,
                        0,
                        1,
                        "part of the round trip from the sender to the bottleneck and back, d_s/d",
                        ours),
                new Parameter(
                        "linePart",
                        "",
                        0.9,
                        0.1,
                        1,
                        "rate of the hosts' lines over the bottleneck's, and so of the flow",
                        ours),
                new Parameter(
                        "stepPart", "", 0.3, 0.01, 1, "step of load over the bottleneck", ours),
                new Parameter("queuePackets", "packets", 10_000, 1, 1e6, "of each port", ours),
                TcpRun.control());
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("reactionMs", "first reduction after the step of load", "ms"),
                new Quantity("settledMs", "in flight 3/4 of the amount before the step", "ms"));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        long bps = values.whole("bottleneckBps");
        long oneWayNs = values.msAsNs("roundTripMs") / 2;
        long toBottleneckNs = Math.round(oneWayNs * values.get("place"));
        RpmNetwork lines =
                new RpmNetwork(
                        2,
                        Math.round(bps * values.get("linePart")),
                        10 * bps,
                        bps,
                        (int) values.whole("queuePackets"));
        long stepNs = 4_000_000_000L + new SplittableRandom(seed).nextLong(1_000_000_000L);
        NetworkSpec spec =
                lines.build(
                        id(),
                        new long[] {toBottleneckNs, 0},
                        new long[] {oneWayNs - toBottleneckNs, 0},
                        seed);
        TcpRun run =
                new TcpRun(
                        spec.withFlows(List.of(step(spec, bps, values, stepNs))),
                        scheme,
                        values,
                        TcpRun.config(values));
        run.send(0, 1, 3, TcpRun.ENDLESS, 0);
        watch.begins(run.network());
        run.network().start();
        run.engine().runUntil(stepNs);
        double before = run.sender(0).control().windowBytes();
        double reacted = Double.NaN;
        double settled = Double.NaN;
        long last = stepNs + 2_000_000_000L;
        double sent = run.sender(0).inFlightBytes();
        for (long now = stepNs; now < last && Double.isNaN(settled); now += STEP_NS) {
            run.engine().runUntil(now);
            double windowBytes = run.sender(0).control().windowBytes();
            if (Double.isNaN(reacted) && windowBytes < before) {
                reacted = (now - stepNs) / 1e6;
            }
            before = Math.max(before, windowBytes);
            if (!Double.isNaN(reacted) && run.sender(0).inFlightBytes() < 0.75 * sent) {
                settled = (now - stepNs) / 1e6;
            }
            watch.reaches((double) now / last);
        }
        return new Outcome().with("reactionMs", reacted).with("settledMs", settled);
    }

    private static NetworkSpec.Traffic step(
            NetworkSpec spec, long bps, Values values, long stepNs) {
        long rateBps = Math.round(bps * values.get("stepPart"));
        return new NetworkSpec.Traffic(
                "h2",
                new FlowConfig(
                        0,
                        "step",
                        "step",
                        spec.hosts().get(1).ipv4(),
                        spec.hosts().get(3).ipv4(),
                        49_152,
                        5002,
                        0,
                        true,
                        FRAME_BYTES,
                        ArrivalProcess.CBR,
                        new LoadSchedule(List.of(new LoadSchedule.Step(stepNs, rateBps)), 0),
                        FlowConfig.DEFAULT_BACKLOG_PACKETS,
                        Optional.empty()));
    }
}
