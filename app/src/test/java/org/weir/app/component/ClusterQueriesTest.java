// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.cluster.ClusterServiceAdapter;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.DefaultControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigServiceAdapter;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.store.cluster.messaging.ClusterCommunicationServiceAdapter;
import org.onosproject.store.cluster.messaging.MessageSubject;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.cluster.ClusterViews;
import org.weir.app.cluster.Peers;
import org.weir.app.cluster.StoreContact;
import org.weir.app.json.DeviceJson;
import org.weir.app.past.QueuePoint;
import org.weir.app.rest.problem.ProblemMapper;

/**
 * Answers of node 1 of two about a switch whose master, node 2, is not ready or does not answer.
 */
class ClusterQueriesTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final NodeId OWN = NodeId.nodeId("1");
    private static final NodeId MASTER = NodeId.nodeId("2");
    private static final long LIMIT_S = 60;

    private final EmptyOnos onos = new EmptyOnos();
    private boolean isReady;

    /** True before the second node is added. */
    private volatile boolean isAlone;

    /** Done when the first node has looked at the second one. */
    private final CountDownLatch looks = new CountDownLatch(1);

    /** Done when the first node has written to find out whether the store answers. */
    private final CountDownLatch writes = new CountDownLatch(1);

    private final WeirComponent component = new WeirComponent();
    private final Parts parts;
    private final ClusterQueries queries;

    ClusterQueriesTest() throws ReflectiveOperationException {
        for (Field field : WeirComponent.class.getDeclaredFields()) {
            if (field.getType().getName().startsWith("org.onosproject.")) {
                field.set(component, onos.service(field.getType()));
            }
        }
        component.clusterService = new TwoNodes();
        component.mastershipService =
                new MastershipServiceAdapter() {
                    @Override
                    public NodeId getMasterFor(DeviceId device) {
                        return MASTER;
                    }
                };
        component.configService = new OneDevice();
        parts = new Parts(new DefaultApplicationId(7, "org.weir.app"), component);
        parts.fabric.refresh();
        queries =
                new ClusterQueries(
                        parts,
                        null,
                        null,
                        null,
                        new LinkServiceAdapter(),
                        new ClusterViews(
                                component.storageService,
                                component.clusterService,
                                component.mastershipService,
                                Parts.CLOCK_NS),
                        new Peers(new NoAnswers(), component.clusterService),
                        new StoreContact(
                                component.storageService, OWN, Parts.CLOCK_NS, parts.alerts),
                        component.mastershipService);
    }

    @AfterEach
    void stop() {
        parts.close();
    }

    /** The first node has started before it had others. */
    @Test
    void nodesThatAreAddedLaterAreWatched() throws InterruptedException {
        isAlone = true;
        onos.answers =
                (method, arguments) -> {
                    if (method.equals("put") && "1/0".equals(arguments[0])) {
                        writes.countDown();
                    }
                    // Of a view; the others are not asked for.
                    return method.equals("get") ? new byte[0] : null;
                };
        queries.start();
        try {
            assertThat(looks.getCount()).isEqualTo(1);
            assertThat(writes.getCount()).isEqualTo(1);
            isAlone = false;
            assertThat(looks.await(LIMIT_S, TimeUnit.SECONDS)).as("nodes").isTrue();
            assertThat(writes.await(LIMIT_S, TimeUnit.SECONDS)).as("store").isTrue();
        } finally {
            queries.stop();
        }
    }

    @Test
    void rulesOfASwitchWithoutAReadyMasterAreUnknown() {
        JsonNode device = DeviceJson.devices(queries.devices()).path(0);

        assertThat(device.path("device").asText()).isEqualTo(DEVICE.toString());
        assertThat(device.path("confirmedRules").isNull()).isTrue();
        assertThat(device.path("unconfirmedRules").isNull()).isTrue();
        assertThat(device.path("classesInForce").isNull()).isTrue();
    }

    @Test
    void decisionIsUnknownIfTheMasterDoesNotAnswer() {
        assertThatThrownBy(() -> queries.decision(DEVICE.toString(), 4))
                .hasMessageStartingWith("node 2 does not answer: ")
                .satisfies(ClusterQueriesTest::isUnavailable);
    }

    @Test
    void anAnswerOfTheWholeClusterTakesAllNodes() {
        isReady = true;
        assertThatThrownBy(() -> queries.loop(0))
                .hasMessageStartingWith("node 2 does not answer: ")
                .satisfies(ClusterQueriesTest::isUnavailable);
    }

    private static void isUnavailable(Throwable thrown) {
        assertThat(new ProblemMapper().toResponse(thrown).getStatus()).isEqualTo(503);
    }

    @Test
    void lastHourStaysWhenThePortLeavesControl() {
        QueueView queue =
                new QueueView(0, "A", Map.of(QueueFigure.OFFERED_RATE, 5e6), null, null, List.of());
        PortView port =
                new PortView(
                        DEVICE.toString(),
                        4,
                        "eth4",
                        10_000_000,
                        64,
                        OptionalDouble.empty(),
                        true,
                        1,
                        0,
                        List.of(queue));
        parts.history.look(List.of(port), 100_000);
        parts.history.look(List.of(), 110_000);

        assertThat(queries.ports()).isEmpty();
        assertThat(queries.history(DEVICE.toString(), 4, "A").orElseThrow())
                .extracting(QueuePoint::timeMs)
                .containsExactly(100_000L);
        assertThat(queries.history(DEVICE.toString(), 4, "B")).isEmpty();
        assertThat(queries.history(DEVICE.toString(), 5, "A")).isEmpty();
    }

    private final class TwoNodes extends ClusterServiceAdapter {
        private ControllerNode node(NodeId id) {
            return new DefaultControllerNode(id, IpAddress.valueOf("127.0.0." + id));
        }

        @Override
        public ControllerNode getLocalNode() {
            return node(OWN);
        }

        @Override
        public Set<ControllerNode> getNodes() {
            return isAlone ? Set.of(node(OWN)) : Set.of(node(OWN), node(MASTER));
        }

        @Override
        public ControllerNode.State getState(NodeId id) {
            if (id.equals(MASTER)) {
                looks.countDown();
            }
            return id.equals(OWN) || isReady
                    ? ControllerNode.State.READY
                    : ControllerNode.State.INACTIVE;
        }
    }

    private static final class OneDevice extends NetworkConfigServiceAdapter {
        @Override
        @SuppressWarnings("unchecked")
        public <S, C extends Config<S>> Set<S> getSubjects(Class<S> subject, Class<C> config) {
            return Set.of((S) DEVICE);
        }

        @Override
        public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
            if (type != BasicDeviceConfig.class) {
                return null;
            }
            BasicDeviceConfig config = new BasicDeviceConfig();
            config.init(
                    DEVICE,
                    "basic",
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("pipeconf", "org.weir.v1model")
                            .put("driver", "bmv2"),
                    new ObjectMapper(),
                    changed -> {});
            return type.cast(config);
        }
    }

    /** Messages that no node answers in time. */
    private static final class NoAnswers extends ClusterCommunicationServiceAdapter {
        @Override
        public <M, R> CompletableFuture<R> sendAndReceive(
                M message,
                MessageSubject subject,
                Function<M, byte[]> encoder,
                Function<byte[], R> decoder,
                NodeId node,
                Duration timeout) {
            return CompletableFuture.failedFuture(new TimeoutException("no answer in 2 s"));
        }
    }
}
