// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.List;
import java.util.Optional;

/** The experiments that there are. */
public final class Experiments {
    private static final List<Experiment> ALL = List.of(new PmqecnTable1());

    private Experiments() {}

    /** All of them, in the order of the papers. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** One by its id. */
    public static Optional<Experiment> find(String id) {
        return ALL.stream().filter(experiment -> experiment.id().equals(id)).findFirst();
    }
}
