// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.gnmi;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.gnmi.proto.Encoding;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.GetResponse;
import org.weir.gnmi.proto.Notification;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;
import org.weir.gnmi.proto.SubscribeRequest;
import org.weir.gnmi.proto.SubscribeResponse;
import org.weir.gnmi.proto.Subscription;
import org.weir.gnmi.proto.SubscriptionList;
import org.weir.gnmi.proto.SubscriptionMode;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;
import org.weir.gnmi.proto.gNMIGrpc;

/** Asks a switch about its ports by gNMI, which P4Runtime switches offer on the same channel. */
public final class GnmiClient {

    private static final Logger LOG = LoggerFactory.getLogger(GnmiClient.class);

    private static final long DEADLINE_SECONDS = 5;
    private static final String INTERFACES = "interfaces";
    private static final String INTERFACE = "interface";

    private final ManagedChannel channel;

    /**
     * Makes a client.
     *
     * @param channel the channel to the switch; not closed by this client
     */
    public GnmiClient(ManagedChannel channel) {
        this.channel = channel;
    }

    /**
     * Reads the state of all interfaces.
     *
     * @return the interfaces by name; empty if the switch does not speak gNMI
     * @throws StatusRuntimeException if the switch does not answer
     */
    public Optional<Collection<GnmiInterface>> interfaces() {
        GetRequest request =
                GetRequest.newBuilder()
                        .setType(GetRequest.DataType.STATE)
                        .setEncoding(Encoding.PROTO)
                        .addPath(ofEveryInterface("state"))
                        .addPath(ofEveryInterface("ethernet", "state"))
                        .build();
        GetResponse response;
        try {
            response =
                    gNMIGrpc.newBlockingStub(channel)
                            .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
                            .get(request);
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                return Optional.empty();
            }
            throw e;
        }
        Map<String, GnmiInterface> interfaces = new LinkedHashMap<>();
        for (Notification notification : response.getNotificationList()) {
            for (Update update : notification.getUpdateList()) {
                read(notification.getPrefix(), update, interfaces);
            }
        }
        return Optional.of(interfaces.values());
    }

    /**
     * Has the switch report each change of an interface's oper-status.
     *
     * @param changed called on gRPC's thread with the name of an interface that went up or down,
     *     and whether it is up now
     * @param ended called once with the reason if the switch ends the subscription
     * @return ends the subscription from this side; {@code ended} is not called then
     */
    public Runnable watchStatus(BiConsumer<String, Boolean> changed, Consumer<Status> ended) {
        return watch(
                ofEveryInterface("state", "oper-status"),
                (path, update) -> changed.accept(nameIn(path), "UP".equals(text(update.getVal()))),
                (status, wasAnswered) -> ended.accept(status));
    }

    /**
     * Has the switch report each change of an interface's rate, as far as it can: by one
     * subscription for each leaf that may tell the rate, because a switch may refuse a whole
     * subscription for a leaf that it does not know.
     *
     * @param exact called on gRPC's thread with the name of an interface and its exact rate in
     *     bit/s, above 0: first for all interfaces, then after changes
     * @param named likewise, with the rate of OpenConfig's name; a switch may report both
     * @param ended called with the reason if the switch ends a subscription that it has answered;
     *     not if it refuses one
     * @return ends the subscriptions from this side; {@code ended} is not called then
     */
    public Runnable watchRates(
            BiConsumer<String, Long> exact,
            BiConsumer<String, Long> named,
            Consumer<Status> ended) {
        BiConsumer<Status, Boolean> end =
                (status, wasAnswered) -> {
                    LOG.debug("A watch of rates has ended: {}", status);
                    if (wasAnswered) {
                        ended.accept(status);
                    }
                };
        Runnable stopExact = watch(ofEveryInterface("state", "rate-bps"), rates(exact), end);
        Runnable stopNamed =
                watch(ofEveryInterface("ethernet", "state", "port-speed"), rates(named), end);
        return () -> {
            stopExact.run();
            stopNamed.run();
        };
    }

    private static BiConsumer<Path, Update> rates(BiConsumer<String, Long> changed) {
        return (path, update) -> {
            GnmiInterface found = new GnmiInterface(nameIn(path));
            addLeaf(found, path, update);
            if (found.speedBps() > 0) {
                changed.accept(found.name(), found.speedBps());
            }
        };
    }

    /**
     * Subscribes to changes of a leaf; {@code changed} gets paths that name an interface, and
     * {@code ended} also gets whether the switch has sent anything before.
     */
    private Runnable watch(
            Path leaf, BiConsumer<Path, Update> changed, BiConsumer<Status, Boolean> ended) {
        LeafWatch watch = new LeafWatch(changed, ended);
        // Every stub's stream is one; a stub does not say so.
        ClientCallStreamObserver<SubscribeRequest> requests =
                (ClientCallStreamObserver<SubscribeRequest>)
                        gNMIGrpc.newStub(channel).subscribe(watch);
        requests.onNext(
                SubscribeRequest.newBuilder()
                        .setSubscribe(
                                SubscriptionList.newBuilder()
                                        .setMode(SubscriptionList.Mode.STREAM)
                                        .setEncoding(Encoding.PROTO)
                                        .addSubscription(
                                                Subscription.newBuilder()
                                                        .setMode(SubscriptionMode.ON_CHANGE)
                                                        .setPath(leaf)))
                        .build());
        return () -> {
            watch.stopped = true;
            // A switch goes on to send to a client that only says that it has no more to ask.
            requests.cancel("the ports are no longer watched", null);
        };
    }

    private static Path ofEveryInterface(String... elements) {
        Path.Builder path =
                Path.newBuilder()
                        .addElem(PathElem.newBuilder().setName(INTERFACES))
                        .addElem(PathElem.newBuilder().setName(INTERFACE).putKey("name", "*"));
        for (String element : elements) {
            path.addElem(PathElem.newBuilder().setName(element));
        }
        return path.build();
    }

    private static void read(Path prefix, Update update, Map<String, GnmiInterface> interfaces) {
        Path path = wholePath(prefix, update);
        String name = nameIn(path);
        if (name != null) {
            addLeaf(interfaces.computeIfAbsent(name, GnmiInterface::new), path, update);
        }
    }

    private static void addLeaf(GnmiInterface to, Path path, Update update) {
        int depth = path.getElemCount();
        if (depth >= 2) {
            to.leaf(
                    path.getElem(depth - 2).getName(),
                    path.getElem(depth - 1).getName(),
                    text(update.getVal()));
        }
    }

    private static Path wholePath(Path prefix, Update update) {
        return Path.newBuilder()
                .addAllElem(prefix.getElemList())
                .addAllElem(update.getPath().getElemList())
                .build();
    }

    /** The interface's name; null if the path has none. */
    private static String nameIn(Path path) {
        return path.getElemList().stream()
                .filter(element -> element.getName().equals(INTERFACE))
                .map(element -> element.getKeyMap().get("name"))
                .findFirst()
                .orElse(null);
    }

    private static String text(TypedValue value) {
        switch (value.getValueCase()) {
            case STRING_VAL:
                return value.getStringVal();
            case UINT_VAL:
                return Long.toUnsignedString(value.getUintVal());
            case INT_VAL:
                return Long.toString(value.getIntVal());
            case BOOL_VAL:
                return Boolean.toString(value.getBoolVal());
            case JSON_VAL:
                return unquoted(value.getJsonVal().toStringUtf8());
            case JSON_IETF_VAL:
                return unquoted(value.getJsonIetfVal().toStringUtf8());
            default:
                return "";
        }
    }

    /** A leaf in JSON is a number, a word, or a string in quotes. */
    private static String unquoted(String json) {
        return json.length() >= 2 && json.startsWith("\"") && json.endsWith("\"")
                ? json.substring(1, json.length() - 1)
                : json;
    }

    private static final class LeafWatch implements StreamObserver<SubscribeResponse> {

        private final BiConsumer<Path, Update> changed;
        private final BiConsumer<Status, Boolean> ended;
        private volatile boolean isAnswered;
        private volatile boolean stopped;

        LeafWatch(BiConsumer<Path, Update> changed, BiConsumer<Status, Boolean> ended) {
            this.changed = changed;
            this.ended = ended;
        }

        @Override
        public void onNext(SubscribeResponse response) {
            isAnswered = true;
            Notification notification = response.getUpdate();
            for (Update update : notification.getUpdateList()) {
                Path path = wholePath(notification.getPrefix(), update);
                if (nameIn(path) != null && !stopped) {
                    changed.accept(path, update);
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (!stopped) {
                ended.accept(Status.fromThrowable(failure), isAnswered);
            }
        }

        @Override
        public void onCompleted() {
            if (!stopped) {
                ended.accept(Status.OK, isAnswered);
            }
        }
    }
}
