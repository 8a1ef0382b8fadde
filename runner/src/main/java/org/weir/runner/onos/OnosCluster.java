// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * ONOS as child processes: one node, or a cluster of nodes with the store that they share. Each
 * process listens on a loopback address of its own and keeps its state in a folder of its own.
 *
 * <p>Example: three nodes {@code onos-1} to {@code onos-3} on 127.0.0.1 to 127.0.0.3 and a store of
 * one member, {@code store-1}, on 127.0.0.11. Thread-safe.
 */
public final class OnosCluster {
    /** Most nodes, and most members of the store: their addresses must not meet. */
    public static final int MOST = 9;

    private static final String ADDRESS_PREFIX = "127.0.0.";

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
            return addresses(nodes, 0);
        }

        /** Loopback addresses of the store's members. */
        public List<String> storeAddresses() {
            return addresses(storeMembers, BEFORE_STORE);
        }

        private static List<String> addresses(int count, int before) {
            return IntStream.rangeClosed(1, count)
                    .mapToObj(number -> ADDRESS_PREFIX + (before + number))
                    .toList();
        }
    }

    /** A cluster that does not run yet. */
    public OnosCluster(Plan plan) {
        this.plan = plan;
        List<String> storeAddresses = plan.storeAddresses();
        List<String> members = new ArrayList<>();
        for (int i = 0; i < storeAddresses.size(); i++) {
            members.add(
                    "store-" + (i + 1) + "=" + storeAddresses.get(i) + ":" + plan.ports().store());
        }
        for (int i = 0; i < members.size(); i++) {
            store.add(member("store-" + (i + 1), members));
        }
        for (int i = 0; i < plan.nodes(); i++) {
            String address = plan.nodeAddresses().get(i);
            nodes.add(node("onos-" + (i + 1), address, members));
            clients.add(new OnosClient(address, plan.ports().rest()));
        }
    }

    private ServerProcess member(String id, List<String> members) {
        Path directory = stateDirectory("-" + id);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(STORE_HEAP, "-XX:+UseSerialGC", "-jar"));
        command.add(String.valueOf(plan.storeNode()));
        command.addAll(List.of(CLUSTER, id, directory.toAbsolutePath().resolve("data").toString()));
        command.addAll(members);
        return new ServerProcess(id, command, Map.of(), directory);
    }

    private ServerProcess node(String name, String address, List<String> members) {
        Path directory = stateDirectory(plan.nodes() == 1 ? "" : "-" + name);
        Map<String, String> environment = new HashMap<>();
        environment.put("ONOS_REST_PORT", Integer.toString(plan.ports().rest()));
        environment.put("ONOS_SSH_PORT", Integer.toString(plan.ports().ssh()));
        environment.put("ONOS_CLUSTER_PORT", Integer.toString(plan.ports().cluster()));
        if (plan.nodes() > 1) {
            environment.put("ONOS_IP", address);
            environment.put("ONOS_BIND", address);
            environment.put("ONOS_NODES", String.join(" ", plan.nodeAddresses()));
            environment.put("ONOS_STORE", String.join(" ", members));
            environment.put("ONOS_HEAP", NODE_HEAP);
        }
        List<String> command =
                List.of(
                        plan.home().resolve("bin").resolve("onos-run").toString(),
                        directory.toAbsolutePath().toString());
        return new ServerProcess(name, command, environment, directory);
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

    /** A client of a node that runs, the same as before while that one does. */
    public synchronized OnosClient client() {
        for (int i = 0; i < nodes.size() && !nodes.get(asked).isAlive(); i++) {
            asked = (asked + 1) % nodes.size();
        }
        return clients.get(asked);
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
    }

    private static void end(List<ServerProcess> servers) {
        long deadlineNs = ServerProcess.graceEndNs();
        servers.forEach(ServerProcess::requestEnd);
        servers.forEach(server -> server.awaitEnd(deadlineNs));
    }
}
