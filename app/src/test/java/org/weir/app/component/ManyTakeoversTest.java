// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.cluster.DefaultControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.net.DeviceId;

/** A node that becomes the master of two switches, of which the store tells the rules of one. */
class ManyTakeoversTest {

    private static final long LIMIT_S = 60;
    private static final DeviceId SLOW = DeviceId.deviceId("device:slow");
    private static final DeviceId QUICK = DeviceId.deviceId("device:quick");

    private final EmptyOnos onos = new EmptyOnos();

    /** Answers to the next readings of rules. */
    private final Queue<CompletableFuture<Set<String>>> late = new ConcurrentLinkedQueue<>();

    private final LinkedBlockingQueue<Integer> readings = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<DeviceId> begun = new LinkedBlockingQueue<>();
    private volatile long term = 1;
    private Parts parts;
    private Takeover takeover;

    @BeforeEach
    void start() throws ReflectiveOperationException {
        WeirComponent component = new WeirComponent();
        for (Field field : WeirComponent.class.getDeclaredFields()) {
            if (field.getType().getName().startsWith("org.onosproject.")) {
                field.set(component, onos.service(field.getType()));
            }
        }
        onos.answers = (method, arguments) -> answer(method);
        parts = new Parts(new DefaultApplicationId(7, "org.weir.app"), component);
        takeover = new Takeover(parts, () -> {}, begun::add);
    }

    private Object answer(String method) {
        switch (method) {
            case "getNodes":
                return Set.of(node("1"), node("2"));
            case "isLocalMaster":
                return true;
            case "getMastershipFor":
                return new MastershipInfo(term, Optional.empty(), ImmutableMap.of());
            case "keySet":
                CompletableFuture<Set<String>> next = late.poll();
                readings.add(1);
                return next;
            default:
                return null;
        }
    }

    private static DefaultControllerNode node(String id) {
        return new DefaultControllerNode(NodeId.nodeId(id), IpAddress.valueOf("127.0.0." + id));
    }

    @AfterEach
    void stop() {
        parts.threads.takeover.shutdownNow();
        parts.threads.network.shutdownNow();
        parts.threads.routes.shutdownNow();
        parts.close();
    }

    /** Begins a term in the network's thread, and waits until that goes on. */
    private void begin(DeviceId device) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        parts.threads.network.execute(() -> takeover.begin(device));
        parts.threads.network.execute(done::countDown);
        assertThat(done.await(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void switchWhoseRulesComeLateHoldsUpNoOther() throws InterruptedException {
        CompletableFuture<Set<String>> answer = new CompletableFuture<>();
        late.add(answer);
        begin(SLOW);
        assertThat(readings.poll(LIMIT_S, TimeUnit.SECONDS)).isNotNull();
        begin(QUICK);

        assertThat(begun.poll(LIMIT_S, TimeUnit.SECONDS)).isEqualTo(QUICK);
        assertThat(parts.terms.isOpen(QUICK)).isTrue();
        assertThat(parts.terms.isOpen(SLOW)).isFalse();

        answer.complete(Set.of());
        assertThat(begun.poll(LIMIT_S, TimeUnit.SECONDS)).isEqualTo(SLOW);
        assertThat(parts.terms.isOpen(SLOW)).isTrue();
    }

    @Test
    void termThatEndsMeanwhileIsNotOpened() throws InterruptedException {
        CompletableFuture<Set<String>> first = new CompletableFuture<>();
        late.add(first);
        begin(SLOW);
        assertThat(readings.poll(LIMIT_S, TimeUnit.SECONDS)).isNotNull();
        term = 3;
        begin(SLOW);

        first.complete(Set.of());
        assertThat(begun.poll(LIMIT_S, TimeUnit.SECONDS)).isEqualTo(SLOW);
        assertThat(readings.poll()).as("read again in the new term").isNotNull();
    }
}
