// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.concurrent.CompletableFuture;
import org.weir.control.PortSettings;

/** Receiver of solved settings, which writes them to a switch. */
@FunctionalInterface
public interface SettingsSink {
    /**
     * Installs a port's settings as a whole: afterwards the switch uses all of them, or still all
     * of the previous ones. Called without any lock of the control loop held, never twice at a time
     * for one port.
     *
     * @param settings the new settings
     * @return completes when the switch has them; completes exceptionally if it refused or cannot
     *     be reached, upon which the loop tries again at its next step
     */
    CompletableFuture<Void> install(PortSettings settings);
}
