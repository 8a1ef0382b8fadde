// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A running {@code ./weir up --nodes 3} on the network of PMQECN's Fig. 6, seen through the REST
 * and the logs of its nodes.
 */
final class RunningCluster {
    static final String CREDENTIALS = "onos:rocks";
    static final int NODES = 3;
    static final int STORE_NODES = 3;
    static final List<String> SWITCHES = List.of("device:s1", "device:s2");
    static final int LINKS = 2;
    static final int HOSTS = 5;

    /** A DSCP that no packet has. */
    static final int UNUSED_DSCP = 33;

    /** Longest wait for what takes seconds on a machine that is not busy. */
    static final Duration SOON = Duration.ofSeconds(60);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long POLL_MS = 500;

    /**
     * Lag of the network behind the wall clock from which on its packets are not judged, ms: queues
     * that no switch served in time have overflowed.
     */
    private static final double LATE_MS = 100;

    private static final Pattern PRIMARY =
            Pattern.compile("device:(\\w+): primary controller with election id (\\d+)");

    private final RunningWeir weir;

    RunningCluster(RunningWeir weir) {
        this.weir = weir;
    }

    /** A condition on the running cluster. */
    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    Set<String> ports(int node) throws IOException, InterruptedException {
        Set<String> ports = new TreeSet<>();
        for (JsonNode port : get(node, "/onos/weir/v1/ports").path("ports")) {
            ports.add(port.path("device").asText() + "/" + port.path("port").asInt());
        }
        return ports;
    }

    /** Losses of the flows and changes of primaries from now on. */
    final class Disturbance {
        private final int firstSample;
        private final long lostA;
        private final long lostB;
        private final long lostC;

        Disturbance() throws Exception {
            // Samples are rare on a busy machine; an older one would count what was lost before.
            awaitNewSample();
            firstSample = weir.samples().size();
            lostA = lost("A");
            lostB = lost("B");
            lostC = lost("C");
        }

        /** Judges an event after which no further node may become a primary. */
        boolean judge(String event, List<Integer> terms) throws Exception {
            return judge(event, terms, 0);
        }

        /**
         * Classes A and B must have lost nothing, and hardly any further node has become a primary,
         * unless the machine was too slow: nodes that get no processor time for seconds count as
         * dead.
         *
         * @param terms numbers of terms of the switches before the event
         * @param further terms by which each of them may have grown
         * @return true if the machine was fast enough
         */
        boolean judge(String event, List<Integer> terms, int further) throws Exception {
            awaitNewSample();
            double lagMs = 0;
            List<JsonNode> samples = weir.samples();
            for (JsonNode sample : samples.subList(firstSample, samples.size())) {
                lagMs = Math.max(lagMs, sample.path("lagMs").asDouble());
            }
            boolean inTime = lagMs < LATE_MS;
            List<Integer> termsNow = termsOfAll();
            String figures =
                    String.format(
                            "%s: lost packets of A %d, B %d, C %d; terms of s1 and s2 %s, then %s;"
                                    + " the network was at most %.0f ms late",
                            event,
                            lost("A") - lostA,
                            lost("B") - lostB,
                            lost("C") - lostC,
                            terms,
                            termsNow,
                            lagMs);
            System.out.println(figures + (inTime ? "" : ", too late to be judged"));
            if (inTime) {
                assertThat(List.of(lost("A") - lostA, lost("B") - lostB))
                        .as(figures)
                        .containsOnly(0L);
                for (int i = 0; i < terms.size(); i++) {
                    assertThat(termsNow.get(i))
                            .as(figures)
                            .isBetween(terms.get(i), terms.get(i) + further);
                }
            }
            return inTime;
        }
    }

    /**
     * Reads the switches' logs: writes of others than the primary are refused.
     *
     * @param formerPrimary number of a node that must not be the last primary; 0 for none
     */
    void assertOneWriter(int formerPrimary, Path log) throws IOException {
        Map<String, String> primaries = new HashMap<>();
        Map<String, Set<String>> formerIds = new HashMap<>();
        for (String line :
                weir.logged(
                        formerPrimary, Pattern.compile("primary controller with election id"))) {
            Matcher words = PRIMARY.matcher(line);
            if (words.find()) {
                formerIds
                        .computeIfAbsent(words.group(1), any -> new HashSet<>())
                        .add(words.group(2));
            }
        }
        int accepted = 0;
        Set<String> lastWriters = new HashSet<>();
        for (String line : Files.readAllLines(log)) {
            JsonNode entry = JSON.readTree(line);
            String device = entry.path("switch").asText();
            String id = entry.path("electionId").asText();
            if (entry.path("event").asText().equals("primary")) {
                primaries.put(device, id);
            } else if (entry.path("accepted").asBoolean()) {
                accepted++;
                assertThat(id).as(line).isEqualTo(primaries.get(device));
            }
        }
        assertThat(accepted).as("accepted writes").isPositive();
        for (String device : List.of("s1", "s2")) {
            assertThat(formerIds.getOrDefault(device, Set.of()))
                    .as("ids of node %d at %s", formerPrimary, device)
                    .doesNotContain(primaries.get(device));
            lastWriters.add(primaries.get(device));
        }
        assertThat(lastWriters).doesNotContain("null");
    }

