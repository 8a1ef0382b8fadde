// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

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
}
