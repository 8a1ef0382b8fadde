// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.weir.runner.onos.OnosClient;

/** The nodes of a {@code weir up --nodes 3} that runs, seen through their REST and their logs. */
final class ClusterNodes {
    /** Nodes of the cluster, numbered from 1. */
    static final int COUNT = 3;

    /** Switches, directed links and hosts of the network that {@code weir up} runs by itself. */
    static final List<String> SWITCHES = List.of("device:s1", "device:s2");

    static final int LINKS = 2;
    static final int HOSTS = 5;

    private static final String PRIMARY = ": primary controller with election id";
    private static final List<String> COMPARED =
            List.of("classes", "policy", "policy/versions", "plans");

    private final int restPort;
    private final Path state;
    private final List<OnosClient> clients = new ArrayList<>();

    /**
     * The nodes of a command.
     *
     * @param state folder of the command's state
     */
    ClusterNodes(int restPort, Path state) {
        this.restPort = restPort;
        this.state = state;
        for (int node = 1; node <= COUNT; node++) {
            clients.add(new OnosClient("http://127.0.0." + node + ":" + restPort, "onos", "rocks"));
        }
    }

    private JsonNode get(int node, String resource) throws IOException, InterruptedException {
        return clients.get(node - 1).get(resource);
    }

    /** Number of a node's links or hosts; null when it does not answer. */
    Integer count(int node, String kind) throws InterruptedException {
        try {
            return get(node, "v1/" + kind).path(kind).size();
        } catch (IOException e) {
            return null;
        }
    }

    /** True if all nodes are ready and each knows the whole network. */
    boolean areComplete() throws InterruptedException {
        for (int node = 1; node <= COUNT; node++) {
            try {
                int ready = 0;
                for (JsonNode each : get(node, "v1/cluster").path("nodes")) {
                    ready += each.path("status").asText().equals("READY") ? 1 : 0;
                }
                int available = 0;
                for (JsonNode device : get(node, "v1/devices").path("devices")) {
                    available += device.path("available").asBoolean() ? 1 : 0;
                }
                if (ready != COUNT
                        || available != SWITCHES.size()
                        || get(node, "v1/links").path("links").size() != LINKS
                        || get(node, "v1/hosts").path("hosts").size() != HOSTS
                        || get(node, "weir/v1/policy").isEmpty()
                        || controllers(node).size() != SWITCHES.size()) {
                    return false;
                }
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    /**
     * The nodes in control of switches whose loop has decided there once in their term.
     *
     * @param asked node that is asked
     * @return number of the node, by switch; none when the asked one does not answer
     */
    Map<String, Integer> controllers(int asked) throws InterruptedException {
        Map<String, Integer> controllers = new HashMap<>();
        try {
            for (JsonNode node : get(asked, "weir/v1/nodes").path("nodes")) {
                String id = node.path("id").asText();
                for (JsonNode device : node.path("devices")) {
                    if (device.path("firstRoundDone").asBoolean()) {
                        controllers.put(
                                device.path("device").asText(),
                                Integer.parseInt(id.substring(id.lastIndexOf('.') + 1)));
                    }
                }
            }
        } catch (IOException e) {
            return Map.of();
        }
        return controllers;
    }

    /** Number of times that any node has become a switch's primary, by the nodes' own logs. */
    int primaries(String device) throws IOException {
        int primaries = 0;
        for (int node = 1; node <= COUNT; node++) {
            Path logs = state.resolve("onos-" + restPort + "-onos-" + node + "/karaf/data/log");
            if (!Files.exists(logs)) {
                continue;
            }
            try (Stream<Path> files = Files.list(logs)) {
                // A log that has become long goes on in another file.
                for (Path file : (Iterable<Path>) files::iterator) {
                    if (file.getFileName().toString().startsWith("karaf.log")) {
                        try (Stream<String> lines = Files.lines(file)) {
                            primaries +=
                                    (int)
                                            lines.filter(line -> line.contains(device + PRIMARY))
                                                    .count();
                        }
                    }
                }
            }
        }
        return primaries;
    }

    /** Resources of the application whose answers are not equal at all nodes. */
    List<String> differing() throws IOException, InterruptedException {
        List<String> differing = new ArrayList<>();
        Set<Set<String>> ports = new HashSet<>();
        for (int node = 1; node <= COUNT; node++) {
            ports.add(ports(node));
        }
        if (ports.size() > 1) {
            differing.add("ports");
        }
        for (String resource : COMPARED) {
            Set<JsonNode> answers = new HashSet<>();
            for (int node = 1; node <= COUNT; node++) {
                answers.add(get(node, "weir/v1/" + resource));
            }
            if (answers.size() > 1) {
                differing.add(resource);
            }
        }
        return differing;
    }

    /** Names of ports only: readings change from second to second. */
    private Set<String> ports(int node) throws IOException, InterruptedException {
        Set<String> ports = new TreeSet<>();
        for (JsonNode port : get(node, "weir/v1/ports").path("ports")) {
            ports.add(port.path("device").asText() + "/" + port.path("port").asInt());
        }
        return ports;
    }
}
