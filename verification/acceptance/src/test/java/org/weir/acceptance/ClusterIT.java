// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The network of PMQECN's Fig. 6 under a cluster of three ONOS nodes and a store of three members.
 * Nodes and members are killed and come back, and a node is cut off. One run serves all tests, in
 * order. Lost packets and further primaries are not judged when the machine was too slow for the
 * network. It is skipped where {@link ClusterMachine} finds something missing (docs/cluster.md).
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
    private static final int PORTS = 7;
    private static final Duration START = Duration.ofSeconds(900);
    private static final Duration NODE_START = Duration.ofSeconds(240);

    /**
     * Longest time until all nodes work after the store has a majority again: 31 to 95 s in more
     * than 60 cases on two busy cores.
     */
    private static final Duration STORE_START = Duration.ofSeconds(600);

    /** Time from the death of a master in which no further node becomes a primary. */
    private static final Duration CALM = Duration.ofSeconds(60);

    /** Time from its death to its start: it is back before the calm time is over. */
    private static final Duration DEAD = Duration.ofSeconds(35);

    private static final Duration AWAY = Duration.ofSeconds(20);

    /** Time after a move of mastership in which the next master acts. */
    private static final Duration SETTLED = Duration.ofSeconds(5);

    /** Longest time until all nodes agree again after one was cut off. */
    private static final Duration HEALED = Duration.ofSeconds(90);

    /** Pause of a node that the others must not take for its death (SteadyLeadershipStore). */
    private static final Duration PAUSE = Duration.ofSeconds(3);

    /** Time after which the others would have taken over. */
    private static final Duration TAKEN = Duration.ofSeconds(10);

    private static final long POLL_MS = 500;

    /** Answers that there are at least in the calm time, of about 200 on a machine with 2 cores. */
    private static final int LOOKS = 10;

    @TempDir static Path folder;
    private static RunningWeir weir;
    private static RunningCluster cluster;
    private static ClusterHealth health;
    private static ClusterMasters masters;
    private static int killed;

    @BeforeAll
    static void start() throws Exception {
        String missing = ClusterMachine.missing();
        if (missing != null) {
            String message = "a cluster of ONOS nodes is not tested here: " + missing;
            // Surefire writes the reason into its report only.
            System.out.println(message);
            assumeTrue(false, message);
        }
        weir =
                new RunningWeir(
                        folder,
                        List.of(
                                "--nodes",
                                "3",
                                "--store-nodes",
                                "3",
                                "--start-within",
                                START.toSeconds() + "s",
                                "--write-log",
                                folder.resolve("writes.jsonl").toString()),
                        List.of("s1", "s2"));
        cluster = new RunningCluster(weir);
        health = new ClusterHealth(weir, cluster);
        masters = new ClusterMasters(weir, cluster);
    }

    @AfterAll
    static void end() throws Exception {
        if (weir != null) {
            weir.close();
        }
    }

    @Test
    @Order(1)
    void eachSwitchHasOneMasterAfterAtMostOneChange() throws Exception {
        health.awaitComplete("a cluster that knows its network", START);
        for (String device : RunningCluster.SWITCHES) {
            Set<Integer> masters = new HashSet<>();
            for (int node = 1; node <= RunningCluster.NODES; node++) {
                masters.add(cluster.master(node, device));
            }
            assertThat(masters).as("masters of %s, asked at every node", device).hasSize(1);
            assertThat(cluster.terms(device)).as("terms of %s so far", device).isBetween(1, 2);
        }
        cluster.await(
                "settings of a loaded port",
                RunningCluster.SOON,
                () -> !cluster.settings().isEmpty());
        cluster.await(
                "traffic",
                RunningCluster.SOON,
                () -> cluster.received("A") > 0 && cluster.received("B") > 0);
    }

    /**
     * A node that has both switches gives one away. Afterwards nothing is balanced any more, so
     * that later tests know why a master changes.
     */
    @Test
    @Order(2)
    void mastersAreBalancedWithoutLoss() throws Exception {
        RunningCluster.Disturbance disturbance = cluster.new Disturbance();
        if (masters.areTwo()) {
            masters.move("device:s2", cluster.master(1, "device:s1"));
        }
        masters.balanceAfter(Duration.ZERO);
        cluster.await("two masters", RunningCluster.SOON, masters::areTwo);
        masters.balanceAfter(Duration.ofHours(1));
        health.awaitComplete("the cluster as before", RunningCluster.SOON);
        disturbance.judge("balance of masters", cluster.termsOfAll());
    }

    @Test
    @Order(3)
    void policyGivenToOneNodeIsInForceAtAll() throws Exception {
        ObjectNode policy = cluster.policy(1);
        // A match that no packet fulfils, so that it changes rules and nothing else.
        ((ArrayNode) policy.path("classes").path(1).path("match"))
                .addObject()
                .put("dscp", RunningCluster.UNUSED_DSCP);
        cluster.put(2, policy);
        for (int node = 1; node <= RunningCluster.NODES; node++) {
            int asked = node;
            cluster.await(
                    "the policy at node " + node,
                    RunningCluster.SOON,
                    () -> cluster.policy(asked).path("classes").equals(policy.path("classes")));
        }
    }

    /** Readings change from second to second; what is compared does not. */
    @Test
    @Order(3)
    void everyNodeAnswersForTheWholeCluster() throws Exception {
        for (int node = 1; node <= RunningCluster.NODES; node++) {
            int asked = node;
            cluster.await(
                    "all ports at node " + node,
                    RunningCluster.SOON,
                    () -> cluster.ports(asked).size() == PORTS);
            assertThat(cluster.ports(node)).isEqualTo(cluster.ports(1));
            for (String path : List.of("classes", "policy", "policy/versions", "plans")) {
                assertThat(cluster.get(node, "/onos/weir/v1/" + path))
                        .as("%s at node %d", path, node)
                        .isEqualTo(cluster.get(1, "/onos/weir/v1/" + path));
            }
            assertThat(cluster.get(node, "/onos/weir/v1/nodes").path("nodes"))
                    .hasSize(RunningCluster.NODES);
        }
    }

    /** As by a garbage collection, or on a busy machine. */
    @Test
    @Order(3)
    void aMasterThatPausesForSecondsStaysMaster() throws Exception {
        int master = cluster.master(1, "device:s1");
        List<Integer> terms = cluster.termsOfAll();
        RunningCluster.Disturbance disturbance = cluster.new Disturbance();
        weir.pause(master, PAUSE);
        Thread.sleep(TAKEN.toMillis());
        health.awaitComplete("the cluster as before", RunningCluster.SOON);
        disturbance.judge("pause of the master", terms);
    }

    @Test
    @Order(4)
    void nextPrimaryTakesOverAndLosesNothingWhenTheMasterDiesAndComesBack() throws Exception {
        killed = cluster.master(1, "device:s1");
        int witness = killed == 1 ? 2 : 1;
        List<String> before = cluster.settings(killed, "device:s1");
        RunningCluster.Disturbance disturbance = cluster.new Disturbance();
        Map<String, Integer> terms = cluster.termsBeforeTheDeathOf(killed);

        long killedNs = System.nanoTime();
        weir.type("kill onos-" + killed);
        cluster.awaitPrimaries(terms);
        double seconds = (System.nanoTime() - killedNs) / 1e9;
        cluster.await(
                "settings",
                RunningCluster.SOON,
                () ->
                        !cluster.settings(cluster.master(witness, "device:s1"), "device:s1")
                                .isEmpty());

        double settingsSeconds = (System.nanoTime() - killedNs) / 1e9;

        Calm calm = new Calm(killed);
        calm.watchUntil(killedNs + DEAD.toNanos(), () -> false);
        weir.type("start onos-" + killed);
        long startedNs = System.nanoTime();
        boolean isBack = calm.watchUntil(startedNs + NODE_START.toNanos(), health::isComplete);
        assertThat(isBack).as("node %d is back within %s", killed, NODE_START).isTrue();
        double backSeconds = (System.nanoTime() - startedNs) / 1e9;
        calm.watchUntil(killedNs + CALM.toNanos(), () -> false);
        assertThat(calm.looks).as("looks at the links").isGreaterThan(LOOKS);
        System.out.printf(
                "next primary after %.1f s, its settings after %.1f s; the dead node is back %.1f s"
                        + " after its start; settings before %s, after %s%n",
                seconds,
                settingsSeconds,
                backSeconds,
                before,
                cluster.settings(cluster.master(witness, "device:s1"), "device:s1"));
        disturbance.judge("death of the master and its return", calm.terms);
    }

    /** The nodes that live while another is dead, from now on. */
    private static final class Calm {
        private final List<Integer> living = new ArrayList<>(List.of(1, 2, 3));
        private final List<Integer> terms = cluster.termsOfAll();
        private int looks;

        Calm(int dead) throws Exception {
            living.remove(Integer.valueOf(dead));
        }

        /** Watches until a time, or until a condition holds; true for the latter. */
        boolean watchUntil(long endNs, RunningCluster.Condition condition) throws Exception {
            while (System.nanoTime() < endNs) {
                for (int node : living) {
                    looks += cluster.assertLinksIfItAnswers(node) ? 1 : 0;
                }
                if (condition.holds()) {
                    return true;
                }
                Thread.sleep(POLL_MS);
            }
            return false;
        }
    }

    @Test
    @Order(5)
    void deletedRulesStayDeletedWhenTheNodeThatCameBackIsMaster() throws Exception {
        int master = cluster.master(1, "device:s1");
        assertThat(cluster.hasRuleOfUnusedDscp(master)).as("rule before its deletion").isTrue();
        ObjectNode policy = cluster.policy(1);
        ArrayNode matches = (ArrayNode) policy.path("classes").path(1).path("match");
        matches.remove(matches.size() - 1);
        cluster.put(1, policy);
        cluster.await(
                "the rule is deleted",
                RunningCluster.SOON,
                () -> !cluster.hasRuleOfUnusedDscp(master));

        masters.move("device:s1", killed);
        long movedNs = System.nanoTime();
        cluster.await(
                "the rules from before the move are confirmed",
                RunningCluster.SOON,
                () -> {
                    assertThat(cluster.hasRuleOfUnusedDscp(killed)).as("deleted rule").isFalse();
                    assertThat(cluster.count(killed, "links"))
                            .as("links")
                            .isEqualTo(RunningCluster.LINKS);
                    return cluster.hasReconciled("device:s1", killed)
                            && System.nanoTime() - movedNs > SETTLED.toNanos();
                });
    }

    @Test
    @Order(6)
    void allHostsAreFoundAgainWhenASwitchIsBack() throws Exception {
        weir.type("stop s1");
        cluster.await("no contact to s1", RunningCluster.SOON, () -> cluster.available(1) == 1);
        Thread.sleep(AWAY.toMillis());
        weir.type("start s1");
        health.awaitComplete("a complete network", Duration.ofSeconds(90));
        cluster.await(
                "the rules of s1",
                RunningCluster.SOON,
                () -> cluster.hasReconciled("device:s1", cluster.master(1, "device:s1")));
        assertThat(cluster.hasRuleOfUnusedDscp(cluster.master(1, "device:s1")))
                .as("a rule that was deleted before s1 was away")
                .isFalse();
    }

    /**
     * The master of s1 is cut off from the other nodes and from the store, and still reaches the
     * switches. By the switches' own logs each has one writer at any time.
     */
    @Test
    @Order(7)
    void aSwitchHasOneWriterWhileItsMasterIsCutOff() throws Exception {
        int cut = cluster.master(1, "device:s1");
        int witness = cut == 1 ? 2 : 1;
        RunningCluster.Disturbance disturbance = cluster.new Disturbance();
        Map<String, Integer> before = cluster.termsBeforeTheDeathOf(cut);
        weir.type("partition onos-" + cut);
        String answer =
                cluster.awaitValue(
                        "an answer to the command",
                        RunningCluster.SOON,
                        () -> cluster.answerTo("partition onos-" + cut).orElse(null));
        assumeTrue(!answer.contains("cannot be cut off"), answer);
        long cutNs = System.nanoTime();
        cluster.awaitPrimaries(before);
        double primarySeconds = (System.nanoTime() - cutNs) / 1e9;
        cluster.await(
                "settings",
                RunningCluster.SOON,
                () ->
                        !cluster.settings(cluster.master(witness, "device:s1"), "device:s1")
                                .isEmpty());
        cluster.await(
                "a node that says that it is cut off",
                RunningCluster.SOON,
                () -> cluster.status(cut, "/onos/weir/v1/ports") == 503);
        assertThat(cluster.kindsOfAlerts(cut)).contains("store-unreachable");
        RunningCluster.sleepUntil(cutNs + AWAY.toNanos());
        assertThat(cluster.count(witness, "links")).as("links").isEqualTo(RunningCluster.LINKS);
        assertThat(cluster.count(witness, "hosts")).as("hosts").isEqualTo(RunningCluster.HOSTS);
        List<Integer> terms = cluster.termsOfAll();

        weir.type("heal onos-" + cut);
        long healedNs = System.nanoTime();
        cluster.await(
                "all nodes agree",
                HEALED,
                () -> health.isComplete() && cluster.ports(cut).equals(cluster.ports(witness)));
        System.out.printf(
                "cut off: next primary after %.1f s; healed after %.1f s%n",
                primarySeconds, (System.nanoTime() - healedNs) / 1e9);
        for (String path : List.of("classes", "policy", "policy/versions", "plans")) {
            assertThat(cluster.get(cut, "/onos/weir/v1/" + path))
                    .as(path)
                    .isEqualTo(cluster.get(witness, "/onos/weir/v1/" + path));
        }
        cluster.await(
                "alert about the store has ended",
                RunningCluster.SOON,
                () -> !cluster.kindsOfAlerts(cut).contains("store-unreachable"));
        boolean inTime = disturbance.judge("partition", terms);
        cluster.assertOneWriter(inTime ? cut : 0, folder.resolve("writes.jsonl"));
    }

    @Test
    @Order(8)
    void theDeathOfAMemberOfTheStoreIsSurvived() throws Exception {
        List<Integer> terms = cluster.termsOfAll();
        RunningCluster.Disturbance disturbance = cluster.new Disturbance();
        weir.type("kill store-1");
        cluster.await(
                "a member that is dead",
                RunningCluster.SOON,
                () -> cluster.answerTo("kill store-1").isPresent());
        long killedNs = System.nanoTime();
        ObjectNode policy = cluster.changedPolicy();
        health.await(
                "a policy that is accepted", RunningCluster.SOON, () -> cluster.isAccepted(policy));
        System.out.printf(
                "a member of the store is dead: policy accepted after %.1f s%n",
                (System.nanoTime() - killedNs) / 1e9);
        for (int node = 1; node <= RunningCluster.NODES; node++) {
            int asked = node;
            health.await(
                    "the policy at node " + node,
                    RunningCluster.SOON,
                    () -> cluster.policy(asked).path("classes").equals(policy.path("classes")));
        }
        // For an unknown reason a switch then gets another primary in one run of five.
        disturbance.judge("death of a member of the store", terms, 1);
    }

    @Test
    @Order(9)
    void withoutAMajorityOfTheStoreTheNodesSaySo() throws Exception {
        weir.type("kill store-2");
        for (int node = 1; node <= RunningCluster.NODES; node++) {
            int asked = node;
            cluster.await(
                    "node " + node + " says so",
                    RunningCluster.SOON,
                    () -> cluster.status(asked, "/onos/weir/v1/ports") == 503);
            assertThat(cluster.kindsOfAlerts(node)).contains("store-unreachable");
        }
        weir.type("start store-1");
        weir.type("start store-2");
        long startedNs = System.nanoTime();
        health.awaitComplete("the cluster as before", STORE_START);
        System.out.printf(
                "the store has a majority again: all nodes work after %.1f s%n",
                (System.nanoTime() - startedNs) / 1e9);
        ObjectNode policy = cluster.changedPolicy();
        health.await(
                "a policy that is accepted", RunningCluster.SOON, () -> cluster.isAccepted(policy));
        cluster.await(
                "alerts about the store have ended",
                RunningCluster.SOON,
                () -> {
                    for (int node = 1; node <= RunningCluster.NODES; node++) {
                        if (cluster.kindsOfAlerts(node).contains("store-unreachable")) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    @Test
    @Order(10)
    void nothingIsLeftOfTheRun() throws Exception {
        List<ProcessHandle> processes = weir.processes();
        assertThat(processes).hasSizeGreaterThanOrEqualTo(RunningCluster.NODES + 2);
        long pid = weir.pid();
        weir.interrupt();
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        assertThat(Path.of("/run/netns/weirnode-" + pid + "-router")).doesNotExist();
        assertThat(Path.of("/etc/netns/weirnode-" + pid + "-router")).doesNotExist();
    }
}
