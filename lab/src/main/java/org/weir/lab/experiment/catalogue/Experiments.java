// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.abc.AbcExperiments;
import org.weir.lab.experiment.aqm.AqmExperiments;
import org.weir.lab.experiment.datacentre.DatacentreExperiments;
import org.weir.lab.experiment.papers.PapersExperiments;
import org.weir.lab.experiment.rpm.RpmExperiments;
import org.weir.lab.experiment.tcp.LawExperiments;

/** The experiments that there are. */
public final class Experiments {
    private static final List<Experiment> OF_PAPERS = PapersExperiments.all();
    private static final List<Experiment> ALL = inOrder();

    private Experiments() {}

    private static List<Experiment> inOrder() {
        List<Experiment> all = new ArrayList<>(OF_PAPERS);
        all.addAll(LawExperiments.all());
        all.addAll(RpmExperiments.all());
        all.addAll(AbcExperiments.all());
        all.addAll(AqmExperiments.all());
        all.addAll(DatacentreExperiments.all());
        return List.copyOf(all);
    }

    /** All of them, in the order of the papers. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** Those on the papers' networks: all but those over TCP and the data centre's. */
    public static List<Experiment> ofPapers() {
        return OF_PAPERS;
    }

    /** One by its id. */
    public static Optional<Experiment> find(String id) {
        return ALL.stream().filter(experiment -> experiment.id().equals(id)).findFirst();
    }
}
