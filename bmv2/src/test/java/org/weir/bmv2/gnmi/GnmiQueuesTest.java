// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.p4runtime.Bench;
import org.weir.gnmi.proto.CapabilityRequest;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.Notification;
import org.weir.gnmi.proto.SubscriptionList;
import org.weir.gnmi.proto.SubscriptionMode;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.gNMIGrpc;

/** The switch's queues as a gNMI client reads them by OpenConfig's model. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class GnmiQueuesTest {

    /** Bytes that the program adds to a frame before it leaves. */
    private static final int HEADER_BYTES = 32;

    private static final String PORT = "/qos/interfaces/interface[interface-id=port2]";
    private static final String QUEUES = PORT + "/output/queues/queue";
    private static final String QUEUE = QUEUES + "[name=5]";

    private Bench bench;
    private ManagedChannel channel;
    private gNMIGrpc.gNMIBlockingStub stub;

    @BeforeEach
    void start() throws Exception {
        bench = new Bench();
        bench.load("queues");
        channel = NettyChannelBuilder.forAddress("127.0.0.1", bench.port()).usePlaintext().build();
        stub = gNMIGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        channel.shutdownNow();
        bench.close();
    }

    @Test
    void capabilitiesNameTheModelWithItsVersion() {
        assertThat(
                        stub
                                .capabilities(CapabilityRequest.getDefaultInstance())
                                .getSupportedModelsList()
                                .stream()
                                .map(model -> model.getName() + " " + model.getVersion()))
                .contains("openconfig-qos 2.2.0");
    }

    @Test
    void aQueueCountsWhatLeftItAndWhatItHadNoRoomFor() throws Exception {
        // At 1 bit/s the queue does not drain.
        bench.slowDown(2, 1, 3);
        for (int i = 0; i < 6; i++) {
            bench.receive(2, frame(5, 100));
        }
        Map<String, TypedValue> leaves = get(QUEUE);
        assertThat(leaves.keySet())
                .containsExactly(
                        QUEUE + "/config/name",
                        QUEUE + "/state/name",
                        QUEUE + "/state/max-queue-len",
                        QUEUE + "/state/transmit-pkts",
                        QUEUE + "/state/transmit-octets",
                        QUEUE + "/state/dropped-pkts",
                        QUEUE + "/state/dropped-octets",
                        QUEUE + "/state/ecn-marked-pkts",
                        QUEUE + "/state/ecn-marked-octets");
        // The first is on the line, three wait.
        assertThat(leaves.get(QUEUE + "/state/transmit-pkts").getUintVal()).isEqualTo(1);
        assertThat(leaves.get(QUEUE + "/state/dropped-pkts").getUintVal()).isEqualTo(2);
        long waiting = leaves.get(QUEUE + "/state/max-queue-len").getUintVal();
        assertThat(waiting).isEqualTo(3 * (100 + HEADER_BYTES));
        assertThat(leaves.get(QUEUE + "/state/dropped-octets").getUintVal())
                .isEqualTo(waiting / 3 * 2);
        assertThat(get(QUEUES + "[name=4]/state/transmit-pkts").values()).containsExactly(uint(0));
    }

    @Test
    void framesLostToAPortThatIsDownAreNotDropsOfItsQueues() {
        bench.setPortUp(2, false);
        bench.receive(3, frame(5, 100));
        assertThat(get(QUEUE + "/state/dropped-pkts").values()).containsExactly(uint(0));
        assertThat(get("/interfaces/interface[name=port2]/state/counters/out-discards").values())
                .containsExactly(uint(1));
    }

    @Test
    void eachPortHasEightQueuesAndRefersToItsInterface() {
        assertThat(get("/qos/interfaces/interface/output/queues/queue/state/name"))
                .hasSize(8 * Bench.PORTS);
        assertThat(get(PORT + "/interface-ref/config/interface").values())
                .containsExactly(TypedValue.newBuilder().setStringVal("port2").build());
        assertThat(get("/interfaces").keySet()).noneMatch(path -> path.startsWith("/qos"));
        assertThat(get("/").keySet()).anyMatch(path -> path.startsWith("/qos"));
    }

    @ParameterizedTest
    @CsvSource({
        "/qos/interfaces/interface[interface-id=port9]",
        "/qos/interfaces/interface[interface-id=port2]/output/queues/queue[name=8]",
        "/qos/interfaces/interface[interface-id=port2]/output/queues/queue[name=5]/state/avg-queue-len",
        "/qos/interfaces/interface[interface-id=port2]/input/queues",
        "/qos/classifiers"
    })
    void whatTheSwitchLacksIsNotFound(String path) {
        assertThatThrownBy(() -> get(path))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("NOT_FOUND")
                .hasMessageContaining(path);
    }

    @Test
    void countersAreSampledAndNotSentOnChange() throws Exception {
        Subscriber samples = subscribe(QUEUE, SubscriptionMode.SAMPLE);
        assertThat(leaves(samples.next().getUpdate())).hasSize(9);
        assertThat(samples.next().getSyncResponse()).isTrue();
        bench.receive(2, frame(5, 100));
        long sent = 0;
        while (sent == 0) {
            sent =
                    leaves(samples.next().getUpdate())
                            .get(QUEUE + "/state/transmit-pkts")
                            .getUintVal();
        }
        assertThat(sent).isEqualTo(1);
        for (String path : List.of("/qos", QUEUE, QUEUE + "/state/transmit-pkts")) {
            assertThat(subscribe(path, SubscriptionMode.ON_CHANGE).nextEnd())
                    .contains("INVALID_ARGUMENT")
                    .contains("path " + path + ": counters can only be sampled");
        }
        for (String leaf : get(QUEUE + "/state").keySet()) {
            if (!leaf.endsWith("/name")) {
                assertThat(subscribe(leaf, SubscriptionMode.ON_CHANGE).nextEnd())
                        .contains("counters can only be sampled");
            }
        }
        Subscriber name = subscribe(QUEUE + "/config", SubscriptionMode.ON_CHANGE);
        assertThat(leaves(name.next().getUpdate())).containsOnlyKeys(QUEUE + "/config/name");
    }

    @Test
    void countersThatAreNotThereYetAreSampledOnceTheyAre() throws Exception {
        String queue = QUEUE.replace("port2", "port5");
        Subscriber samples = subscribe(queue, SubscriptionMode.TARGET_DEFINED);
        assertThat(samples.next().getUpdate().getUpdateCount()).isZero();
        assertThat(samples.next().getSyncResponse()).isTrue();
        bench.attach(5);
        assertThat(leaves(samples.next().getUpdate()))
                .containsKey(queue + "/state/transmit-pkts")
                .hasSize(9);
        assertThat(subscribe(queue.replace("5", "9"), SubscriptionMode.ON_CHANGE).nextEnd())
                .contains("counters can only be sampled");
    }

    private static byte[] frame(int queue, int bytes) {
        byte[] frame = new byte[bytes];
        frame[0] = (byte) queue;
        frame[1] = 2;
        return frame;
    }

    private static TypedValue uint(long value) {
        return TypedValue.newBuilder().setUintVal(value).build();
    }

    private Subscriber subscribe(String path, SubscriptionMode mode) {
        return Subscriber.to(channel, SubscriptionList.Mode.STREAM, path, mode, 20_000_000);
    }

    private Map<String, TypedValue> get(String path) {
        return leaves(
                stub.get(GetRequest.newBuilder().addPath(Paths.parse(path)).build())
                        .getNotification(0));
    }

    private static Map<String, TypedValue> leaves(Notification notification) {
        Map<String, TypedValue> leaves = new LinkedHashMap<>();
        notification
                .getUpdateList()
                .forEach(update -> leaves.put(Paths.print(update.getPath()), update.getVal()));
        return leaves;
    }
}
