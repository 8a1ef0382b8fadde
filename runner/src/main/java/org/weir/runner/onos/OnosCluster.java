// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * ONOS as child processes: one node, or a cluster of nodes with the store that they share. Each
 * process listens on a loopback address of its own and keeps its state in a folder of its own.
 *
 * <p>Example: three nodes {@code onos-1} to {@code onos-3} on 127.0.0.1 to 127.0.0.3 and a store of
 * one member, {@code store-1}, on 127.0.0.11. Where this process may make network namespaces, the
 * processes of a cluster are in a {@link ClusterNetwork}, and these addresses lead to them.
 * Thread-safe.
 */
public final class OnosCluster {
    /** Most nodes, and most members of the store: their addresses must not meet. */
    public static final int MOST = 9;

    private static final String ADDRESS_PREFIX = "127.0.0.";
    private static final String NODE_NAME = "onos-";
    private static final String STORE_NAME = "store-";

    /** The last number of the store's addresses comes after this one. */
    private static final int BEFORE_STORE = 10;

    /** Name of the cluster in the {@code cluster.json} that onos-run writes. */
    private static final String CLUSTER = "onos";

    /** Heap of a node among several, so that three fit a laptop; Weir needs 400 MB. */
    private static final String NODE_HEAP = "512m";

    private static final String STORE_HEAP = "-Xmx192m";
    private static final int SECRET_BYTES = 16;

    private final Plan plan;
    private final List<ServerProcess> nodes = new ArrayList<>();
    private final List<ServerProcess> store = new ArrayList<>();
    private final List<OnosClient> clients = new ArrayList<>();

    /** Null when the processes are on loopback addresses. */
    private final ClusterNetwork network;

    /** Reason for which there is no network, in one line. */
    private String obstacle = "one node has nobody to be cut off from";

    /** Index of the node that is asked. */
    private int asked;

    /**
     * The processes of a cluster.
     *
     * @param home the assembled ONOS
     * @param storeNode jar of the store's members; null with a single node, which needs none
     * @param state folder with a state directory for each process
     * @param nodes number of ONOS nodes, 1 to {@link #MOST}
     * @param storeMembers number of members of the store, 0 with a single node
     */
    public record Plan(
            Path home, Path storeNode, Path state, OnosPorts ports, int nodes, int storeMembers) {

        /** Loopback addresses of the nodes. */
        public List<String> nodeAddresses() {
            return List.copyOf(named(NODE_NAME, nodes, 0, ADDRESS_PREFIX).values());
        }

        /** Loopback addresses of the store's members. */
        public List<String> storeAddresses() {
            return List.copyOf(
                    named(STORE_NAME, storeMembers, BEFORE_STORE, ADDRESS_PREFIX).values());
        }

        /** Addresses of all processes that begin with a prefix, by the processes' names. */
        private Map<String, String> addresses(String prefix) {
            Map<String, String> all = named(STORE_NAME, storeMembers, BEFORE_STORE, prefix);
            all.putAll(named(NODE_NAME, nodes, 0, prefix));
            return all;
        }

        private static Map<String, String> named(
                String name, int count, int before, String prefix) {
            Map<String, String> named = new LinkedHashMap<>();
            for (int number = 1; number <= count; number++) {
                named.put(name + number, prefix + (before + number));
            }
            return named;
        }
    }

    /** A cluster that does not run yet. */
    public OnosCluster(Plan plan) {
        this.plan = plan;
        network = plan.nodes() == 1 ? null : makeNetwork();
        Map<String, String> addresses =
                plan.addresses(network == null ? ADDRESS_PREFIX : ClusterNetwork.ADDRESS_PREFIX);
        List<String> members = new ArrayList<>();
        for (int number = 1; number <= plan.storeMembers(); number++) {
            String id = STORE_NAME + number;
            members.add(id + "=" + addresses.get(id) + ":" + plan.ports().store());
        }
        for (int number = 1; number <= plan.storeMembers(); number++) {
            store.add(member(STORE_NAME + number, members));
        }
        List<String> nodeAddresses = new ArrayList<>();
        for (int number = 1; number <= plan.nodes(); number++) {
            nodeAddresses.add(addresses.get(NODE_NAME + number));
        }
        for (int number = 1; number <= plan.nodes(); number++) {
            String name = NODE_NAME + number;
            nodes.add(node(name, addresses.get(name), nodeAddresses, members));
            clients.add(new OnosClient(plan.nodeAddresses().get(number - 1), plan.ports().rest()));
        }
    }

