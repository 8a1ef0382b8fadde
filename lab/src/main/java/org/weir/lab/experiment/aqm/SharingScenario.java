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

/** Endless TCP flows of a scalable and of a classic congestion control over one bottleneck. */
final class SharingScenario implements Scenario {
    static final SharingScenario INSTANCE = new SharingScenario();

    private SharingScenario() {}

    @Override
    public String id() {
        return "aqm-sharing";
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>(AqmRun.parameters());
        all.add(new Parameter("scalableFlows", "", 2, 1, 30, "flows of scalableControl", "ours"));
        all.add(AqmRun.control("scalableControl", 4));
        all.add(new Parameter("classicFlows", "", 2, 1, 30, "flows of classicControl", "ours"));
        all.add(AqmRun.control("classicControl", 2));
        return List.copyOf(all);
    }

    @Override
    public void check(Values values) {
        AqmRun.check(values);
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("ratio", "throughput of a scalable flow over a classic flow's", ""),
                new Quantity("goodput", "throughput (payload of all flows)", "Mb/s"),
                new Quantity("scalableMs", "mean queueing delay of scalable flows", "ms"),
                new Quantity("scalableP99Ms", "99th percentile of scalable flows", "ms"),
                new Quantity("classicMs", "mean queueing delay of classic flows", "ms"),
                new Quantity("classicP99Ms", "99th percentile of classic flows", "ms"));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        AqmRun run =
                new AqmRun(
                        scheme,
                        values,
                        seed,
                        List.of(
                                AqmRun.group(values, "scalableControl", "scalableFlows"),
                                AqmRun.group(values, "classicControl", "classicFlows")));
        run.run(values, watch);
        double scalable = run.goodputMbps(0, values);
        double classic = run.goodputMbps(1, values);
        double perScalable = scalable / values.get("scalableFlows");
        double perClassic = classic / values.get("classicFlows");
        return new Outcome()
                .with("ratio", perScalable / Math.max(1e-6, perClassic))
                .with("goodput", scalable + classic)
                .with("scalableMs", run.meanQueueMs(0))
                .with("scalableP99Ms", run.p99QueueMs(0))
                .with("classicMs", run.meanQueueMs(1))
                .with("classicP99Ms", run.p99QueueMs(1));
    }
}
