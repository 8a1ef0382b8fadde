// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.weir.control.scheduler.SchedulerType;
import org.weir.pipelines.Platform;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

/** The platforms that Weir knows. */
public final class Platforms {

    /** One line per platform; of one target, that with the most parts first. */
    private static final List<Platform> ALL =
            List.of(
                    Bmv2Platform.BMV2,
                    TofinoPlatform.TOFINO,
                    TofinoPlatform.TOFINO_ABC,
                    Tofino2Platform.TOFINO2,
                    Tofino2Platform.TOFINO2_ABC);

    private Platforms() {}

    /** All platforms. */
    public static List<Platform> all() {
        return ALL;
    }

    /**
     * The programs that a switch can have instead of its own.
     *
     * @param platform the switch's platform
     * @return the other platforms of its target; empty if there are none
     */
    public static List<Platform> alternatives(Platform platform) {
        return ALL.stream()
                .filter(other -> other.target().equals(platform.target()) && other != platform)
                .collect(Collectors.toList());
    }

    /** Types of the schedulers that are set apart from the program, each once. */
    public static List<SchedulerType> schedulerTypes() {
        return ALL.stream()
                .flatMap(platform -> platform.scheduler().stream())
                .distinct()
                .collect(Collectors.toList());
    }

    /**
     * The platform of a program.
     *
     * @param pipeconf id of its pipeconf
     * @return empty if the pipeconf is not Weir's
     */
    public static Optional<Platform> of(String pipeconf) {
        return ALL.stream()
                .filter(platform -> platform.pipeconf().toString().equals(pipeconf))
                .findFirst();
    }
}