    private ClusterNetwork makeNetwork() {
        try {
            return new ClusterNetwork(plan.addresses(ClusterNetwork.ADDRESS_PREFIX));
        } catch (IOException e) {
            obstacle = e.getMessage();
            return null;
        }
    }

    private ServerProcess member(String id, List<String> members) {
        Path directory = stateDirectory("-" + id);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Without threads that a full heap has ended, a member would go on as if it were well.
        command.addAll(
                List.of(STORE_HEAP, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-jar"));
        command.add(String.valueOf(plan.storeNode()));
        command.addAll(List.of(CLUSTER, id, directory.toAbsolutePath().resolve("data").toString()));
        command.addAll(members);
        return new ServerProcess(id, inNetwork(id, command), Map.of(), directory);
    }

    private ServerProcess node(
            String name, String address, List<String> nodeAddresses, List<String> members) {
        Path directory = stateDirectory(plan.nodes() == 1 ? "" : "-" + name);
        Map<String, String> environment = new HashMap<>();
        environment.put("ONOS_REST_PORT", Integer.toString(plan.ports().rest()));
        environment.put("ONOS_SSH_PORT", Integer.toString(plan.ports().ssh()));
        environment.put("ONOS_CLUSTER_PORT", Integer.toString(plan.ports().cluster()));
        if (plan.nodes() > 1) {
            environment.put("ONOS_IP", address);
            environment.put("ONOS_BIND", address);
            environment.put("ONOS_NODES", String.join(" ", nodeAddresses));
            environment.put("ONOS_STORE", String.join(" ", members));
            environment.put("ONOS_HEAP", NODE_HEAP);
        }
        List<String> command =
                List.of(
                        plan.home().resolve("bin").resolve("onos-run").toString(),
                        directory.toAbsolutePath().toString());
        return new ServerProcess(name, inNetwork(name, command), environment, directory);
    }

    private List<String> inNetwork(String name, List<String> command) {
        return network == null ? command : network.commandAs(name, command);
    }

    private Path stateDirectory(String suffix) {
        return plan.state().resolve("onos-" + plan.ports().rest() + suffix);
    }

    /** Forgets the state of earlier runs, and starts everything, the store first. */
    public void startAfresh() throws IOException {
        for (ServerProcess server : all()) {
            server.clear();
        }
        if (nodes.size() > 1) {
            shareSecret();
        }
        if (network != null) {
            for (int i = 0; i < nodes.size(); i++) {
                String address = plan.nodeAddresses().get(i);
                network.relayIn(address, plan.ports().rest(), nodes.get(i).name());
                network.relayIn(address, plan.ports().ssh(), nodes.get(i).name());
            }
        }
        for (ServerProcess server : all()) {
            server.start();
        }
    }

    /** Gives the nodes one secret: with different ones they would refuse each other's probes. */
    private void shareSecret() throws IOException {
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        for (ServerProcess node : nodes) {
            Path folder = Files.createDirectories(node.stateDirectory().resolve("config"));
            Path file =
                    Files.createFile(
                            folder.resolve("secret"),
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, secret);
        }
    }

    private List<ServerProcess> all() {
        List<ServerProcess> all = new ArrayList<>(store);
        all.addAll(nodes);
        return all;
    }

    /** Whether ONOS is one process. */
    public boolean isSingle() {
        return nodes.size() == 1;
    }

    /** One line for each process: its name, number, address and log file. */
    public List<String> processes() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < store.size(); i++) {
            lines.add(line(store.get(i), plan.storeAddresses().get(i), store.get(i).outputFile()));
        }
        for (int i = 0; i < nodes.size(); i++) {
            ServerProcess node = nodes.get(i);
            lines.add(
                    isSingle()
                            ? "ONOS is starting as process " + node.pid() + ", log " + logFile(node)
                            : line(node, plan.nodeAddresses().get(i), logFile(node)));
        }
        return lines;
    }

    private static String line(ServerProcess server, String address, Path log) {
        return server.name()
                + " is starting as process "
                + server.pid()
                + " on "
                + address
                + ", log "
                + log;
    }

    private static Path logFile(ServerProcess node) {
        return node.stateDirectory().resolve("karaf/data/log/karaf.log");
    }

    /** Files that tell why the node does not start. */
    public String files(String name) {
        ServerProcess server = find(name).orElseThrow();
        return store.contains(server)
                ? server.outputFile().toString()
                : logFile(server) + " and " + server.outputFile();
    }

    /** Names of the processes, such as onos-2 and store-1. */
    public List<String> names() {
        return all().stream().map(ServerProcess::name).collect(Collectors.toList());
    }

