// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.weir.pipelines.Platform;

/**
 * Check of the pipeconf that the network configuration assigns to a device: the device's driver
 * must be one of the platform's, and this build must have the platform's program.
 */
final class PipeconfFit {

    private final Predicate<Platform> packed;

    /**
     * A check.
     *
     * @param packed whether this build has the program of a platform
     */
    PipeconfFit(Predicate<Platform> packed) {
        this.packed = packed;
    }

    /**
     * Returns the reason for which a device cannot run its program.
     *
     * @param platform platform that the program was compiled for
     * @param driver name of the device's driver; null if netcfg names none
     * @return one sentence, or empty if the device can run it
     */
    Optional<String> objection(Platform platform, String driver) {
        if (driver == null || !platform.drivers().contains(driver)) {
            return Optional.of(
                    "netcfg basic.pipeconf is "
                            + platform.pipeconf()
                            + ", which runs under the drivers "
                            + String.join(", ", new TreeSet<>(platform.drivers()))
                            + " only, but basic.driver is "
                            + (driver == null ? "missing" : driver)
                            + "; the device is left alone");
        }
        if (!packed.test(platform)) {
            return Optional.of(
                    "netcfg basic.pipeconf is "
                            + platform.pipeconf()
                            + ", whose program this build of Weir does not have; the device is left"
                            + " alone");
        }
        return Optional.empty();
    }
}
