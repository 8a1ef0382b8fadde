// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.gnmi;

import io.grpc.Status;
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

    private final Map<Integer, Boolean> up = new LinkedHashMap<>();
    private final Map<Integer, Long> ratesBps = new LinkedHashMap<>();
    private final List<StreamObserver<SubscribeResponse>> subscribers = new ArrayList<>();
    private final List<StreamObserver<SubscribeResponse>> rateSubscribers = new ArrayList<>();
    private final List<StreamObserver<SubscribeResponse>> nameSubscribers = new ArrayList<>();
    private boolean namesSpeeds;

    /** Sets a port's state; a port not seen before is added. */
    public synchronized void set(int port, boolean isUp) {
        up.put(port, isUp);
        for (StreamObserver<SubscribeResponse> subscriber : subscribers) {
            subscriber.onNext(status(port));
        }
    }

    /** Gives a port another rate, which subscribers to rates are told. */
    public synchronized void setRateBps(int port, long rateBps) {
        ratesBps.put(port, rateBps);
        for (StreamObserver<SubscribeResponse> subscriber : rateSubscribers) {
            subscriber.onNext(response(rate(port)));
        }
        for (StreamObserver<SubscribeResponse> subscriber : nameSubscribers) {
            subscriber.onNext(response(speedName(port)));
        }
    }

    /** Accepts subscriptions to the names of speeds, too. */
    public synchronized void nameSpeeds() {
        namesSpeeds = true;
    }

    /** Ends all subscriptions to states of ports. */
    public synchronized void endSubscriptions() {
        subscribers.forEach(StreamObserver::onCompleted);
        subscribers.clear();
    }

    /** Ends all subscriptions to rates of ports. */
    public synchronized void endRateSubscriptions() {
        rateSubscribers.forEach(StreamObserver::onCompleted);
        rateSubscribers.clear();
    }

    /** True if somebody follows the rates. */
    public synchronized boolean tellsRates() {
        return !rateSubscribers.isEmpty();
    }

    /** Number of open subscriptions. */
    public synchronized int subscriptions() {
        return subscribers.size() + rateSubscribers.size() + nameSubscribers.size();
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
        return response(operStatus(port));
    }

    private static SubscribeResponse response(Update leaf) {
        return SubscribeResponse.newBuilder()
                .setUpdate(Notification.newBuilder().addUpdate(leaf))
                .build();
    }

    private Update rate(int port) {
        return leaf(
                "eth" + port,
                TypedValue.newBuilder().setUintVal(ratesBps.get(port)),
                "state",
                "rate-bps");
    }

    private static Update speedName(int port) {
        return leaf(
                "eth" + port,
                TypedValue.newBuilder().setStringVal("SPEED_10MB"),
                "ethernet",
                "state",
                "port-speed");
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
                    .addUpdate(speedName(port))
                    .addUpdate(
                            leaf(
                                    name,
                                    TypedValue.newBuilder().setUintVal(100L + port),
                                    "state",
                                    "counters",
                                    "in-octets"));
            if (ratesBps.containsKey(port)) {
                notification.addUpdate(rate(port));
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
                Path path = request.getSubscribe().getSubscription(0).getPath();
                synchronized (PortServer.this) {
                    switch (path.getElem(path.getElemCount() - 1).getName()) {
                        case "oper-status":
                            subscribers.add(answers);
                            up.keySet().forEach(port -> answers.onNext(status(port)));
                            break;
                        case "rate-bps":
                            rateSubscribers.add(answers);
                            ratesBps.keySet().forEach(port -> answers.onNext(response(rate(port))));
                            break;
                        case "port-speed":
                            // Told with the next change only.
                            if (!namesSpeeds) {
                                answers.onError(Status.INVALID_ARGUMENT.asRuntimeException());
                                return;
                            }
                            nameSubscribers.add(answers);
                            break;
                        default:
                            answers.onError(Status.INVALID_ARGUMENT.asRuntimeException());
                            return;
                    }
                    answers.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
                }
            }

            @Override
            public void onError(Throwable failure) {
                synchronized (PortServer.this) {
                    subscribers.remove(answers);
                    rateSubscribers.remove(answers);
                    nameSubscribers.remove(answers);
                }
            }

            @Override
            public void onCompleted() {
                // A stream goes on for a client that has no more to ask, as Weir's switch's does.
            }
        };
    }
}
