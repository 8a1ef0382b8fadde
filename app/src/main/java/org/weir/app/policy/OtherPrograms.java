// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.function.BiPredicate;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.pipelines.Platform;
import org.weir.pipelines.platform.Platforms;

/** Words of alerts for what another program of a switch has. */
final class OtherPrograms {

    private OtherPrograms() {}

    /**
     * The program of the same target that has a table.
     *
     * @param platform the switch's platform, whose program lacks the table
     * @param hasTable whether the program of a platform has a table
     * @return text behind "has no table"; empty if no program has it
     */
    static String with(
            Platform platform, PiTableId table, BiPredicate<Platform, PiTableId> hasTable) {
        return Platforms.alternatives(platform).stream()
                .filter(other -> hasTable.test(other, table))
                .findFirst()
                .map(
                        other ->
                                " ("
                                        + other.pipeconf()
                                        + " has it: basic.pipeconf of the device in netcfg)")
                .orElse("");
    }
}
