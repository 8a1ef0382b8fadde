// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import org.weir.lab.network.Network;

/** Observer of the runs of a {@link Runner}, called by the threads that run them: thread-safe. */
public interface RunObserver {
    /** Is told and forgets. */
    RunObserver NONE = new RunObserver() {};

    /** A run is waiting for a thread. */
    default void planned(RunName run) {}

    /** A run's network is built and programmed; nothing has moved yet. */
    default void begins(RunName run, Network network) {}

    /**
     * A part of a run is done.
     *
     * @param part of its virtual time, 0 to 1
     */
    default void reaches(RunName run, double part) {}

    /** A run has ended, whether it gave a result or failed. */
    default void ends(RunName run) {}
}