    /** What the running command has answered to one that was typed; empty so far. */
    Optional<String> answerTo(String command) throws IOException {
        return weir.output()
                .lines()
                .filter(line -> line.equals("done: " + command) || line.startsWith(command + ": "))
                .findFirst();
    }

    /** The number of terms of each switch that {@link #awaitPrimaries} exceeds, by its name. */
    Map<String, Integer> termsBeforeTheDeathOf(int node) throws IOException, InterruptedException {
        Map<String, Integer> terms = new HashMap<>();
        for (String device : SWITCHES) {
            int soFar = terms(device);
            terms.put(device, master(node, device) == node ? soFar : soFar - 1);
        }
        return terms;
    }

    /** Waits until each switch of a node that is gone has its next primary. */
    void awaitPrimaries(Map<String, Integer> terms) throws Exception {
        await(
                "the next primary of all switches",
                SOON,
                () -> {
                    for (String device : SWITCHES) {
                        if (terms(device) <= terms.get(device)) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    /** False if a node does not answer; if it does, it must know all links. */
    boolean assertLinksIfItAnswers(int node) throws IOException, InterruptedException {
        JsonNode answer = get(node, "/onos/v1/links");
        if (answer.isEmpty()) {
            return false;
        }
        assertThat(answer.path("links")).as("links at node %d", node).hasSize(LINKS);
        return true;
    }

    int status(int node, String path) throws IOException, InterruptedException {
        try {
            return weir.send(node, "GET", path, CREDENTIALS, "").statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    List<String> kindsOfAlerts(int node) throws IOException, InterruptedException {
        return get(node, "/onos/weir/v1/alerts").path("alerts").findValuesAsText("kind");
    }

    /** The policy in force with one match more or less. */
    ObjectNode changedPolicy() throws IOException, InterruptedException {
        ObjectNode policy = policy(1);
        ArrayNode matches = (ArrayNode) policy.path("classes").path(1).path("match");
        JsonNode last = matches.path(matches.size() - 1);
        if (last.path("dscp").asInt() == UNUSED_DSCP) {
            matches.remove(matches.size() - 1);
        } else {
            matches.addObject().put("dscp", UNUSED_DSCP);
        }
        return policy;
    }

    boolean isAccepted(ObjectNode policy) throws IOException, InterruptedException {
        try {
            int status =
                    weir.send(1, "PUT", "/onos/weir/v1/policy", CREDENTIALS, policy.toString())
                            .statusCode();
            return status >= 200 && status < 300;
        } catch (IOException e) {
            return false;
        }
    }

    void await(String what, Duration limit, Condition condition) throws Exception {
        awaitValue(what, limit, () -> condition.holds() ? true : null);
    }

    /** Waits for something that is not null, and gives it. */
    <T> T awaitValue(String what, Duration limit, Callable<T> wanted) throws Exception {
        long endNs = System.nanoTime() + limit.toNanos();
        T found = wanted.call();
        while (found == null) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("not within " + limit + ": " + what + "\n" + weir.tail());
            }
            Thread.sleep(POLL_MS);
            found = wanted.call();
        }
        return found;
    }

    void awaitNewSample() throws Exception {
        int seen = weir.samples().size();
        await("a sample", SOON, () -> weir.samples().size() > seen);
    }

    /** What a node answers; an empty object while it does not. */
    JsonNode get(int node, String path) throws IOException, InterruptedException {
        try {
            HttpResponse<String> answer = weir.send(node, "GET", path, CREDENTIALS, "");
            return answer.statusCode() == 200
                    ? JSON.readTree(answer.body())
                    : JSON.createObjectNode();
        } catch (IOException e) {
            return JSON.createObjectNode();
        }
    }

    int count(int node, String kind) throws IOException, InterruptedException {
        return get(node, "/onos/v1/" + kind).path(kind).size();
    }

    int available(int node) throws IOException, InterruptedException {
        int available = 0;
        for (JsonNode device : get(node, "/onos/v1/devices").path("devices")) {
            available += device.path("available").asBoolean() ? 1 : 0;
        }
        return available;
    }

    /**
     * ONOS's id of a node: its address, which is not the loopback one where it is in a namespace.
     */
    String nodeId(int number) throws Exception {
        return awaitValue(
                "id of node " + number,
                SOON,
                () -> {
                    for (JsonNode each : get(1, "/onos/v1/cluster").path("nodes")) {
                        if (each.path("id").asText().endsWith("." + number)) {
                            return each.path("id").asText();
                        }
                    }
                    return null;
                });
    }

    /** Number of the node that another takes for the master of a switch; 0 for none. */
    int master(int node, String device) throws IOException, InterruptedException {
        String master =
                get(node, "/onos/v1/mastership/" + device + "/role").path("master").asText();
        return master.isEmpty()
                ? 0
                : Integer.parseInt(master.substring(master.lastIndexOf('.') + 1));
    }

    /** Number of times that any node has become a switch's primary, by the nodes' own logs. */
    int terms(String device) throws IOException {
        Pattern primary = Pattern.compile(device + ": primary controller with election id");
        int terms = 0;
        for (int node = 1; node <= NODES; node++) {
            terms += weir.logged(node, primary).size();
        }
        return terms;
    }

    /** The same of every switch. */
    List<Integer> termsOfAll() throws IOException {
        List<Integer> terms = new ArrayList<>();
        for (String device : SWITCHES) {
            terms.add(terms(device));
        }
        return terms;
    }

    /** True if a switch has confirmed to its master all rules from before the master's term. */
    boolean hasReconciled(String device, int master) throws IOException, InterruptedException {
        for (JsonNode node : get(master, "/onos/weir/v1/nodes").path("nodes")) {
            for (JsonNode each : node.path("devices")) {
                if (each.path("device").asText().equals(device)
                        && node.path("id").asText().endsWith("." + master)) {
                    return each.path("rulesReconciled").asBoolean();
                }
            }
        }
        return false;
    }

    static void sleepUntil(long timeNs) throws InterruptedException {
        Thread.sleep(Math.max(0, (timeNs - System.nanoTime()) / 1_000_000));
    }

    /** True if s1 has the match rule of the class that {@link #UNUSED_DSCP} selects. */
    boolean hasRuleOfUnusedDscp(int node) throws IOException, InterruptedException {
        String value = String.format("\"value\":\"%016x\",\"mask\":\"%016x\"", UNUSED_DSCP, 0x3f);
        for (JsonNode flow : get(node, "/onos/v1/flows/device:s1").path("flows")) {
            if (flow.path("state").asText().equals("ADDED")
                    && flow.path("tableName").asText().endsWith("_classes")
                    && flow.path("selector").toString().contains(value)) {
                return true;
            }
        }
        return false;
    }

    ObjectNode policy(int node) throws IOException, InterruptedException {
        return (ObjectNode) get(node, "/onos/weir/v1/policy");
    }

    void put(int node, ObjectNode policy) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                weir.send(node, "PUT", "/onos/weir/v1/policy", CREDENTIALS, policy.toString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }

    /** Weights of the classes of the loaded port of s1, at any node. */
    List<String> settings() throws IOException, InterruptedException {
        int master = master(1, "device:s1");
        return master == 0 ? List.of() : settings(master, "device:s1");
    }

    List<String> settings(int node, String device) throws IOException, InterruptedException {
        List<String> weights = new ArrayList<>();
        for (JsonNode port : get(node, "/onos/weir/v1/ports").path("ports")) {
            if (port.path("device").asText().equals(device) && port.path("port").asInt() == 4) {
                port.path("classes").forEach(each -> weights.add(each.path("weight").asText()));
            }
        }
        return weights;
    }

    long received(String flow) throws IOException {
        return ofFlow(flow, "receivedPackets");
    }

    long lost(String flow) throws IOException {
        return ofFlow(flow, "lostPackets");
    }

    long ofFlow(String name, String field) throws IOException {
        for (JsonNode flow : weir.lastSample().path("flows")) {
            if (flow.path("name").asText().equals(name)) {
                return flow.path(field).asLong();
            }
        }
        return 0;
    }
}
