// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.ArrayList;
import java.util.List;
import org.weir.lab.experiment.Experiment;

/** Experiments of the papers, on their networks. */
public final class PapersExperiments {
    private PapersExperiments() {}

    /** All experiments, in the order of the papers. */
    public static List<Experiment> all() {
        List<Experiment> all = new ArrayList<>();
        all.addAll(PmqecnExperiments.all());
        all.addAll(P4qcnExperiments.all());
        all.addAll(QcnExperiments.all());
        return List.copyOf(all);
    }
}
