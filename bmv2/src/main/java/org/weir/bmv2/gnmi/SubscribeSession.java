// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import com.google.protobuf.CodedOutputStream;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.weir.bmv2.rpc.MessageSize;
import org.weir.bmv2.rpc.Outbox;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.time.Timeline;
import org.weir.gnmi.proto.Notification;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.SubscribeRequest;
import org.weir.gnmi.proto.SubscribeResponse;
import org.weir.gnmi.proto.Subscription;
import org.weir.gnmi.proto.SubscriptionList;
import org.weir.gnmi.proto.SubscriptionMode;
import org.weir.gnmi.proto.Update;

/**
 * One client's subscription. Values that change are sent when they do and are never lost; samples
 * and heartbeats that the client is too slow for are dropped, as the next ones say more; with
 * suppress_redundant a dropped value counts as not sent.
 */
final class SubscribeSession implements StreamObserver<SubscribeRequest> {

    private static final int MAX_OUTGOING = 256;

    /** Most samples of a watch, and most of its heartbeats, that are in the making. */
    private static final int MAX_MAKING = 4;

    private static final long MIN_INTERVAL_NS = 10_000_000;

    /** Interval between samples whose interval is left to the switch. */
    private static final long USUAL_INTERVAL_NS = 1_000_000_000;

    /**
     * Ports of a switch that samples at the shortest interval if a client asks for 0. A sample
     * takes a time in proportion to the ports; while their counters are read, no packet is
     * forwarded.
     */
    private static final int MAX_PORTS_AT_MIN_INTERVAL = 32;

    private final PortTree tree;
    private final Timeline timeline;
    private final Executor executor;
    private final Outbox<SubscribeResponse> outbox;
    private final Consumer<SubscribeSession> onEnd;
    private final List<Watch> onChange = new ArrayList<>();
    private SubscriptionList subscription;
    private boolean ended;

    /** Ends when the messages of the last sample are made. */
    private CompletableFuture<Void> made = CompletableFuture.completedFuture(null);

    /**
     * A session on a stream that is just being opened.
     *
     * @param executor makes the messages of samples, and serialises all
     * @param onEnd called on the timeline's thread when the session has ended
     */
    SubscribeSession(
            PortTree tree,
            Timeline timeline,
            ServerCallStreamObserver<SubscribeResponse> call,
            Executor executor,
            Consumer<SubscribeSession> onEnd) {
        this.tree = tree;
        this.timeline = timeline;
        this.executor = executor;
        this.onEnd = onEnd;
        outbox = new Outbox<>(call, executor, MAX_OUTGOING, this::endLater);
        call.setOnCancelHandler(this::gone);
    }

    @Override
    public void onNext(SubscribeRequest request) {
        timeline.submit(
                () -> {
                    if (ended) {
                        return;
                    }
                    try {
                        handle(request);
                    } catch (RequestException e) {
                        end();
                        outbox.fail(e.status());
                    }
                });
    }

    @Override
    public void onError(Throwable error) {
        gone();
    }

    @Override
    public void onCompleted() {
        timeline.submit(
                () -> {
                    // A client may close its half after asking for values once or for a stream that
                    // it reads on.
                    if (subscription == null
                            || subscription.getMode() != SubscriptionList.Mode.STREAM) {
                        end();
                        outbox.complete();
                    }
                });
    }

    /**
     * Sends the client an update of the ports that went up or down, came or went, or have another
     * rate. To be called on the timeline's thread.
     */
    void portChanged() {
        for (Watch watch : onChange) {
            delete(watch.takeGone(tree));
            List<Update> changed = due(watch);
            if (!changed.isEmpty()) {
                put(changed);
            }
        }
    }

    /** Tells that leaves are gone; of a port first its state, for clients that ignore deletions. */
    private void delete(List<Path> gone) {
        if (gone.isEmpty()) {
            return;
        }
        List<Update> absent =
                gone.stream().filter(PortLeaves::isOperStatus).map(PortLeaves::notPresent).toList();
        if (!absent.isEmpty()) {
            put(absent);
        }
        outbox.put(
                SubscribeResponse.newBuilder()
                        .setUpdate(
                                notification(List.of(), PortTree.wallClockNs()).toBuilder()
                                        .addAllDelete(gone))
                        .build());
    }

