// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

/**
 * Name of one of an experiment's runs.
 *
 * @param scenario its id
 * @param label the case
 * @param seed of the run
 */
public record RunName(String scenario, String label, long seed) {
    /** Name as part of a file's name: letters, digits, points and hyphens. */
    public String inFileNames() {
        return label.replaceAll("[^A-Za-z0-9.-]+", "-") + "." + seed;
    }

    @Override
    public String toString() {
        return scenario + ": " + label + ", seed " + seed;
    }
}
