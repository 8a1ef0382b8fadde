// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.aqm;

import java.util.ArrayList;
import java.util.List;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/** Endless TCP flows with one congestion control over one bottleneck. */
final class BottleneckScenario implements Scenario {
    static final BottleneckScenario INSTANCE = new BottleneckScenario();

    private BottleneckScenario() {}

    @Override
    public String id() {
        return "aqm-bottleneck";
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(AqmRun.parameters());
        all.add(new Parameter("flows", "", 4, 1, 60, "endless flows", "ours"));
        all.add(AqmRun.control("control", 2));
        return List.copyOf(all);
    }

    @Override
    public void check(Values values) {
        AqmRun.check(values);
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("goodput", "throughput (payload of all flows)", "Mb/s"),
                new Quantity("queueMs", "mean queueing delay of segments", "ms"),
                new Quantity("p99Ms", "99th percentile of that delay", "ms"),
                new Quantity("resent", "segments sent again", "%"));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        AqmRun run = start(scheme, values, seed);
        run.run(values, watch);
        return outcome(run, values);
    }

    /** The network and its flows, before a run. */
    static AqmRun start(Scheme scheme, Values values, long seed) {
        return new AqmRun(scheme, values, seed, List.of(AqmRun.group(values, "control", "flows")));
    }

    /** This scenario's quantities of a run that has ended. */
    static Outcome outcome(AqmRun run, Values values) {
        return new Outcome()
                .with("goodput", run.goodputMbps(0, values))
                .with("queueMs", run.meanQueueMs(0))
                .with("p99Ms", run.p99QueueMs(0))
                .with("resent", 100 * run.resentPart(0));
    }
}
