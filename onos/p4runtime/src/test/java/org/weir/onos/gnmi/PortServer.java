// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.gnmi;

import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.GetResponse;
import org.weir.gnmi.proto.Notification;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;
import org.weir.gnmi.proto.SubscribeRequest;
import org.weir.gnmi.proto.SubscribeResponse;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;
import org.weir.gnmi.proto.gNMIGrpc;

/** A gNMI service with ports that a test sets up and down. */
public final class PortServer extends gNMIGrpc.gNMIImplBase {

    private static final long RATE_BPS = 12_500_000;

    private final Map<Integer, Boolean> up = new LinkedHashMap<>();
    private final List<StreamObserver<SubscribeResponse>> subscribers = new ArrayList<>();

    /** Sets a port's state; a port not seen before is added. */
    public synchronized void set(int port, boolean isUp) {
        up.put(port, isUp);
        for (StreamObserver<SubscribeResponse> subscriber : subscribers) {
            subscriber.onNext(status(port));
        }
    }

    /** Ends all subscriptions. */
    public synchronized void endSubscriptions() {
        subscribers.forEach(StreamObserver::onCompleted);
        subscribers.clear();
    }

    /** Number of open subscriptions. */
    public synchronized int subscriptions() {
        return subscribers.size();
    }

    private static Update leaf(String name, TypedValue.Builder value, String... path) {
        Path.Builder full =
                Path.newBuilder()
                        .addElem(PathElem.newBuilder().setName("interfaces"))
                        .addElem(PathElem.newBuilder().setName("interface").putKey("name", name));
        for (String element : path) {
            full.addElem(PathElem.newBuilder().setName(element));
        }
        return Update.newBuilder().setPath(full).setVal(value).build();
    }

    private SubscribeResponse status(int port) {
        return SubscribeResponse.newBuilder()
                .setUpdate(Notification.newBuilder().addUpdate(operStatus(port)))
                .build();
    }

    private Update operStatus(int port) {
        return leaf(
                "eth" + port,
                TypedValue.newBuilder().setStringVal(up.get(port) ? "UP" : "DOWN"),
                "state",
                "oper-status");
    }

    @Override
    public synchronized void get(GetRequest request, StreamObserver<GetResponse> answer) {
        Notification.Builder notification = Notification.newBuilder();
        for (int port : up.keySet()) {
            String name = "eth" + port;
            notification
                    .addUpdate(
                            leaf(
                                    name,
                                    TypedValue.newBuilder().setUintVal(port),
                                    "state",
                                    "ifindex"))
                    .addUpdate(operStatus(port))
                    .addUpdate(
                            leaf(
                                    name,
                                    TypedValue.newBuilder().setStringVal("SPEED_10MB"),
                                    "ethernet",
                                    "state",
                                    "port-speed"))
                    .addUpdate(
                            leaf(
                                    name,
                                    TypedValue.newBuilder().setUintVal(100L + port),
                                    "state",
                                    "counters",
                                    "in-octets"));
            if (port == 2) {
                notification.addUpdate(
                        leaf(
                                name,
                                TypedValue.newBuilder().setUintVal(RATE_BPS),
                                "state",
                                "rate-bps"));
            }
        }
        answer.onNext(GetResponse.newBuilder().addNotification(notification).build());
        answer.onCompleted();
    }

    @Override
    public StreamObserver<SubscribeRequest> subscribe(StreamObserver<SubscribeResponse> answers) {
        return new StreamObserver<>() {
            @Override
            public void onNext(SubscribeRequest request) {
                synchronized (PortServer.this) {
                    subscribers.add(answers);
                    up.keySet().forEach(port -> answers.onNext(status(port)));
                    answers.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
                }
            }

            @Override
            public void onError(Throwable failure) {
                synchronized (PortServer.this) {
                    subscribers.remove(answers);
                }
            }

            @Override
            public void onCompleted() {
                // A stream goes on for a client that has no more to ask, as Weir's switch's does.
            }
        };
    }
}
