// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;

/**
 * Size of a network that a controller has found completely.
 *
 * @param switches switches
 * @param links links between switches, each direction counted
 * @param hosts hosts
 */
public record NetworkSize(int switches, int links, int hosts) {
    /** Switches of the largest measured network, for each processor: 80 on 2 processors. */
    private static final int MEASURED_PER_PROCESSOR = 40;

    /** All of a network. */
    public static NetworkSize of(NetworkSpec network) {
        Set<String> names =
                network.switches().stream().map(SwitchSpec::name).collect(Collectors.toSet());
        long joined =
                network.links().stream()
                        .filter(link -> names.contains(link.first().node()))
                        .filter(link -> names.contains(link.second().node()))
                        .count();
        return new NetworkSize(names.size(), (int) (2 * joined), network.hosts().size());
    }

    /**
     * A warning if there are more switches than were measured ({@code docs/soak.md}); empty
     * otherwise.
     *
     * @param processors of this machine, at least 1
     */
    Optional<String> warning(int processors) {
        int measured = processors * MEASURED_PER_PROCESSOR;
        return switches <= measured
                ? Optional.empty()
                : Optional.of(
                        String.format(
                                "warning: the network has %d switches; %d were measured at most"
                                        + " with %d processors (docs/soak.md). It may start slowly"
                                        + " or not at all, and lose packets",
                                switches, measured, processors));
    }
}
