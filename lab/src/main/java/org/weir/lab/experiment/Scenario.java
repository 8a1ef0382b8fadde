// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.List;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/** A network with its traffic, and what is measured in it; several experiments may look at one. */
public interface Scenario {
    /** Short name for people and for files. */
    String id();

    /** Its parameters. */
    List<Parameter> parameters();

    /** A scheme's parameters, with the values that they have here unless said otherwise. */
    default List<Parameter> parametersOf(Scheme scheme) {
        return scheme.parameters();
    }

    /**
     * Checks what no parameter's own range says, before anything runs.
     *
     * @throws IllegalArgumentException when values do not go together
     */
    default void check(Values values) {}

    /** Quantities that it measures. */
    List<Quantity> quantities();

    /**
     * Runs it once. Safe to call from several threads at once.
     *
     * @param scheme that controls congestion
     * @param values of the scenario's and the scheme's parameters
     * @param seed from which every random number follows
     * @param watch looks at the run, and changes nothing in it
     */
    Outcome run(Scheme scheme, Values values, long seed, RunWatch watch);
}
