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

/** The bottleneck of {@link BottleneckScenario}, with the marks of its switch and fairness. */
final class MarkingScenario implements Scenario {
    static final MarkingScenario INSTANCE = new MarkingScenario();

    private MarkingScenario() {}

    @Override
    public String id() {
        return "aqm-marking";
    }

    @Override
    public List<Parameter> parameters() {
        return BottleneckScenario.INSTANCE.parameters();
    }

    @Override
    public void check(Values values) {
        AqmRun.check(values);
    }

    @Override
    public List<Quantity> quantities() {
        List<Quantity> all = new ArrayList<>(BottleneckScenario.INSTANCE.quantities());
        all.add(new Quantity("marked", "segments marked by the switch", "%"));
        all.add(new Quantity("jain", "Jain's index of the flows' throughput", ""));
        return List.copyOf(all);
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        AqmRun run = BottleneckScenario.start(scheme, values, seed);
        run.run(values, watch);
        return BottleneckScenario.outcome(run, values)
                .with("marked", 100 * run.markedPart())
                .with("jain", run.jain());
    }
}
