// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

/** A published experiment that the lab runs again. */
public interface Experiment {
    /** Name on the command line, for example {@code pmqecn-table1}. */
    String id();

    /** One line on what it shows and where it was published. */
    String title();

    /**
     * Runs it in virtual time.
     *
     * @param seed from which every random number follows
     */
    Result run(long seed);
}
