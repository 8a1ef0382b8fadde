// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.ArrayList;
import java.util.List;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.workload.FlowSizes;

/** Beyond the papers: every scheme on a data centre's fabric, at the rates of today. */
public final class DatacentreExperiments {
    private static final int[] GBPS = {10, 25, 100};

    private DatacentreExperiments() {}

    /** Those of every rate and distribution of sizes. */
    public static List<Experiment> all() {
        List<Experiment> all = new ArrayList<>();
        for (int gbps : GBPS) {
            for (FlowSizes sizes : FlowSizes.values()) {
                all.add(experiment(new DatacentreScenario(gbps, sizes)));
            }
        }
        return all;
    }

    private static Experiment experiment(DatacentreScenario scenario) {
        String sizes = DatacentreScenario.name(scenario.sizes());
        return new Experiment(
                scenario.id(),
                1,
                "leaf–spine fabric at %d Gb/s, messages of the %s distribution between random pairs"
                        .formatted(scenario.gbps(), sizes),
                "ours, beyond the papers",
                scenario,
                Schemes.all().stream().map(scheme -> Case.of(scheme.name())).toList(),
                scenario.quantities().stream().map(Quantity::name).toList(),
                List.of());
    }
}
