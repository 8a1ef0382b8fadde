// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.runner.shell.AddressRelay;

/**
 * Registered agents in h1, h2 and h3 of PMQECN's Fig. 6 beside a real ONOS that is killed. The ONOS
 * that {@code weir up} starts in its place is stopped at once, so that no controller answers, until
 * the test lets it continue.
 */
final class DeadControllerSteps implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration WAIT = Duration.ofSeconds(120);
    private static final Duration RESTART = Duration.ofSeconds(600);
    private static final int CONTROLLER_PORT = 8181;
    private static final long POLL_MS = 200;
    private static final int DISCARD_PORT = 9;
    private static final List<String> HOSTS = List.of("h1", "h2", "h3");
    private static final List<String> TALKING = List.of("h1", "h2", "h3", "h5");
    private static final String REST_CLASS = "class htb 574.:ffff ";
    private static final String ACCEPTED = "weir_agent_feedback_accepted_total{";
    private static final String FLOWS = "weir_agent_flows ";
    private static final String REGISTERED = "weir_agent_registered_addresses ";
    private static final String FAILURES = "weir_agent_registration_failures_total ";

    private final RunningWeir weir;
    private final Path folder;
    private final String credentials;
    private final Path credentialsFile;
    private final Map<String, HostAgent> agents = new LinkedHashMap<>();
    private final List<AddressRelay> relays = new ArrayList<>();

    /** The stopped ONOS; null before and after. */
    private ProcessHandle held;

    /**
     * Prepares the steps.
     *
     * @param weir run with {@code --hosts netns} and without {@code --agents}
     * @param folder for the agents' files
     * @param credentials {@code USER:PASSWORD} for ONOS
     */
    DeadControllerSteps(RunningWeir weir, Path folder, String credentials) throws Exception {
        this.weir = weir;
        this.folder = folder;
        this.credentials = credentials;
        credentialsFile = folder.resolve("credentials");
        Files.writeString(credentialsFile, credentials);
        Files.setPosixFilePermissions(
                credentialsFile, PosixFilePermissions.fromString("rw-------"));
        for (String host : HOSTS) {
            // The network of the hosts has no way to the controller; a relay takes its place.
            ServerSocketChannel listener =
                    NetworkNamespace.call(
                            namespace(host),
                            () -> AddressRelay.listen("127.0.0.1", CONTROLLER_PORT));
            relays.add(
                    new AddressRelay(
                            listener, () -> AddressRelay.connect("127.0.0.1", weir.restPort())));
        }
    }

    private String namespace(String host) {
        return "weirhost-" + weir.pid() + "-" + host;
    }

    private void start(String host) throws Exception {
        agents.put(
                host,
                new HostAgent(
                        weir.pid(),
                        host,
                        folder,
                        "obeys feedback",
                        List.of(
                                "--controller",
                                "http://127.0.0.1:" + CONTROLLER_PORT,
                                "--credentials",
                                credentialsFile.toString())));
    }

    /** Takes all steps. */
    void run() throws Exception {
        for (String host : HOSTS) {
            start(host);
        }
        shortenNeighbourTimes();
        try (HostPrograms programs = new HostPrograms(weir.pid(), false)) {
            awaitAgents(Set.of("10.0.0.1", "10.0.0.2", "10.0.0.3"));
            programs.awaitFeedback(WAIT);
            awaitFlows(Set.of("10.0.0.1", "10.0.0.2", "10.0.0.3"));
            killOnos();
            forgetNeighbours();
            for (String host : HOSTS) {
                programs.awaitMetric(host, FAILURES, WAIT);
                awaitMoreFeedback(programs, host);
            }
        }
        // The programs have ended: the agents give every flow back, and nobody tells them to.
        for (String host : HOSTS) {
            awaitNothing(host, "class");
        }
        try (HostPrograms programs = new HostPrograms(weir.pid(), false)) {
            for (String host : HOSTS) {
                programs.awaitMetric(host, FLOWS, WAIT);
            }
            agents.get("h1").kill();
            awaitNothing("h1", "qdisc");
            agents.remove("h2").close();
            awaitNothing("h2", "qdisc");
            start("h1");
            programs.awaitMetric("h1", ACCEPTED, WAIT);
            assertThat(programs.metric("h1", REGISTERED)).isZero();

            letOnosContinue();
            for (String host : List.of("h1", "h3")) {
                programs.awaitMetric(host, REGISTERED, RESTART);
            }
            // h2's agent could not withdraw its registration, so that ends with its lease.
            awaitAgents(Set.of("10.0.0.1", "10.0.0.3"));
            awaitMoreFeedback(programs, "h1");
            awaitMoreFeedback(programs, "h3");
        }
        for (String host : List.of("h1", "h3")) {
            agents.remove(host).close();
            awaitNothing(host, "qdisc");
        }
        awaitAgents(Set.of());
    }

    private void awaitMoreFeedback(HostPrograms programs, String host) throws Exception {
        double before = programs.metric(host, ACCEPTED);
        programs.awaitMetric(host, ACCEPTED, accepted -> accepted > before, WAIT);
    }

    /** Makes hosts ask for the addresses of their neighbours again after a second. */
    private void shortenNeighbourTimes() throws Exception {
        for (String host : TALKING) {
            for (String setting :
                    List.of("base_reachable_time_ms 1000", "delay_first_probe_time 1")) {
                String[] words = setting.split(" ");
                Shell.run(
                                Shell.home(),
                                "ip",
                                "netns",
                                "exec",
                                namespace(host),
                                "sh",
                                "-c",
                                "echo " + words[1] + " > /proc/sys/net/ipv4/neigh/eth0/" + words[0])
                        .orFail();
            }
        }
    }

    /** Makes hosts forget their neighbours, and waits until they know them again. */
    private void forgetNeighbours() throws Exception {
        for (String host : TALKING) {
            Shell.run(
                            Shell.home(),
                            "ip",
                            "-n",
                            namespace(host),
                            "neighbour",
                            "flush",
                            "dev",
                            "eth0")
                    .orFail();
        }
        for (String host : HOSTS) {
            for (String network : List.of("10.0.0.", "fd00::")) {
                awaitNeighbour(host, network, 5);
                awaitNeighbour("h5", network, HOSTS.indexOf(host) + 1);
            }
        }
    }

    private void awaitNeighbour(String host, String network, int neighbour) throws Exception {
        // A datagram makes Linux look for the neighbour, if no program does.
        try (DatagramSocket socket =
                NetworkNamespace.call(namespace(host), () -> new DatagramSocket())) {
            InetAddress address = InetAddress.getByName(network + neighbour);
            socket.send(new DatagramPacket(new byte[1], 1, address, DISCARD_PORT));
        }
        long endNs = System.nanoTime() + WAIT.toNanos();
        String shown;
        do {
            shown =
                    Shell.run(
                                    Shell.home(),
                                    "ip",
                                    "-n",
                                    namespace(host),
                                    "neighbour",
                                    "show",
                                    network + neighbour)
                            .orFail();
            assertThat(System.nanoTime())
                    .as("what %s knows of %s%d: %s", host, network, neighbour, shown)
                    .isLessThan(endNs);
            Thread.sleep(POLL_MS);
        } while (!shown.contains("lladdr 00:00:00:00:00:0" + neighbour));
    }

    /** Kills ONOS, and stops the one that takes its place before it answers anybody. */
    private void killOnos() throws Exception {
        ProcessHandle killed = weir.onos();
        killed.destroyForcibly();
        long endNs = System.nanoTime() + WAIT.toNanos();
        while (!weir.output().contains("started again as process")) {
            assertThat(System.nanoTime()).as(weir.tail()).isLessThan(endNs);
            Thread.sleep(POLL_MS);
        }
        held = weir.onos();
        assertThat(held.pid()).isNotEqualTo(killed.pid());
        signal("-STOP", held);
    }

    private void letOnosContinue() throws Exception {
        if (held != null) {
            signal("-CONT", held);
            held = null;
        }
    }

    private static void signal(String name, ProcessHandle process) throws Exception {
        Shell.run(Shell.home(), "kill", name, Long.toString(process.pid())).orFail();
    }

    /**
     * Waits until a host's interface has no object of an agent of a kind, such as qdisc; the class
     * of what is not shaped is there as long as the agent is.
     */
    private void awaitNothing(String host, String kind) throws Exception {
        long endNs = System.nanoTime() + WAIT.toNanos();
        String shown;
        do {
            shown =
                    Shell.run(
                                    Shell.home(),
                                    "ip",
                                    "netns",
                                    "exec",
                                    namespace(host),
                                    "tc",
                                    kind,
                                    "show",
                                    "dev",
                                    "eth0")
                            .orFail();
            assertThat(System.nanoTime())
                    .as("%s that the agent of %s leaves: %s", kind, host, shown)
                    .isLessThan(endNs);
            Thread.sleep(POLL_MS);
            shown = shown.replaceAll(REST_CLASS, "");
        } while (shown.contains(" 574") || shown.contains("clsact"));
    }

    /** Waits until exactly these IPv4 addresses have a registered agent, as REST says. */
    private void awaitAgents(Set<String> addresses) throws Exception {
        long endNs = System.nanoTime() + WAIT.toNanos();
        Set<String> known = new TreeSet<>();
        do {
            Thread.sleep(POLL_MS);
            known.clear();
            String json = weir.get("/onos/weir/v1/agents", credentials).body();
            for (JsonNode agent : JSON.readTree(json).path("agents")) {
                String address = agent.path("address").asText();
                if (address.startsWith("10.") && agent.path("leaseSeconds").asDouble() > 0) {
                    known.add(address);
                }
            }
            assertThat(System.nanoTime())
                    .as("registered agents: %s, not %s", known, addresses)
                    .isLessThan(endNs);
        } while (!known.equals(addresses));
    }

    /** Waits until the controller has a shaped flow from each of these addresses. */
    private void awaitFlows(Set<String> sources) throws Exception {
        long endNs = System.nanoTime() + WAIT.toNanos();
        Set<String> known = new TreeSet<>();
        while (!known.containsAll(sources)) {
            Thread.sleep(POLL_MS);
            String json = weir.get("/onos/weir/v1/flows", credentials).body();
            for (JsonNode flow : JSON.readTree(json).path("flows")) {
                assertThat(flow.path("allowedRateBps").asLong()).as(json).isPositive();
                assertThat(flow.path("class").asText()).as(json).isIn("A", "B", "C");
                assertThat(flow.path("device").asText()).as(json).isEqualTo("device:s1");
                known.add(flow.path("source").asText());
            }
            assertThat(System.nanoTime())
                    .as("flows from %s, not %s", known, sources)
                    .isLessThan(endNs);
        }
    }

    @Override
    public void close() throws Exception {
        letOnosContinue();
        for (HostAgent agent : agents.values()) {
            agent.close();
        }
        relays.forEach(AddressRelay::close);
    }
}
