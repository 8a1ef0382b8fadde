// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import org.weir.lab.network.Network;

/** Looks at one run while it goes, from the thread that runs it. Changes nothing in it. */
public interface RunWatch {
    /** Looks at nothing. */
    RunWatch NONE =
            new RunWatch() {
                @Override
                public void begins(Network network) {}

                @Override
                public void reaches(double part) {}
            };

    /** The network is built and its switches have their programs; nothing has moved yet. */
    void begins(Network network);

    /**
     * A part of the run is done.
     *
     * @param part of its virtual time, 0 to 1, never less than before
     */
    void reaches(double part);
}
