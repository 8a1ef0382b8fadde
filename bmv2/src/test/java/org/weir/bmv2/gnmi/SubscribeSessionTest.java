// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.gnmi.proto.SubscribeRequest;
import org.weir.gnmi.proto.SubscribeResponse;
import org.weir.gnmi.proto.Subscription;
import org.weir.gnmi.proto.SubscriptionList;
import org.weir.gnmi.proto.SubscriptionMode;
import org.weir.gnmi.proto.Update;

/** Messages of a subscription and their times, in virtual time. */
class SubscribeSessionTest {

    private static final long SECOND_NS = 1_000_000_000;
    private static final long SHORTEST_INTERVAL_NS = 10_000_000;
    private static final String OPER_STATUS = "/interfaces/interface/state/oper-status";
    private static final String STATUS_OF_TWO =
            "/interfaces/interface[name=port2]/state/oper-status";

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device = new Switch(new SwitchConfig("switch"), timeline);
    private final PortTree tree = new PortTree(device, List.of());
    private final PacedCall call = new PacedCall();
    private final SubscribeSession session =
            new SubscribeSession(tree, timeline, call, this::execute, ended -> {});

    /** Work of other threads that is yet to be done; null if all is done at once. */
    private Deque<Runnable> later;

    private void execute(Runnable work) {
        if (later == null) {
            work.run();
        } else {
            later.add(work);
        }
    }

    /** Does the work of other threads, and from now on all at once. */
    private void doLater() {
        Deque<Runnable> work = later;
        later = null;
        while (!work.isEmpty()) {
            work.remove().run();
        }
    }

    @BeforeEach
    void start() {
        attach(1);
        attach(2);
        device.onPortChange(
                port -> {
                    tree.changed(port);
                    session.portChanged();
                });
    }

    private void attach(int port) {
        device.attachPort(
                port,
                new PortConfig("port" + port, 1_000_000_000, 100),
                (buffer, offset, length) -> {});
    }

    @Test
    void targetDefinedSendsChangesAtOnceAndSamplesCounters() {
        subscribe(SubscriptionList.Mode.STREAM, watch("/interfaces", 0));
        String octets = "/interfaces/interface[name=port2]/state/counters/in-octets";
        assertThat(values(call.take(2).get(0)))
                .containsEntry(STATUS_OF_TWO, "UP")
                .containsKey(octets);

        timeline.runUntil(SECOND_NS / 2);
        device.setPortUp(2, false);
        assertThat(values(call.take(1).get(0)))
                .containsEntry(STATUS_OF_TWO, "DOWN")
                .doesNotContainKey(octets);

        timeline.runUntil(SECOND_NS);
        assertThat(values(call.take(1).get(0)))
                .hasSize(12)
                .containsKey(octets)
                .doesNotContainKey(STATUS_OF_TWO);
    }

