// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Runs a network's switches as programs beside this one, each behind a P4Runtime server at its
 * {@linkplain SwitchSpec#grpcAddress() address}. Its methods take their time: none is called on the
 * engine's thread.
 */
public interface SwitchPrograms extends AutoCloseable {
    /**
     * Starts a switch, empty; returns when its P4Runtime server listens.
     *
     * @param spec of a switch that does not run
     * @param sent is given each frame that leaves a port, when its last bit has left, on the
     *     engine's thread
     * @throws IOException when it does not start
     */
    PlacedSwitch start(SwitchSpec spec, BiConsumer<Integer, byte[]> sent) throws IOException;

    /** Ends a switch at once, as a loss of power does. */
    void stop(String name);

    /** Reason for which a switch has ended unasked; empty while all run. */
    Optional<String> failure();

    /** Ends all switches and takes away what was made for them. */
    @Override
    void close();
}
