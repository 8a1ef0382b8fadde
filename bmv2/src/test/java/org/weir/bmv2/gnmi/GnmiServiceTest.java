// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.Bench;
import org.weir.gnmi.proto.CapabilityRequest;
import org.weir.gnmi.proto.Encoding;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.GetResponse;
import org.weir.gnmi.proto.Notification;
import org.weir.gnmi.proto.SetRequest;
import org.weir.gnmi.proto.SetResponse;
import org.weir.gnmi.proto.SubscriptionList;
import org.weir.gnmi.proto.SubscriptionMode;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;
import org.weir.gnmi.proto.UpdateResult;
import org.weir.gnmi.proto.gNMIGrpc;

/** A switch's ports as a gNMI client sees them, at the address of P4Runtime. */
class GnmiServiceTest {

    private static final String OPER_STATUS = "/interfaces/interface[name=...]/state/oper-status";

    /** Attempts of what succeeds after a few, or a few thousand. */
    private static final int MANY = 20_000;

    private Bench bench;
    private ManagedChannel channel;
    private gNMIGrpc.gNMIBlockingStub stub;

    @BeforeEach
    void start() throws Exception {
        bench = new Bench();
        channel = NettyChannelBuilder.forAddress("127.0.0.1", bench.port()).usePlaintext().build();
        stub = gNMIGrpc.newBlockingStub(channel);
    }

    @AfterEach
    void stop() throws Exception {
        channel.shutdownNow();
        bench.close();
    }

    @Test
    void capabilities() {
        var capabilities = stub.capabilities(CapabilityRequest.getDefaultInstance());
        assertThat(capabilities.getGNMIVersion()).isEqualTo("0.7.0");
        assertThat(capabilities.getSupportedEncodingsList()).contains(Encoding.PROTO);
    }

    /** The leaves that ONOS's OpenConfigGnmiDeviceDescriptionDiscovery asks for and reads. */
    @Test
    void portsAsOnosDiscoversThem() {
        Map<String, Update> leaves =
                leaves(get("/interfaces/interface[name=...]/state").getNotification(0));
        assertThat(leaves.keySet().stream().filter(path -> path.endsWith("/ifindex")))
                .hasSize(Bench.PORTS);
        for (int port = 1; port <= Bench.PORTS; port++) {
            String state = "/interfaces/interface[name=port" + port + "]/state/";
            assertThat(leaves.get(state + "ifindex").getVal().getUintVal()).isEqualTo(port);
            assertThat(leaves.get(state + "id").getVal().getUintVal()).isEqualTo(port);
            assertThat(leaves.get(state + "oper-status").getVal().getStringVal()).isEqualTo("UP");
            assertThat(leaves.get(state + "rate-bps").getVal().getUintVal())
                    .isEqualTo(Bench.RATE_BPS);
        }
    }

    @Test
    void speedHasItsOpenConfigName() {
        Notification notification =
                get("/interfaces/interface[name=port2]/ethernet/config/port-speed")
                        .getNotification(0);
        assertThat(notification.getUpdateList())
                .singleElement()
                .satisfies(
                        update ->
                                assertThat(update.getVal().getStringVal()).isEqualTo("SPEED_1GB"));
    }

    @Test
    void unknownPortIsNotFound() {
        assertThatThrownBy(() -> get("/interfaces/interface[name=x]/state"))
                .hasMessageContaining("NOT_FOUND")
                .hasMessageContaining("/interfaces/interface[name=x]/state");
    }

    @Test
    void otherEncodingsAreRefused() {
        assertThatThrownBy(
                        () -> stub.get(GetRequest.newBuilder().setEncoding(Encoding.ASCII).build()))
                .hasMessageContaining("UNIMPLEMENTED: encoding: ASCII");
    }

    @Test
    void onceGivesTheValuesAndEnds() throws Exception {
        Subscriber subscriber =
                subscribe(
                        SubscriptionList.Mode.ONCE,
                        OPER_STATUS,
                        SubscriptionMode.TARGET_DEFINED,
                        0);
        assertThat(subscriber.next().getUpdate().getUpdateCount()).isEqualTo(Bench.PORTS);
        assertThat(subscriber.next().getSyncResponse()).isTrue();
        assertThat(subscriber.nextEnd()).isEqualTo("completed");
    }

    @Test
    void portThatGoesDownIsReportedAtOnce() throws Exception {
        Subscriber subscriber =
                subscribe(SubscriptionList.Mode.STREAM, OPER_STATUS, SubscriptionMode.ON_CHANGE, 0);
        assertThat(subscriber.next().getUpdate().getUpdateCount()).isEqualTo(Bench.PORTS);
        assertThat(subscriber.next().getSyncResponse()).isTrue();
        for (boolean up : new boolean[] {false, true}) {
            bench.setPortUp(2, up);
            Map<String, Update> changes = leaves(subscriber.next().getUpdate());
            assertThat(changes)
                    .containsOnlyKeys("/interfaces/interface[name=port2]/state/oper-status");
            assertThat(changes.values().iterator().next().getVal().getStringVal())
                    .isEqualTo(up ? "UP" : "DOWN");
        }
    }

