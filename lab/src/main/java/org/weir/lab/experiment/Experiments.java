// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The experiments that there are. */
public final class Experiments {
    private static final List<Experiment> OF_PAPERS = ofPapersInOrder();
    private static final List<Experiment> ALL = inOrder();

    private Experiments() {}

    private static List<Experiment> ofPapersInOrder() {
        List<Experiment> all = new ArrayList<>();
        all.addAll(PmqecnExperiments.all());
        all.addAll(P4qcnExperiments.all());
        all.addAll(QcnExperiments.all());
        return List.copyOf(all);
    }

    private static List<Experiment> inOrder() {
        List<Experiment> all = new ArrayList<>(OF_PAPERS);
        all.addAll(DatacentreExperiments.all());
        return List.copyOf(all);
    }

    /** All of them, in the order of the papers. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** Those on the papers' networks: all but the data centre's. */
    public static List<Experiment> ofPapers() {
        return OF_PAPERS;
    }

    /** One by its id. */
    public static Optional<Experiment> find(String id) {
        return ALL.stream().filter(experiment -> experiment.id().equals(id)).findFirst();
    }
}
