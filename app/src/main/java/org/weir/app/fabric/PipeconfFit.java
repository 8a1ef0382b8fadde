// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.weir.pipelines.SwitchTarget;

/** Whether a device can run the program that the network configuration gives it. */
final class PipeconfFit {

    private final Predicate<SwitchTarget> packed;

    /**
     * A check.
     *
     * @param packed whether this build has the program of a target
     */
    PipeconfFit(Predicate<SwitchTarget> packed) {
        this.packed = packed;
    }

    /**
     * What speaks against it.
     *
     * @param target what the program was compiled for
     * @param driver name of the device's driver; null if netcfg names none
     * @return one sentence, or empty if the device can run it
     */
    Optional<String> objection(SwitchTarget target, String driver) {
        if (driver == null || !target.drivers().contains(driver)) {
            return Optional.of(
                    "netcfg basic.pipeconf is "
                            + target.pipeconf()
                            + ", which runs under the drivers "
                            + String.join(", ", new TreeSet<>(target.drivers()))
                            + " only, but basic.driver is "
                            + (driver == null ? "missing" : driver)
                            + "; the device is left alone");
        }
        if (!packed.test(target)) {
            return Optional.of(
                    "netcfg basic.pipeconf is "
                            + target.pipeconf()
                            + ", whose program this build of Weir does not have; the device is left"
                            + " alone");
        }
        return Optional.empty();
    }
}