    /** As when an aggregate loses a member: the port stays up. */
    @Test
    void anotherRateIsReportedAtOnce() throws Exception {
        String port = "/interfaces/interface[name=port2]/";
        Subscriber rates =
                subscribe(
                        SubscriptionList.Mode.STREAM,
                        "/interfaces/interface[name=...]/state/rate-bps",
                        SubscriptionMode.ON_CHANGE,
                        0);
        Subscriber speeds =
                subscribe(
                        SubscriptionList.Mode.STREAM,
                        "/interfaces/interface[name=...]/ethernet/state/port-speed",
                        SubscriptionMode.ON_CHANGE,
                        0);
        for (Subscriber one : List.of(rates, speeds)) {
            assertThat(one.next().getUpdate().getUpdateCount()).isEqualTo(Bench.PORTS);
            assertThat(one.next().getSyncResponse()).isTrue();
        }
        long lastChangeNs = leaf(port + "state/last-change").getUintVal();

        bench.slowDown(2, 100_000_000, 64);

        Map<String, Update> rate = leaves(rates.next().getUpdate());
        assertThat(rate).containsOnlyKeys(port + "state/rate-bps");
        assertThat(rate.get(port + "state/rate-bps").getVal().getUintVal()).isEqualTo(100_000_000);
        Map<String, Update> speed = leaves(speeds.next().getUpdate());
        assertThat(speed).containsOnlyKeys(port + "ethernet/state/port-speed");
        assertThat(speed.get(port + "ethernet/state/port-speed").getVal().getStringVal())
                .isEqualTo("SPEED_100MB");
        assertThat(leaf(port + "state/last-change").getUintVal())
                .as("time at which it went up or down")
                .isEqualTo(lastChangeNs);
    }

    @Test
    void portsAreTakenDownAndUpAgain() throws Exception {
        Subscriber subscriber =
                subscribe(SubscriptionList.Mode.STREAM, OPER_STATUS, SubscriptionMode.ON_CHANGE, 0);
        subscriber.next();
        assertThat(subscriber.next().getSyncResponse()).isTrue();
        SetRequest down =
                SetRequest.newBuilder()
                        .setPrefix(Paths.parse("/interfaces"))
                        .addUpdate(
                                enabled(
                                        "/interface[name=port2]/config/enabled",
                                        TypedValue.newBuilder().setBoolVal(false)))
                        .build();
        SetResponse response = stub.set(down);
        assertThat(response.getPrefix()).isEqualTo(down.getPrefix());
        assertThat(response.getResponseList())
                .containsExactly(
                        UpdateResult.newBuilder()
                                .setPath(down.getUpdate(0).getPath())
                                .setOp(UpdateResult.Operation.UPDATE)
                                .build());
        assertThat(change(subscriber)).isEqualTo("DOWN");
        assertThat(leaf("/interfaces/interface[name=port2]/config/enabled").getBoolVal()).isFalse();
        assertThat(leaf("/interfaces/interface[name=port2]/state/admin-status").getStringVal())
                .isEqualTo("DOWN");
        // As JSON, and as a deletion, after which the model's default holds.
        String path = "/interfaces/interface[name=port2]/config/enabled";
        ByteString json = ByteString.copyFromUtf8("true");
        stub.set(
                SetRequest.newBuilder()
                        .addReplace(enabled(path, TypedValue.newBuilder().setJsonIetfVal(json)))
                        .build());
        assertThat(change(subscriber)).isEqualTo("UP");
        stub.set(down);
        assertThat(change(subscriber)).isEqualTo("DOWN");
        stub.set(SetRequest.newBuilder().addDelete(Paths.parse(path)).build());
        assertThat(change(subscriber)).isEqualTo("UP");
    }

    @Test
    void wrongSettingsAreRefusedAndNothingIsSet() {
        TypedValue.Builder down = TypedValue.newBuilder().setBoolVal(false);
        String[][] wrong = {
            {"/interfaces/interface[name=port9]/config/enabled", "NOT_FOUND", "no port \"port9\""},
            {"/interfaces/interface/config/enabled", "INVALID_ARGUMENT", "lacks its key name"},
            {"/interfaces/interface[name=port2]/config/name", "INVALID_ARGUMENT", "cannot be set"},
            {"/interfaces/interface[name=port2]/state/enabled", "INVALID_ARGUMENT", "cannot be set"}
        };
        for (String[] one : wrong) {
            SetRequest request =
                    SetRequest.newBuilder()
                            .addUpdate(
                                    enabled(
                                            "/interfaces/interface[name=port1]/config/enabled",
                                            down))
                            .addUpdate(enabled(one[0], down))
                            .build();
            assertThatThrownBy(() -> stub.set(request))
                    .hasMessageContaining(one[1])
                    .hasMessageContaining(one[2]);
        }
        SetRequest number =
                SetRequest.newBuilder()
                        .addUpdate(
                                enabled(
                                        "/interfaces/interface[name=port1]/config/enabled",
                                        TypedValue.newBuilder().setUintVal(0)))
                        .build();
        assertThatThrownBy(() -> stub.set(number))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("must be true or false, but is UINT_VAL");
        assertThat(leaf("/interfaces/interface[name=port1]/config/enabled").getBoolVal()).isTrue();
    }

