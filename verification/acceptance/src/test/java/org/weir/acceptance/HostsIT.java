// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hosts that are network namespaces, under a real ONOS: docs/tutorial-hosts.md from its first
 * command to its last, and what it promises. The network starts twice, as there: without agents,
 * then with them. The first is killed.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostsIT {
    /** Start of a server in the background, in the tutorial: host, and port. */
    private static final Pattern SERVER =
            Pattern.compile("host (\\S+) -- iperf3 -s -D(?: -p (\\d+))?");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CREDENTIALS = "onos:rocks";
    private static final Duration START = Duration.ofSeconds(600);
    private static final Duration WAIT = Duration.ofSeconds(120);
    private static final long COMMAND_SECONDS = 120;

    /** Rate of a program that others attack, bit/s: less than class A's share of the line. */
    private static final double VICTIM_BPS = 4e6;

    /** Part of that rate from which it counts as unchanged. */
    private static final double ALL = 0.95;

    private static final List<String> HOSTS = List.of("h1", "h2", "h3", "h4", "h5");

    /** Names of hosts' interfaces, and handles of agents' qdiscs. */
    private static final Pattern OURS = Pattern.compile("^p\\d+[@ ]|\\b574[0-9a-f]:");

    @TempDir static Path folder;
    private static Tutorial tutorial;
    private static RunningWeir weir;

    /** Interfaces and qdiscs of the machine's own namespace before the first start. */
    private static List<String> before;

    @BeforeAll
    static void checkMachine() throws Exception {
        String missing = missing();
        assumeTrue(missing == null, "hosts in namespaces are not tested here: " + missing);
        tutorial = new Tutorial("docs/tutorial-hosts.md");
        before = ownNamespace();
    }

    private static String missing() throws Exception {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "they need Linux";
        }
        if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            return "they need root";
        }
        for (String program : List.of("ip", "tc", "setsid", "stdbuf", "unshare")) {
            if (!Shell.has(program)) {
                return program + " is not on the PATH (Debian: iproute2, util-linux, coreutils)";
            }
        }
        if (run("unshare --net true").exitCode() != 0) {
            return "namespaces are not permitted";
        }
        if (!run("./weir host").output().isBlank()) {
            return "another ./weir up --hosts netns runs, so that ./weir host cannot choose";
        }
        return null;
    }

    /** Interfaces and qdiscs like those of a run, in the machine's own namespace. */
    private static List<String> ownNamespace() throws Exception {
        String all = run("ip -brief link").orFail() + run("tc qdisc show").orFail();
        return all.lines().filter(line -> OURS.matcher(line).find()).toList();
    }

    @AfterAll
    static void end() throws Exception {
        if (weir != null) {
            weir.close();
        }
    }

    /** Runs a command line in the repository's folder to its end, with a limit. */
    private static Shell.Outcome run(String command) throws Exception {
        Path output = Files.createTempFile(folder, "command", ".txt");
        Process process =
                new ProcessBuilder("bash", "-c", command)
                        .directory(Shell.home().toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("does not end: " + command);
        }
        return new Shell.Outcome(process.exitValue(), Files.readString(output));
    }

    /** Starts the tutorial's network of a part, and waits for settings. */
    private static void start(int part) throws Exception {
        List<String> options = new ArrayList<>(tutorial.upOptions(part));
        options.addAll(List.of("--start-within", START.toSeconds() + "s"));
        weir = new RunningWeir(folder, options, List.of("s1", "s2"));
        weir.awaitSample(
                "2 devices, 2 links, 5 hosts and solved settings",
                START,
                s ->
                        s.path("devices").asInt() == 2
                                && s.path("links").asInt() == 2
                                && s.path("hosts").asInt() == HOSTS.size()
                                && s.path("resolves").asLong() > 0);
    }

    /** A test for each command of a part of the tutorial. */
    private static Stream<DynamicTest> walk(int part) {
        return tutorial.part(part).stream()
                .map(command -> DynamicTest.dynamicTest(command, () -> walk(command)));
    }

    /**
     * A server in the background may listen only after its command has ended; nobody types so fast.
     */
    private static void awaitServer(String host, String port) throws Exception {
        String sockets = "";
        for (int i = 0; i < 100; i++) {
            sockets = run("./weir host " + host + " -- ss -ltnH").orFail();
            if (sockets.contains(":" + port + " ")) {
                return;
            }
            Thread.sleep(200);
        }
        throw new AssertionError("no server at port " + port + " of " + host + ":\n" + sockets);
    }

    private static void walk(String command) throws Exception {
        String program = Tutorial.program(command);
        assumeTrue(program.isEmpty() || Shell.has(program), "not tried here: no " + program);
        String output = run(Tutorial.shortened(command)).orFail();
        Matcher server = SERVER.matcher(command);
        if (server.find()) {
            awaitServer(server.group(1), server.group(2) == null ? "5201" : server.group(2));
        }
        if (command.equals("./weir host")) {
            assertThat(Shell.lines(output)).isEqualTo(HOSTS);
        }
    }

    @Test
    @Order(1)
    void startsWithHostsThatAreNamespaces() throws Exception {
        assertThat(tutorial.upOptions(0)).contains("netns").doesNotContain("--agents");
        start(0);
        assertThat(namespaces(weir.pid())).hasSize(HOSTS.size() + 1);
    }

    @TestFactory
    @Order(2)
    Stream<DynamicTest> tutorialWithoutAgents() {
        return walk(0);
    }

    @Test
    @Order(3)
    void thePolicyAloneBringsReversePathMarkingToLinuxTcp() throws Exception {
        ObjectNode policy = rest().policy();
        ObjectNode port = policy.withArray("ports").addObject();
        port.put("device", "device:s1").put("port", 4);
        // However late a busy machine is, each event may use the reverse path.
        port.putObject("aqm")
                .put("scheme", "rpm")
                .put("targetUs", 5000)
                .put("intervalUs", 100_000)
                .put("returnUs", 60_000_000)
                .put("thresholds", false);
        assertThat(aqm(weir.lastSample()).path("scheme").asText()).isEqualTo("none");
        rest().put(policy);
        JsonNode confirmed =
                aqm(
                        weir.awaitSample(
                                "RPM at s1's port 4",
                                WAIT,
                                s -> aqm(s).path("scheme").asText().equals("rpm")));
        assertThat(confirmed.path("returnUs").asLong()).isEqualTo(60_000_000);
        assertThat(confirmed.path("thresholds").asBoolean()).isFalse();
        // A switch has to see how a flow negotiates ECN, so flows begin when it watches.
        try (ReverseMarks marks = new ReverseMarks(weir.pid())) {
            marks.await(3, WAIT);
            assertThat(marks.socket()).contains(" cubic ", " ssthresh:", " delivered_ce:");
            assertThat(marks.feedbackFrames()).isZero();
            weir.awaitSample("marks in REST", WAIT, s -> markedPackets(s) > 0);
        }
        for (String host : List.of("h1", "h2", "h5")) {
            assertThat(HostPrograms.icmpErrorsSent(weir.pid(), host)).as(host).isZero();
        }
        policy.withArray("ports").removeAll();
        rest().put(policy);
        weir.awaitSample("no RPM", WAIT, s -> aqm(s).path("scheme").asText().equals("none"));
    }

    @Test
    @Order(4)
    void noHostSendsBulkDataInAClassThatItsPortMayNotUse() throws Exception {
        try (PacedFlow victim = PacedFlow.program(weir.pid(), "h1", 6201, 6201, 46, VICTIM_BPS);
                PacedFlow bulk = PacedFlow.program(weir.pid(), "h2", 6202, 6202, 46, 9.5e6)) {
            // The run trusts the DSCP of its hosts, so h2's data shares class A's queue.
            victim.awaitGoodput("h2 in class A", part -> part < 0.85, WAIT);
            assertThat(bulk.arrived(46)).isPositive();

            rest().putEdge(edge -> edge.put("dscp", "clear"));
            victim.awaitGoodput("h2's DSCP cleared", part -> part > ALL, WAIT);
            assertThat(bulk.arrived(0)).isPositive();

            rest().putEdge(edge -> edge.put("dscp", "trust").putArray("classes").add("B").add("C"));
            bulk.awaitGoodput("h2 not allowed in class A", part -> part == 0, WAIT);
            victim.awaitGoodput("h2 not allowed in class A", part -> part > ALL, WAIT);
            DropCounts.await(weir, "refused", 1);
            rest().put(rest().withoutPorts());
        }
    }

    @Test
    @Order(5)
    void noHostEntersAClassByThePriorityOfATag() throws Exception {
        ObjectNode policy = rest().policy();
        ((ObjectNode) policy.path("classes").get(0))
                .withArray("match")
                .addObject()
                .put("vlanPcp", 5);
        rest().put(policy);
        try (PacedFlow victim = PacedFlow.program(weir.pid(), "h1", 6301, 6301, 46, VICTIM_BPS);
                PacedFlow bulk = PacedFlow.priorityTagged(weir.pid(), 6302, 6302, 5, 9.5e6)) {
            victim.awaitGoodput("h2 in class A by PCP", part -> part < 0.85, WAIT);
            assertThat(bulk.arrived(0)).isPositive();

            long before = DropCounts.of(weir, "refused");
            rest().putEdge(edge -> edge.put("dscp", "trust").putArray("classes").add("B").add("C"));
            bulk.awaitGoodput("h2 not allowed in class A", part -> part == 0, WAIT);
            victim.awaitGoodput("h2 not allowed in class A", part -> part > ALL, WAIT);
            DropCounts.await(weir, "refused", before + 1);
        }
        policy = rest().withoutPorts();
        ((ArrayNode) policy.path("classes").get(0).path("match")).remove(1);
        rest().put(policy);
    }

    @Test
    @Order(6)
    void notificationsSlowSendersOverSwitchesThatOnlyMark() throws Exception {
        List<HostAgent> agents = new ArrayList<>();
        try (HostPrograms programs = new HostPrograms(weir.pid(), true)) {
            // Not registered, so the switches mark packets of these hosts and send no feedback.
            agents.add(HostAgent.notified(weir.pid(), "h1", folder, "dcqcn"));
            agents.add(HostAgent.notified(weir.pid(), "h3", folder, "p4qcn"));
            agents.add(HostAgent.notified(weir.pid(), "h5", folder, "dcqcn"));
            programs.awaitMetric("h5", "weir_agent_notifications_sent_total ", WAIT);
            // h3's class has the least share, so that it is marked however slow the machine is.
            programs.awaitMetric("h3", "weir_agent_notifications_accepted_total ", WAIT);
            programs.awaitMetric(
                    "h3",
                    "weir_agent_lowest_rate_bits_per_second ",
                    rateBps -> rateBps > 0 && rateBps < 10e6,
                    WAIT);
            assertThat(programs.metric("h3", "weir_agent_feedback_accepted_")).isZero();
            assertThat(programs.metric("h3", "weir_agent_feedback_refused_")).isZero();
            assertThat(programs.feedbackInSockets()).isZero();
            for (String host : List.of("h1", "h3")) {
                assertThat(HostPrograms.icmpErrorsSent(weir.pid(), host)).as(host).isZero();
            }
        } finally {
            // First the receiver's, whose notifications the others take off their interfaces.
            Collections.reverse(agents);
            for (HostAgent agent : agents) {
                agent.close();
            }
        }
        for (HostAgent agent : agents) {
            assertThat(run("./weir host " + agent.host() + " -- tc qdisc show dev eth0").orFail())
                    .as("qdiscs that the agent of %s has left", agent.host())
                    .doesNotContainPattern(OURS);
        }
    }

    @Test
    @Order(7)
    void noHostSlowsANeighbourByForgedNotifications() throws Exception {
        int from = ForgedFrames.FLOW_PORT;
        int to = ForgedFrames.RECEIVER_PORT;
        HostAgent agent = null;
        try (ForgedFrames forged = new ForgedFrames(weir.pid());
                PacedFlow victim = PacedFlow.program(weir.pid(), "h1", from, to, 46, VICTIM_BPS);
                PacedFlow own = PacedFlow.program(weir.pid(), "h2", from, to + 1, 46, 1e6)) {
            long before = DropCounts.of(weir, "acl");
            forged.begin(ForgedFrames.Kind.NOTIFICATION);
            forged.awaitArrival(WAIT);
            rest().putEdge(edge -> edge.putArray("sources").add("10.0.0.2"));
            forged.awaitSilence(WAIT);
            int arrived = forged.arrived();
            agent = HostAgent.notified(weir.pid(), "h1", folder, "dcqcn");
            victim.awaitGoodput("while h2 forges", part -> part > ALL, WAIT);
            own.awaitGoodput("in its own name", part -> part > ALL, WAIT);
            assertThat(forged.arrived()).isEqualTo(arrived);
            DropCounts.await(weir, "acl", before + 15);

            rest().put(rest().withoutPorts());
            victim.awaitGoodput("without sources", part -> part < 0.5, WAIT);
            assertThat(forged.arrived()).isGreaterThan(arrived);
        } finally {
            if (agent != null) {
                agent.close();
            }
        }
    }

    private static PolicyByRest rest() {
        return new PolicyByRest(weir, CREDENTIALS);
    }

    /** The AQM algorithm of the port between the switches, as its switch has confirmed it. */
    private static JsonNode aqm(JsonNode sample) {
        return congested(sample).path("aqm");
    }

    private static long markedPackets(JsonNode sample) {
        return StreamSupport.stream(congested(sample).path("classes").spliterator(), false)
                .mapToLong(each -> each.path("marks").asLong())
                .sum();
    }

    /** The port between the switches. */
    private static JsonNode congested(JsonNode sample) {
        return StreamSupport.stream(sample.path("ports").spliterator(), false)
                .filter(port -> port.path("device").asText().equals("device:s1"))
                .filter(port -> port.path("port").asInt() == 4)
                .findFirst()
                .orElse(JSON.createObjectNode());
    }

    @Test
    @Order(8)
    void agentsGoOnWhileTheirControllerIsDead() throws Exception {
        try (DeadControllerSteps steps = new DeadControllerSteps(weir, folder, CREDENTIALS)) {
            steps.run();
        }
    }

    @Test
    @Order(9)
    void noHostUsesTheAddressOfAnother() throws Exception {
        try (SourceSteps steps = new SourceSteps(weir, CREDENTIALS)) {
            steps.run(rest());
        }
    }

    @Test
    @Order(10)
    void whatAKilledRunLeavesGoesWithTheNext() throws Exception {
        long killed = weir.pid();
        List<ProcessHandle> processes = weir.kill();
        assertThat(namespaces(killed)).hasSize(HOSTS.size() + 1);
        assertThat(processes).as("ONOS lives on").anyMatch(ProcessHandle::isAlive);

        assertThat(tutorial.upOptions(1)).contains("netns", "--agents");
        start(1);
        assertThat(weir.output())
                .contains("took away weirhost-" + killed + "-h1, left by a run that was killed")
                .contains("ended ONOS, process ");
        assertThat(namespaces(killed)).isEmpty();
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    @Order(11)
    void agentsAreKnownToTheController() throws Exception {
        Set<String> wanted = new TreeSet<>();
        for (int host = 1; host <= HOSTS.size(); host++) {
            wanted.add("10.0.0." + host + " at device:s" + (host <= 3 ? 1 : 2));
        }
        Set<String> known = new TreeSet<>();
        long endNs = System.nanoTime() + WAIT.toNanos();
        do {
            Thread.sleep(200);
            JsonNode answer = JSON.readTree(weir.get("/onos/weir/v1/agents", CREDENTIALS).body());
            for (JsonNode agent : answer.path("agents")) {
                known.add(agent.path("address").asText() + " at " + agent.path("device").asText());
            }
        } while (!known.containsAll(wanted) && System.nanoTime() < endNs);
        assertThat(known).as("hosts that feedback is enabled for").containsAll(wanted);
    }

    @TestFactory
    @Order(12)
    Stream<DynamicTest> tutorialWithAgents() {
        return walk(1);
    }

    @Test
    @Order(13)
    void programsOfThreeClassesObeyAndNoticeNothing() throws Exception {
        try (HostPrograms programs = new HostPrograms(weir.pid(), false)) {
            weir.awaitSample(
                    "three classes at the port between the switches",
                    WAIT,
                    s -> Stream.of("A", "B", "C").allMatch(name -> goodputBps(s, name) > 100_000));
            programs.awaitReceived(WAIT);
            programs.awaitFeedback(WAIT);
            assertThat(programs.feedbackInSockets()).isZero();
            for (String host : List.of("h1", "h2", "h3")) {
                assertThat(HostPrograms.icmpErrorsSent(weir.pid(), host))
                        .as("ICMP errors of %s", host)
                        .isZero();
            }
        }
    }

    @Test
    @Order(14)
    void noHostSlowsANeighbourByForgedFeedback() throws Exception {
        int from = ForgedFrames.FLOW_PORT;
        int to = ForgedFrames.RECEIVER_PORT;
        try (ForgedFrames forged = new ForgedFrames(weir.pid());
                PacedFlow victim = PacedFlow.program(weir.pid(), "h1", from, to, 46, VICTIM_BPS)) {
            victim.awaitGoodput("before", part -> part > ALL, WAIT);
            long before = DropCounts.of(weir, "forged");
            forged.sendTelemetry(20);
            forged.begin(ForgedFrames.Kind.FEEDBACK);
            victim.awaitGoodput("while h2 forges", part -> part > ALL, WAIT);
            long sent = 20 + forged.stop();
            assertThat(DropCounts.await(weir, "forged", before + sent)).isEqualTo(before + sent);
            assertThat(forged.arrived()).isZero();

            // The frames are such that they would slow it, were the port trusted like a switch's.
            rest().putEdge(edge -> edge.put("leadsTo", "switch"));
            forged.begin(ForgedFrames.Kind.FEEDBACK);
            victim.awaitGoodput("without an edge", part -> part < 0.5, WAIT);
            assertThat(forged.arrived()).isPositive();
            forged.stop();
            rest().put(rest().withoutPorts());
        }
    }

    private static double goodputBps(JsonNode sample, String name) {
        return StreamSupport.stream(congested(sample).path("classes").spliterator(), false)
                .filter(each -> each.path("name").asText().equals(name))
                .mapToDouble(each -> each.path("goodputBps").asDouble())
                .sum();
    }

    @Test
    @Order(15)
    void interruptLeavesNothing() throws Exception {
        weir.awaitSample("all is connected", WAIT, s -> s.path("unreachable").isEmpty());
        List<ProcessHandle> processes = weir.processes();
        assertThat(processes).as("ONOS and an agent for each host").hasSizeGreaterThan(5);

        assertThat(weir.interrupt()).as(weir.tail()).isZero();

        long endNs = System.nanoTime() + WAIT.toNanos();
        while (processes.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < endNs) {
            Thread.sleep(50);
        }
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(namespaces(weir.pid())).isEmpty();
        assertThat(Path.of("/etc/netns/weirhost-" + weir.pid() + "-h1")).doesNotExist();
        assertThat(ownNamespace()).isEqualTo(before);
        assertThat(weir.errorsLogged()).as("errors of Weir's own that ONOS logged").isEmpty();
    }

    private static List<String> namespaces(long pid) throws Exception {
        return run("ip netns list")
                .orFail()
                .lines()
                .filter(line -> line.startsWith("weirhost-" + pid + "-"))
                .toList();
    }
}
