// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;

/**
 * The mirror sessions and multicast groups of a test. As on BMv2's command line, groups consist of
 * nodes, numbered from 0 in the order of their creation, each with one instance number and ports.
 */
final class StfReplication {

    private record Node(int instance, List<Integer> ports) {}

    private final Switch device;
    private final Consumer<String> output;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Integer, List<Integer>> groups = new TreeMap<>();
    private final Map<Integer, Integer> groupOfSession = new HashMap<>();

    StfReplication(Switch device, Consumer<String> output) {
        this.device = device;
        this.output = output;
    }

    /** Runs a command; returns whether it is one of these. */
    boolean run(StfStatement.Command command) throws StfException {
        if (!command.name().startsWith("mirroring") && !command.name().startsWith("mc_")) {
            return false;
        }
        List<Integer> numbers = new ArrayList<>();
        for (String argument : command.arguments()) {
            numbers.add(StfObjects.index(argument));
        }
        return command.name().startsWith("mirroring")
                ? runMirroring(command, numbers)
                : runMulticast(command, numbers);
    }

    private boolean runMirroring(StfStatement.Command command, List<Integer> numbers)
            throws StfException {
        int count = numbers.size();
        switch (command.name()) {
            case "mirroring_add" -> {
                StfObjects.require(command, count == 2, "SESSION PORT");
                groupOfSession.remove(numbers.get(0));
                device.setMirrorSession(numbers.get(0), MirrorSession.toPort(numbers.get(1)));
            }
            case "mirroring_add_mc" -> {
                StfObjects.require(command, count == 2, "SESSION GROUP");
                groupOfSession.put(numbers.get(0), numbers.get(1));
                update();
            }
            case "mirroring_delete" -> {
                StfObjects.require(command, count == 1, "SESSION");
                groupOfSession.remove(numbers.get(0));
                device.removeMirrorSession(numbers.get(0));
            }
            case "mirroring_get" -> {
                StfObjects.require(command, count == 1, "SESSION");
                MirrorSession session = device.mirrorSessions().get(numbers.get(0));
                if (session == null) {
                    throw new StfException("no mirror session " + numbers.get(0));
                }
                output.accept("mirror session " + numbers.get(0) + ": " + session.replicas());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean runMulticast(StfStatement.Command command, List<Integer> numbers)
            throws StfException {
        int count = numbers.size();
        switch (command.name()) {
            case "mc_mgrp_create" -> {
                StfObjects.require(command, count == 1, "GROUP");
                groups.putIfAbsent(numbers.get(0), new ArrayList<>());
                update();
            }
            case "mc_node_create" -> {
                StfObjects.require(command, count >= 1, "INSTANCE PORT...");
                nodes.add(new Node(numbers.get(0), List.copyOf(numbers.subList(1, count))));
            }
            case "mc_node_update" -> {
                StfObjects.require(command, count >= 1, "NODE PORT...");
                Node node = node(numbers.get(0));
                nodes.set(
                        numbers.get(0),
                        new Node(node.instance(), List.copyOf(numbers.subList(1, count))));
                update();
            }
            case "mc_node_associate" -> {
                StfObjects.require(command, count == 2, "GROUP NODE");
                node(numbers.get(1));
                if (!groups.containsKey(numbers.get(0))) {
                    throw new StfException("no multicast group " + numbers.get(0));
                }
                groups.get(numbers.get(0)).add(numbers.get(1));
                update();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private Node node(int handle) throws StfException {
        if (handle >= nodes.size()) {
            throw new StfException("no multicast node " + handle);
        }
        return nodes.get(handle);
    }

    /** Brings the switch's groups, and the sessions that use them, up to date. */
    private void update() {
        Map<Integer, List<Replica>> copies = new HashMap<>();
        groups.forEach(
                (group, handles) -> {
                    List<Replica> replicas = new ArrayList<>();
                    for (int handle : handles) {
                        Node node = nodes.get(handle);
                        node.ports().stream()
                                .sorted()
                                .forEach(port -> replicas.add(new Replica(port, node.instance())));
                    }
                    copies.put(group, replicas);
                    device.setMulticastGroup(group, replicas);
                });
        groupOfSession.forEach(
                (session, group) ->
                        device.setMirrorSession(
                                session,
                                new MirrorSession(copies.getOrDefault(group, List.of()), 0)));
    }
}