    private static Update enabled(String path, TypedValue.Builder value) {
        return Update.newBuilder().setPath(Paths.parse(path)).setVal(value).build();
    }

    private TypedValue leaf(String path) {
        return get(path).getNotification(0).getUpdate(0).getVal();
    }

    private static String change(Subscriber subscriber) throws InterruptedException {
        return subscriber.next().getUpdate().getUpdate(0).getVal().getStringVal();
    }

    @Test
    void countersAreSampled() throws Exception {
        String path = "/interfaces/interface[name=port3]/state/counters";
        Subscriber subscriber =
                subscribe(SubscriptionList.Mode.STREAM, path, SubscriptionMode.SAMPLE, 20_000_000);
        assertThat(leaves(subscriber.next().getUpdate())).hasSize(6);
        assertThat(subscriber.next().getSyncResponse()).isTrue();
        bench.receive(3, new byte[100]);
        String octets = path + "/in-octets";
        long seen = 0;
        while (seen == 0) {
            seen = leaves(subscriber.next().getUpdate()).get(octets).getVal().getUintVal();
        }
        assertThat(seen).isEqualTo(100);
        assertThat(
                        subscribe(SubscriptionList.Mode.STREAM, path, SubscriptionMode.ON_CHANGE, 0)
                                .nextEnd())
                .contains("INVALID_ARGUMENT")
                .contains("counters can only be sampled");
    }

    @Test
    void theLongestIntervalsNeverEnd() throws Exception {
        String path = "/interfaces/interface[name=port3]/state/counters";
        for (long intervalNs : new long[] {8_000_000_000_000_000_000L, Long.MAX_VALUE, -1}) {
            Subscriber subscriber =
                    subscribe(
                            SubscriptionList.Mode.STREAM,
                            path,
                            SubscriptionMode.SAMPLE,
                            intervalNs);
            assertThat(leaves(subscriber.next().getUpdate())).hasSize(6);
            assertThat(subscriber.next().getSyncResponse()).isTrue();
            for (int i = 0; i < 20; i++) {
                get(path);
            }
            assertThat(subscriber.untaken()).as("interval %d", intervalNs).isZero();
        }
    }

    @Test
    void aSubscriptionEndsWithItsClientsCall() throws Exception {
        Context.CancellableContext call = Context.current().withCancellation();
        Subscriber subscriber =
                call.call(
                        () ->
                                subscribe(
                                        SubscriptionList.Mode.STREAM,
                                        OPER_STATUS,
                                        SubscriptionMode.ON_CHANGE,
                                        0));
        subscriber.next();
        assertThat(bench.server().subscriptions()).isEqualTo(1);
        call.cancel(null);
        awaitNoSubscription();
    }

    /** A change may not be lost, so that a client which takes none of many loses its stream. */
    @Test
    void aSubscriptionEndsWithAClientThatIsCutOff() throws Exception {
        ManagedChannel narrow =
                NettyChannelBuilder.forAddress("127.0.0.1", bench.port())
                        .usePlaintext()
                        .flowControlWindow(65_535)
                        .build();
        try {
            Subscriber.silent(narrow, OPER_STATUS);
            for (int i = 0; i < MANY && bench.server().subscriptions() == 0; i++) {
                Thread.sleep(10);
            }
            assertThat(bench.server().subscriptions()).isEqualTo(1);
            for (int i = 0; i < MANY && bench.server().subscriptions() > 0; i++) {
                bench.setPortUp(2, i % 2 == 1);
            }
            assertThat(bench.server().subscriptions()).isZero();
        } finally {
            narrow.shutdownNow();
        }
    }

    private void awaitNoSubscription() throws InterruptedException {
        for (int i = 0; i < MANY && bench.server().subscriptions() > 0; i++) {
            Thread.sleep(10);
        }
        assertThat(bench.server().subscriptions()).isZero();
    }

    private GetResponse get(String path) {
        return stub.get(
                GetRequest.newBuilder()
                        .addPath(Paths.parse(path))
                        .setEncoding(Encoding.PROTO)
                        .build());
    }

    private static Map<String, Update> leaves(Notification notification) {
        Map<String, Update> leaves = new LinkedHashMap<>();
        notification
                .getUpdateList()
                .forEach(update -> leaves.put(Paths.print(update.getPath()), update));
        return leaves;
    }

    private Subscriber subscribe(
            SubscriptionList.Mode mode,
            String path,
            SubscriptionMode subscriptionMode,
            long intervalNs) {
        return Subscriber.to(channel, mode, path, subscriptionMode, intervalNs);
    }
}
