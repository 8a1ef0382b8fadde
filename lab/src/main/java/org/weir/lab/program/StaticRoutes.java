// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.weir.bmv2.control.ProgramException;
import org.weir.lab.host.Host;
import org.weir.lab.host.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;

/**
 * Programs every switch of a network with Weir's program and one shortest path to each host, and
 * tells every host every other's address: what a controller does, done once, for experiments
 * without one.
 */
public final class StaticRoutes {
    private StaticRoutes() {}

    /** Loads a program into the switch at a place. */
    @FunctionalInterface
    public interface Loader<P> {
        /**
         * Loads it.
         *
         * @throws ProgramException when the switch refuses the program
         */
        P load(SwitchNode node) throws ProgramException;
    }

    /**
     * Programs a network before it starts.
     *
     * @return the program of each switch, by the switch's name
     * @throws ProgramException when a switch refuses the program
     */
    public static Map<String, WeirProgram> install(Network network) throws ProgramException {
        return install(network, node -> WeirProgram.load(node.device().orElseThrow()));
    }

    /**
     * Programs a network with any program before it starts.
     *
     * @param loader loads the program into a switch
     * @return the program of each switch, by the switch's name
     * @throws ProgramException when a switch refuses the program
     */
    public static <P extends RoutedProgram> Map<String, P> install(
            Network network, Loader<P> loader) throws ProgramException {
        Map<String, P> programs = new LinkedHashMap<>();
        for (SwitchNode node : network.nodes()) {
            programs.put(node.spec().name(), loader.load(node));
        }
        for (HostConfig host : network.spec().hosts()) {
            portsTowards(host.name(), network.spec())
                    .forEach(
                            (name, port) -> {
                                programs.get(name).route(host.ipv4(), port);
                                host.ipv6().ifPresent(ip -> programs.get(name).route(ip, port));
                            });
            for (Host other : network.hosts()) {
                other.setNeighbour(host.ipv4(), host.mac());
                host.ipv6().ifPresent(ip -> other.setNeighbour(ip, host.mac()));
            }
        }
        return programs;
    }

    /** For each switch, the port at which a shortest path to the host begins. */
    public static Map<String, Integer> portsTowards(String host, NetworkSpec spec) {
        Map<String, Integer> ports = new HashMap<>();
        Deque<String> reached = new ArrayDeque<>();
        reached.add(host);
        while (!reached.isEmpty()) {
            String node = reached.remove();
            for (LinkSpec link : spec.links()) {
                LinkSpec.End far = farEnd(link, node);
                boolean isNewSwitch =
                        far != null
                                && far.port() > 0
                                && ports.putIfAbsent(far.node(), far.port()) == null;
                if (isNewSwitch) {
                    reached.add(far.node());
                }
            }
        }
        return ports;
    }

    private static LinkSpec.End farEnd(LinkSpec link, String node) {
        if (link.first().node().equals(node)) {
            return link.second();
        }
        return link.second().node().equals(node) ? link.first() : null;
    }
}
