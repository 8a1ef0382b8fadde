// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.List;

/**
 * An experiment that the lab runs: cases in a scenario, and what was published of them.
 *
 * @param id on the command line, for example {@code pmqecn-fig7}
 * @param version raised when results are no longer comparable with older ones
 * @param title one line on what it shows
 * @param source where it was published
 * @param scenario the network and its traffic
 * @param cases what is compared
 * @param quantities names of those of the scenario's that it is about
 * @param statements what was published
 */
public record Experiment(
        String id,
        int version,
        String title,
        String source,
        Scenario scenario,
        List<Case> cases,
        List<String> quantities,
        List<Statement> statements) {
    /** Copies the lists. */
    public Experiment {
        cases = List.copyOf(cases);
        quantities = List.copyOf(quantities);
        statements = List.copyOf(statements);
    }
}
