// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.app.ClassChange;
import org.weir.app.ClassChange.Target;
import org.weir.app.RejectedException;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.change.Edit;

/** Two nodes of a cluster that change the policy at once; configuration and store are shared. */
@Timeout(120)
class TwoNodesTest {
    private static final Edit ONE = Edit.by("ann", "REST", "at node 1");
    private static final Edit TWO = Edit.by("bob", "REST", "at node 2");

    /** Times that a node may configure again because of what the other one has configured. */
    private static final int MOST_ECHOES = 20;

    private final ObjectMapper mapper = new ObjectMapper();
    private final OneConfiguration registry = new OneConfiguration();
    private final StoredDocuments stored = new StoredDocuments();
    private final PolicyManager node1 = node();
    private final PolicyManager node2 = node();

    private PolicyManager node() {
        return node(Runnable::run);
    }

    private PolicyManager node(Executor executor) {
        return new PolicyManager(
                OneConfiguration.APP,
                registry,
                new PolicyHistory(stored.store(), () -> 5_000, () -> false),
                policy -> {},
                new AlertBoard(),
                executor);
    }

    @BeforeEach
    void start() throws IOException {
        node1.start();
        node2.start();
        node1.replace(policy(1, 1), ONE);
    }

    private ObjectNode policy(int delayA, int delayB) throws IOException {
        return (ObjectNode)
                mapper.readTree(
                        "{\"classes\":[{\"name\":\"A\",\"targets\":{\"delayMs\":"
                                + delayA
                                + "}},{\"name\":\"B\",\"targets\":{\"delayMs\":"
                                + delayB
                                + "}}]}");
    }

    private static ClassChange delay(int ms) {
        return ClassChange.none().withTarget(Target.DELAY_MS, OptionalDouble.of(ms));
    }

    private void assertInForceEverywhere(int delayA, int delayB) {
        assertInForceAt(node1, node2, delayA, delayB);
    }

    private static void assertInForceAt(
            PolicyManager node1, PolicyManager node2, int delayA, int delayB) {
        for (PolicyManager node : List.of(node1, node2)) {
            JsonNode classes = node.document().orElseThrow().path("classes");
            assertThat(classes.path(0).path("targets").path("delayMs").asInt()).isEqualTo(delayA);
            assertThat(classes.path(1).path("targets").path("delayMs").asInt()).isEqualTo(delayB);
            assertThat(node.policy().orElseThrow().classes().get(0).spec().targets().delayMs())
                    .hasValue(delayA);
            assertThat(node.policy().orElseThrow().classes().get(1).spec().targets().delayMs())
                    .hasValue(delayB);
        }
        assertThat(node1.version()).isEqualTo(node2.version());
        assertThat(node1.history().latest().orElseThrow().policy())
                .isEqualTo(node1.document().orElseThrow());
    }

    @Test
    void changesOfTwoClassesAreMerged() {
        stored.beforeAdding(() -> node2.change("B", delay(7), TWO));
        node1.change("A", delay(5), ONE);

        assertInForceEverywhere(5, 7);
        assertThat(node1.history().versions()).hasSize(3);
    }

    @Test
    void editOfAVersionThatIsOvertakenIsRefused() throws IOException {
        ObjectNode mine = policy(5, 1);
        stored.beforeAdding(() -> node2.change("B", delay(7), TWO));
        assertThatThrownBy(() -> node1.replace(mine, ONE.of(1)))
                .isInstanceOfSatisfying(
                        RejectedException.class,
                        e -> assertThat(e.reason()).isEqualTo(RejectedException.Reason.STALE))
                .hasMessageContaining("version 2, not 1");
        assertInForceEverywhere(1, 7);
    }

    /** Node 1 has added its version, and node 2 adds and configures the next one before it. */
    @Test
    void slowNodeDoesNotConfigureItsOlderVersion() {
        registry.beforeApplying(() -> node2.change("B", delay(7), TWO));
        node1.change("A", delay(5), ONE);

        assertInForceEverywhere(5, 7);
        assertThat(node1.history().versions()).extracting("via").containsOnly("REST");
    }

    /** A node that has not heard of a version yet accepts an edit of it. */
    @Test
    void editOfAVersionThatIsNewsHereIsAccepted() throws IOException {
        long version = node2.replace(policy(2, 2), TWO).version();
        assertThat(node1.replace(policy(3, 3), ONE.of(version)).version()).isEqualTo(version + 1);
        assertInForceEverywhere(3, 3);
    }

    @Test
    void configuredPastTheNodesIsOneVersion() throws IOException {
        registry.apply(policy(8, 9));
        assertInForceEverywhere(8, 9);
        assertThat(node1.history().versions()).extracting("via").containsExactly("REST", "netcfg");
    }

    /**
     * Each node follows the configuration on a thread of its own, as under ONOS: a node that waited
     * for the other one while it configures would wait for ever.
     */
    @Test
    void noEditIsLostHoweverTwoNodesInterleave() throws Exception {
        int edits = 40;
        node1.stop();
        node2.stop();
        ExecutorService events1 = Executors.newSingleThreadExecutor();
        ExecutorService events2 = Executors.newSingleThreadExecutor();
        ExecutorService users = Executors.newFixedThreadPool(2);
        PolicyManager first = node(events1);
        PolicyManager second = node(events2);
        try {
            first.start();
            second.start();
            Future<?> one = users.submit(() -> changeOften(first, "A", edits, ONE));
            Future<?> two = users.submit(() -> changeOften(second, "B", edits, TWO));
            one.get(60, TimeUnit.SECONDS);
            two.get(60, TimeUnit.SECONDS);
            for (int i = 0; i < MOST_ECHOES; i++) {
                events1.submit(() -> {}).get(60, TimeUnit.SECONDS);
                events2.submit(() -> {}).get(60, TimeUnit.SECONDS);
            }
        } finally {
            users.shutdownNow();
            events1.shutdownNow();
            events2.shutdownNow();
        }
        assertInForceAt(first, second, edits + 1, edits + 1);
        assertThat(first.version()).isEqualTo(2L * edits + 1);
        assertThat(first.history().versions()).extracting("via").containsOnly("REST");
    }

    private static void changeOften(PolicyManager node, String name, int edits, Edit edit) {
        Random random = new Random(name.hashCode());
        for (int i = 1; i <= edits; i++) {
            node.change(name, delay(i + 1), edit);
            if (random.nextBoolean()) {
                Thread.yield();
            }
        }
    }
}
