// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;

/**
 * Keeps a route to each host over the links that are up, as a controller does. Where no path is
 * left, the last route stays.
 */
final class DayRoutes {
    private final NetworkSpec spec;
    private final Map<String, WeirProgram> programs;
    private final Set<LinkSpec> down = new HashSet<>();

    /** Installed port to each host, by switch. */
    private final Map<String, Map<String, Integer>> installed = new HashMap<>();

    /**
     * @param programs of the switches, by name, with the routes of {@link StaticRoutes}
     */
    DayRoutes(NetworkSpec spec, Map<String, WeirProgram> programs) {
        this.spec = spec;
        this.programs = programs;
        for (HostConfig host : spec.hosts()) {
            installed.put(host.name(), new HashMap<>(StaticRoutes.portsTowards(host.name(), spec)));
        }
    }

    /** Routes around a link that has failed, or over one that is back. */
    void linkChanged(LinkSpec link, boolean up) {
        if (up) {
            down.remove(link);
        } else {
            down.add(link);
        }
        List<LinkSpec> left = spec.links().stream().filter(one -> !down.contains(one)).toList();
        NetworkSpec now =
                new NetworkSpec(
                        spec.name(),
                        spec.seed(),
                        spec.onosFile(),
                        spec.switches(),
                        spec.hosts(),
                        left,
                        List.of());
        for (HostConfig host : spec.hosts()) {
            Map<String, Integer> before = installed.get(host.name());
            StaticRoutes.portsTowards(host.name(), now)
                    .forEach(
                            (name, port) -> {
                                if (!port.equals(before.put(name, port))) {
                                    programs.get(name).reroute(host.ipv4(), port);
                                }
                            });
        }
    }
}