    private void handle(SubscribeRequest request) {
        switch (request.getRequestCase()) {
            case SUBSCRIBE:
                if (subscription != null) {
                    throw RequestException.invalid("subscribe: this stream has a subscription");
                }
                subscription = request.getSubscribe();
                subscribe();
                break;
            case POLL:
                if (subscription == null || subscription.getMode() != SubscriptionList.Mode.POLL) {
                    throw RequestException.invalid(
                            "poll: this stream has no subscription of mode POLL");
                }
                sendAll();
                break;
            default:
                throw RequestException.invalid("request: neither subscribe nor poll");
        }
    }

    private void subscribe() {
        GnmiService.requireEncoding(subscription.getEncoding());
        if (subscription.getSubscriptionCount() == 0) {
            throw RequestException.invalid("subscription: none given");
        }
        switch (subscription.getMode()) {
            case ONCE:
                sendAll();
                end();
                outbox.complete();
                break;
            case POLL:
                sendAll();
                break;
            case STREAM:
                stream();
                break;
            default:
                throw RequestException.invalid("mode: " + subscription.getMode());
        }
    }

    private void stream() {
        List<Runnable> starts = new ArrayList<>();
        for (Subscription one : subscription.getSubscriptionList()) {
            PathPattern pattern = new PathPattern(subscription.getPrefix(), one.getPath());
            long heartbeatNs =
                    intervalNs(one.getHeartbeatInterval(), pattern, "heartbeat_interval");
            boolean counters = PortTree.isOfCounters(pattern);
            List<Update> now = new ArrayList<>();
            if (one.getMode() == SubscriptionMode.ON_CHANGE && counters) {
                throw RequestException.invalid(
                        "path " + pattern + ": counters can only be sampled");
            }
            boolean both = one.getMode() == SubscriptionMode.TARGET_DEFINED && !counters;
            if (one.getMode() == SubscriptionMode.ON_CHANGE || both) {
                Watch watch = new Watch(pattern, leaf -> !PortTree.isCounter(leaf), true);
                onChange.add(watch);
                now.addAll(due(watch));
                Runnable heartbeat =
                        () -> offer(watch, watch.all(watch.read(tree)), PortTree.wallClockNs());
                starts.add(() -> repeat(heartbeatNs, heartbeat));
            }
            if (one.getMode() != SubscriptionMode.ON_CHANGE) {
                long intervalNs = intervalNs(one.getSampleInterval(), pattern, "sample_interval");
                long sampleNs = intervalNs > 0 ? intervalNs : usualIntervalNs(one.getMode());
                Watch watch =
                        new Watch(
                                pattern,
                                leaf -> !both || PortTree.isCounter(leaf),
                                one.getSuppressRedundant());
                now.addAll(due(watch));
                Sampler samples = new Sampler(watch, watch::due);
                starts.add(() -> repeat(sampleNs, samples::sample));
                if (one.getSuppressRedundant()) {
                    Sampler heartbeats = new Sampler(watch, watch::all);
                    starts.add(() -> repeat(heartbeatNs, heartbeats::sample));
                }
            }
            if (!subscription.getUpdatesOnly()) {
                put(now);
            }
        }
        outbox.put(SubscribeResponse.newBuilder().setSyncResponse(true).build());
        starts.forEach(Runnable::run);
    }

    /** The interval between samples for which a client asks for 0, ns. */
    private long usualIntervalNs(SubscriptionMode mode) {
        return mode == SubscriptionMode.SAMPLE && tree.ports() <= MAX_PORTS_AT_MIN_INTERVAL
                ? MIN_INTERVAL_NS
                : USUAL_INTERVAL_NS;
    }

    /** An interval that a client asks for, ns; 0 if it asks for none. */
    private static long intervalNs(long intervalNs, PathPattern pattern, String field) {
        if (intervalNs < 0) {
            // The field is unsigned.
            return Long.MAX_VALUE;
        }
        if (intervalNs > 0 && intervalNs < MIN_INTERVAL_NS) {
            throw RequestException.invalid(
                    "path "
                            + pattern
                            + ", "
                            + field
                            + ": "
                            + intervalNs
                            + " ns is below "
                            + MIN_INTERVAL_NS
                            + " ns");
        }
        return intervalNs;
    }