    /** Packets are forwarded meanwhile, and the values are those of the sample's time. */
    @Test
    void messagesOfSamplesAreMadeByOtherThreads() {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, SECOND_NS).setMode(SubscriptionMode.SAMPLE));
        call.take(2);
        later = new ArrayDeque<>();
        timeline.runUntil(SECOND_NS);
        device.setPortUp(2, false);
        assertThat(call.takeAll()).isEmpty();

        timeline.runUntil(100 * SECOND_NS);
        assertThat(later).as("samples without a free processor are dropped").hasSizeLessThan(10);
        doLater();
        List<SubscribeResponse> sent = call.takeAll();
        assertThat(sent).hasSizeBetween(2, 10);
        assertThat(values(sent.get(0))).containsEntry(STATUS_OF_TWO, "UP");
        assertThat(values(sent.get(1))).containsEntry(STATUS_OF_TWO, "DOWN");
    }

    /** gNMI specification, "STREAM Subscriptions": 0 stands for the shortest interval. */
    @Test
    void aSampleIntervalOf0IsTheShortest() {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, 0).setMode(SubscriptionMode.SAMPLE));
        call.take(2);
        timeline.runUntil(3 * SHORTEST_INTERVAL_NS);
        assertThat(call.takeAll())
                .hasSize(3)
                .allSatisfy(message -> assertThat(values(message)).containsKey(STATUS_OF_TWO));
    }

    /** The work for a sample grows with the number of ports. */
    @ParameterizedTest
    @CsvSource({"32, 10000000", "33, 1000000000"})
    void aSampleIntervalOf0IsLongerOnASwitchWithManyPorts(int ports, long intervalNs) {
        for (int port = 3; port <= ports; port++) {
            attach(port);
        }
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, 0).setMode(SubscriptionMode.SAMPLE));
        call.take(2);
        timeline.runUntil(intervalNs - 1);
        assertThat(call.takeAll()).isEmpty();
        timeline.runUntil(3 * intervalNs);
        assertThat(call.takeAll())
                .hasSize(3)
                .allSatisfy(message -> assertThat(values(message)).hasSize(ports));
    }

    @Test
    void heartbeatsRepeatWhatHasNotChanged() {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, 0)
                        .setMode(SubscriptionMode.ON_CHANGE)
                        .setHeartbeatInterval(SECOND_NS));
        call.take(2);
        timeline.runUntil(SECOND_NS - 1);
        assertThat(call.takeAll()).isEmpty();
        timeline.runUntil(SECOND_NS);
        assertThat(values(call.take(1).get(0))).hasSize(2).containsEntry(STATUS_OF_TWO, "UP");
        device.setPortUp(2, false);
        assertThat(values(call.take(1).get(0))).isEqualTo(Map.of(STATUS_OF_TWO, "DOWN"));
        timeline.runUntil(2 * SECOND_NS);
        assertThat(values(call.take(1).get(0))).hasSize(2).containsEntry(STATUS_OF_TWO, "DOWN");
    }

    /** A client that takes the last value as the present one is right. */
    @ParameterizedTest
    @EnumSource(names = {"ON_CHANGE", "TARGET_DEFINED"})
    void aHeartbeatIsNotSentAfterALaterChange(SubscriptionMode mode) {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, 10 * SECOND_NS).setMode(mode).setHeartbeatInterval(SECOND_NS));
        call.takeAll();
        later = new ArrayDeque<>();
        timeline.runUntil(SECOND_NS);
        device.setPortUp(2, false);
        doLater();
        assertThat(call.takeAll())
                .extracting(message -> values(message).get(STATUS_OF_TWO))
                .containsExactly("UP", "DOWN");

        device.setPortUp(2, true);
        assertThat(values(call.take(1).get(0))).isEqualTo(Map.of(STATUS_OF_TWO, "UP"));
    }

    @Test
    void heartbeatsRepeatSuppressedSamples() {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, SHORTEST_INTERVAL_NS)
                        .setMode(SubscriptionMode.SAMPLE)
                        .setSuppressRedundant(true)
                        .setHeartbeatInterval(SECOND_NS));
        call.take(2);
        timeline.runUntil(5 * SECOND_NS);
        assertThat(call.takeAll())
                .hasSize(5)
                .allSatisfy(message -> assertThat(values(message)).hasSize(2));
    }

    /** Samples and heartbeats of all paths wait for the same processor. */
    @Test
    void manySamplesDoNotDisplaceHeartbeatsNorSamplesOfOthers() {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, SHORTEST_INTERVAL_NS)
                        .setMode(SubscriptionMode.SAMPLE)
                        .setSuppressRedundant(true)
                        .setHeartbeatInterval(SECOND_NS),
                watch(STATUS_OF_TWO, 2 * SECOND_NS).setMode(SubscriptionMode.SAMPLE));
        call.takeAll();
        later = new ArrayDeque<>();
        timeline.runUntil(4 * SECOND_NS);
        doLater();
        assertThat(call.takeAll())
                .extracting(message -> values(message).size())
                .as("leaves of heartbeats, 2, and of samples of one port")
                .containsExactly(2, 1, 2, 2, 1, 2);
    }

    @Test
    void portThatGoesAwayIsReportedAndThenDeleted() {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch(OPER_STATUS, 0).setMode(SubscriptionMode.ON_CHANGE));
        call.take(2);

        device.detachPort(2);
        List<SubscribeResponse> gone = call.take(2);
        assertThat(values(gone.get(0))).isEqualTo(Map.of(STATUS_OF_TWO, "NOT_PRESENT"));
        assertThat(gone.get(1).getUpdate().getUpdateList()).isEmpty();
        assertThat(gone.get(1).getUpdate().getDeleteList())
                .extracting(Paths::print)
                .containsExactly(STATUS_OF_TWO);

        device.setPortUp(1, false);
        assertThat(call.take(1).get(0).getUpdate().getDeleteList()).isEmpty();
        attach(2);
        assertThat(values(call.take(1).get(0))).isEqualTo(Map.of(STATUS_OF_TWO, "UP"));
    }

    @Test
    void changeThatAClientHasNoRoomForIsSentLater() {
        subscribe(
                SubscriptionList.Mode.STREAM,
                watch("/interfaces/interface/state/counters", SHORTEST_INTERVAL_NS)
                        .setMode(SubscriptionMode.SAMPLE),
                watch(OPER_STATUS, SHORTEST_INTERVAL_NS)
                        .setMode(SubscriptionMode.SAMPLE)
                        .setSuppressRedundant(true));
        call.setReady(false);
        timeline.runUntil(5 * SECOND_NS);
        device.setPortUp(2, false);
        timeline.runUntil(6 * SECOND_NS);
        call.setReady(true);
        timeline.runUntil(7 * SECOND_NS);
        assertThat(call.takeAll())
                .anySatisfy(
                        message ->
                                assertThat(values(message)).containsEntry(STATUS_OF_TWO, "DOWN"));
    }

    @Test
    void manyLeavesAreSentInSeveralMessages() {
        for (int port = 3; port < 255; port++) {
            attach(port);
        }
        subscribe(SubscriptionList.Mode.ONCE, watch("/qos", 0));
        List<SubscribeResponse> messages = call.takeAll();
        assertThat(messages).hasSizeGreaterThan(2);
        assertThat(messages).allMatch(message -> message.getSerializedSize() < (1 << 20) + 1000);
        assertThat(messages.get(messages.size() - 1).getSyncResponse()).isTrue();
        assertThat(messages.stream().mapToInt(m -> m.getUpdate().getUpdateCount()).sum())
                .isEqualTo(254 * (4 + 8 * 9));
    }

    private static Subscription.Builder watch(String path, long intervalNs) {
        return Subscription.newBuilder().setPath(Paths.parse(path)).setSampleInterval(intervalNs);
    }

    private void subscribe(SubscriptionList.Mode mode, Subscription.Builder... subscriptions) {
        SubscriptionList.Builder list = SubscriptionList.newBuilder().setMode(mode);
        for (Subscription.Builder subscription : subscriptions) {
            list.addSubscription(subscription);
        }
        session.onNext(SubscribeRequest.newBuilder().setSubscribe(list).build());
        timeline.runUntil(0);
    }

    private static Map<String, String> values(SubscribeResponse message) {
        return message.getUpdate().getUpdateList().stream()
                .collect(
                        Collectors.toMap(
                                leaf -> Paths.print(leaf.getPath()), SubscribeSessionTest::text));
    }

    private static String text(Update leaf) {
        return leaf.getVal().hasStringVal()
                ? leaf.getVal().getStringVal()
                : Long.toString(leaf.getVal().getUintVal());
    }
}