    private Optional<ServerProcess> find(String name) {
        return all().stream().filter(server -> server.name().equals(name)).findFirst();
    }

    private ServerProcess require(String name) {
        return find(name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no process " + name + ": must be one of " + names()));
    }

    /**
     * Starts a process on the state that it has left.
     *
     * @return its number
     * @throws IllegalStateException when it runs
     */
    public long start(String name) throws IOException {
        ServerProcess server = require(name);
        server.start();
        return server.pid();
    }

    /** Ends a process in order and waits for its end. */
    public void stop(String name) {
        ServerProcess server = require(name);
        server.requestEnd();
        server.awaitEnd(ServerProcess.graceEndNs());
    }

    /** Ends a process by SIGKILL. */
    public void kill(String name) {
        require(name).kill();
    }

    /**
     * Cuts a process off from all others. Only the switches and this machine still reach it.
     *
     * @throws IllegalStateException if it is cut off, or the processes have no network for that
     */
    public void partition(String name) throws IOException {
        requireNetwork().partition(require(name).name());
    }

    /**
     * Cuts a process off from everything.
     *
     * @throws IllegalStateException if it is cut off, or the processes have no network for that
     */
    public void isolate(String name) throws IOException {
        requireNetwork().isolate(require(name).name());
    }

    /**
     * Ends what {@link #partition} or {@link #isolate} has begun.
     *
     * @throws IllegalStateException if the process is not cut off
     */
    public void heal(String name) throws IOException {
        requireNetwork().heal(require(name).name());
    }

    private ClusterNetwork requireNetwork() {
        if (network == null) {
            throw new IllegalStateException(
                    "the nodes are on loopback addresses and cannot be cut off: " + obstacle);
        }
        return network;
    }

    /**
     * Makes switches reachable for the nodes.
     *
     * @param addresses their addresses on this machine, as {@code host:port}
     * @return the address for the nodes by the one on this machine, where they differ
     */
    public Map<String, String> relaySwitches(Collection<String> addresses) throws IOException {
        Map<String, String> relayed = new HashMap<>();
        if (network != null) {
            for (String address : Set.copyOf(addresses)) {
                int colon = address.lastIndexOf(':');
                relayed.put(
                        address,
                        network.relayOut(
                                address.substring(0, colon),
                                Integer.parseInt(address.substring(colon + 1))));
            }
        }
        return relayed;
    }

    /** Number of a process that was started. */
    public long pid(String name) {
        return require(name).pid();
    }

    /** Number of times that a process was started again. */
    public int restarts(String name) {
        return require(name).restarts();
    }

    /** Number of times that any process was started again. */
    public int restarts() {
        return all().stream().mapToInt(ServerProcess::restarts).sum();
    }

    /**
     * The end of a process that was not asked to end.
     *
     * @param name the process
     * @param exitCode its exit code
     */
    public record Death(String name, int exitCode) {}

    /** Ends since the last call. */
    public List<Death> takeDeaths() {
        List<Death> deaths = new ArrayList<>();
        for (ServerProcess server : all()) {
            if (server.hasDied()) {
                server.acceptDeath();
                deaths.add(new Death(server.name(), server.exitValue()));
            }
        }
        return deaths;
    }

    /** A client of a node that runs and is not cut off, the same as before while that is so. */
    public synchronized OnosClient client() {
        for (int i = 0; i < nodes.size() && !answers(nodes.get(asked)); i++) {
            asked = (asked + 1) % nodes.size();
        }
        return clients.get(asked);
    }

    private boolean answers(ServerProcess node) {
        return node.isAlive() && (network == null || !network.isCutOff(node.name()));
    }

    /** Clients of all nodes that run. */
    public List<OnosClient> clients() {
        List<OnosClient> running = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).isAlive()) {
                running.add(clients.get(i));
            }
        }
        return running.isEmpty() ? List.of(client()) : running;
    }

    /** Addresses of the nodes' REST interfaces. */
    public List<String> urls() {
        return clients.stream().map(client -> client.url("")).collect(Collectors.toList());
    }

    /** Ends everything for good: the nodes first, as they would wait for their store. */
    public void close() {
        all().forEach(ServerProcess::close);
        end(nodes);
        end(store);
        if (network != null) {
            network.close();
        }
    }

    private static void end(List<ServerProcess> servers) {
        long deadlineNs = ServerProcess.graceEndNs();
        servers.forEach(ServerProcess::requestEnd);
        servers.forEach(server -> server.awaitEnd(deadlineNs));
    }
}