    /** Runs a task at each interval until the session ends; for 0 ns never. */
    private void repeat(long intervalNs, Runnable task) {
        if (intervalNs == 0) {
            return;
        }
        timeline.scheduleAfter(
                intervalNs,
                () -> {
                    if (!ended) {
                        task.run();
                        repeat(intervalNs, task);
                    }
                });
    }

    /**
     * Reads the leaves of a watch, and has the messages made and sent by the executor, so that
     * packets are forwarded meanwhile. Without a free processor for it, samples are dropped. Not
     * for watches of changes: their next change may be sent before.
     */
    private final class Sampler {
        private final Watch watch;

        /** Selects leaves of those that were read. */
        private final Function<List<Leaf>, List<Update>> selection;

        /** Samples of which the messages are in the making. */
        private final AtomicInteger making = new AtomicInteger();

        Sampler(Watch watch, Function<List<Leaf>, List<Update>> selection) {
            this.watch = watch;
            this.selection = selection;
        }

        void sample() {
            if (making.get() >= MAX_MAKING) {
                return;
            }
            List<Leaf> read = watch.read(tree);
            long timeNs = PortTree.wallClockNs();
            making.incrementAndGet();
            made =
                    made.handleAsync(
                            (done, error) -> {
                                making.decrementAndGet();
                                offer(watch, selection.apply(read), timeNs);
                                return null;
                            },
                            executor);
        }
    }

    /** Sends leaves of a watch as far as the client has room for them. */
    private void offer(Watch watch, List<Update> leaves, long timeNs) {
        for (List<Update> part : parts(leaves)) {
            if (!part.isEmpty() && outbox.offer(update(part, timeNs))) {
                watch.sent(part);
            }
        }
    }

    private void sendAll() {
        if (!subscription.getUpdatesOnly()) {
            for (Subscription one : subscription.getSubscriptionList()) {
                PathPattern pattern = new PathPattern(subscription.getPrefix(), one.getPath());
                put(tree.select(pattern, leaf -> true));
            }
        }
        outbox.put(SubscribeResponse.newBuilder().setSyncResponse(true).build());
    }

    /** The leaves to be sent, which are remembered as sent. */
    private List<Update> due(Watch watch) {
        List<Update> due = watch.due(watch.read(tree));
        watch.sent(due);
        return due;
    }

    private void put(List<Update> leaves) {
        long timeNs = PortTree.wallClockNs();
        parts(leaves).forEach(part -> outbox.put(update(part, timeNs)));
    }

    /** Leaves as they go into messages of a bounded size; an empty part if there are none. */
    private static List<List<Update>> parts(List<Update> leaves) {
        List<List<Update>> parts = new ArrayList<>();
        int begin = 0;
        int bytes = 0;
        for (int i = 0; i < leaves.size(); i++) {
            bytes +=
                    CodedOutputStream.computeMessageSize(
                            Notification.UPDATE_FIELD_NUMBER, leaves.get(i));
            if (bytes >= MessageSize.FULL_BYTES) {
                parts.add(leaves.subList(begin, i + 1));
                begin = i + 1;
                bytes = 0;
            }
        }
        if (begin < leaves.size() || parts.isEmpty()) {
            parts.add(leaves.subList(begin, leaves.size()));
        }
        return parts;
    }

    private SubscribeResponse update(List<Update> leaves, long timeNs) {
        return SubscribeResponse.newBuilder().setUpdate(notification(leaves, timeNs)).build();
    }

    private Notification notification(List<Update> leaves, long timeNs) {
        return PortTree.notification(leaves, subscription.getPrefix(), timeNs);
    }

    private void gone() {
        outbox.abandon();
        endLater();
    }

    private void endLater() {
        timeline.submit(this::end);
    }

    private void end() {
        ended = true;
        onChange.clear();
        onEnd.accept(this);
    }
}
