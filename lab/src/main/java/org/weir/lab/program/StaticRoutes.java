// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.host.Host;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;

/**
 * Programs every switch of a network with Weir's program and one shortest path to each host, and
 * gives every host every other's address: once, in place of a controller, for experiments without
 * one.
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

    /**
     * Returns for each switch the port at which a shortest path to the host begins. Of several,
     * host and switch choose one, as a hash would, so that paths to many hosts spread over them.
     */
    public static Map<String, Integer> portsTowards(String host, NetworkSpec spec) {
        Map<String, List<LinkSpec.End>> farEnds = new HashMap<>();
        for (LinkSpec link : spec.links()) {
            addEnd(farEnds, link.first(), link.second());
            addEnd(farEnds, link.second(), link.first());
        }
        Map<String, Integer> distances = new HashMap<>(Map.of(host, 0));
        Map<String, List<Integer>> candidates = new LinkedHashMap<>();
        Deque<String> reached = new ArrayDeque<>(List.of(host));
        while (!reached.isEmpty()) {
            String node = reached.remove();
            int distance = distances.get(node) + 1;
            for (LinkSpec.End far : farEnds.getOrDefault(node, List.of())) {
                if (far.port() > 0 && distances.putIfAbsent(far.node(), distance) == null) {
                    reached.add(far.node());
                }
                if (far.port() > 0 && distances.get(far.node()) == distance) {
                    candidates
                            .computeIfAbsent(far.node(), name -> new ArrayList<>())
                            .add(far.port());
                }
            }
        }
        Map<String, Integer> ports = new HashMap<>();
        candidates.forEach((node, own) -> ports.put(node, own.get(choice(host, node, own.size()))));
        return ports;
    }

    private static void addEnd(
            Map<String, List<LinkSpec.End>> farEnds, LinkSpec.End near, LinkSpec.End far) {
        farEnds.computeIfAbsent(near.node(), name -> new ArrayList<>()).add(far);
    }

    private static int choice(String host, String node, int choices) {
        long mixed = (host.hashCode() * 31L + node.hashCode()) * 0x9e37_79b9_7f4a_7c15L;
        return (int) ((mixed >>> 33) % choices);
    }
}
