// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Locale;

/** Method by which {@link TargetsObjective} finds the whole numbers that are installed. */
public enum SolverMethod {
    /**
     * The direct answer, then a search among the whole numbers near it ({@link InstalledSearch}).
     */
    DE,
    /** The direct answer, rounded. */
    DIRECT;

    /** The word for it in a policy: {@code de} or {@code direct}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The method of that word.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static SolverMethod of(String word) {
        for (SolverMethod one : values()) {
            if (one.word().equals(word)) {
                return one;
            }
        }
        throw new IllegalArgumentException(
                "solver must be \"de\" or \"direct\", was \"" + word + "\"");
    }
}
