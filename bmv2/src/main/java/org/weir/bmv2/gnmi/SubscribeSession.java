// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.weir.bmv2.rpc.Outbox;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.time.Timeline;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.SubscribeRequest;
import org.weir.gnmi.proto.SubscribeResponse;
import org.weir.gnmi.proto.Subscription;
import org.weir.gnmi.proto.SubscriptionList;
import org.weir.gnmi.proto.SubscriptionMode;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;

/**
 * One client's subscription. Values that change are sent when they do and are never lost; samples
 * that the client is too slow for are dropped, as the next ones say more.
 */
final class SubscribeSession implements StreamObserver<SubscribeRequest> {

    private static final int MAX_OUTGOING = 256;
    private static final long MIN_SAMPLE_INTERVAL_NS = 10_000_000;
    private static final long DEFAULT_SAMPLE_INTERVAL_NS = 1_000_000_000;

    /** One path of the subscription and what was last sent of it. */
    private static final class Watch {
        private final PathPattern pattern;
        private final boolean suppressRedundant;
        private final Map<Path, TypedValue> last = new HashMap<>();

        private Watch(PathPattern pattern, boolean suppressRedundant) {
            this.pattern = pattern;
            this.suppressRedundant = suppressRedundant;
        }
    }

    private final PortTree tree;
    private final Timeline timeline;
    private final Outbox<SubscribeResponse> outbox;
    private final Consumer<SubscribeSession> onEnd;
    private final List<Watch> onChange = new ArrayList<>();
    private SubscriptionList subscription;
    private boolean ended;

    /**
     * A session on a stream that is just being opened.
     *
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
     * Sends the client an update of the ports that went up or down. To be called on the timeline's
     * thread.
     */
    void portChanged() {
        for (Watch watch : onChange) {
            List<Update> changed = changed(watch, tree.select(watch.pattern, notCounter()));
            if (!changed.isEmpty()) {
                outbox.put(update(changed));
            }
        }
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
        List<Runnable> samplers = new ArrayList<>();
        for (Subscription one : subscription.getSubscriptionList()) {
            PathPattern pattern = new PathPattern(subscription.getPrefix(), one.getPath());
            if (one.getHeartbeatInterval() != 0) {
                throw RequestException.unimplemented(
                        "path " + pattern + ", heartbeat_interval: not supported");
            }
            boolean counters = PortTree.isOfCounters(pattern);
            SubscriptionMode mode = one.getMode();
            if (mode == SubscriptionMode.TARGET_DEFINED) {
                mode = counters ? SubscriptionMode.SAMPLE : SubscriptionMode.ON_CHANGE;
            }
            if (mode == SubscriptionMode.ON_CHANGE) {
                if (counters) {
                    throw RequestException.invalid(
                            "path " + pattern + ": counters can only be sampled");
                }
                Watch watch = new Watch(pattern, true);
                onChange.add(watch);
                List<Update> now = changed(watch, tree.select(pattern, notCounter()));
                if (!subscription.getUpdatesOnly()) {
                    outbox.put(update(now));
                }
            } else {
                long intervalNs = sampleIntervalNs(one, pattern);
                Watch watch = new Watch(pattern, one.getSuppressRedundant());
                if (!subscription.getUpdatesOnly()) {
                    outbox.put(update(changed(watch, tree.select(pattern, leaf -> true))));
                }
                samplers.add(() -> sampleLater(watch, intervalNs));
            }
        }
        outbox.put(SubscribeResponse.newBuilder().setSyncResponse(true).build());
        samplers.forEach(Runnable::run);
    }

    private static long sampleIntervalNs(Subscription one, PathPattern pattern) {
        long intervalNs = one.getSampleInterval();
        if (intervalNs == 0) {
            return DEFAULT_SAMPLE_INTERVAL_NS;
        }
        if (intervalNs < 0) {
            // The field is unsigned.
            return Long.MAX_VALUE;
        }
        if (intervalNs < MIN_SAMPLE_INTERVAL_NS) {
            throw RequestException.invalid(
                    "path "
                            + pattern
                            + ", sample_interval: "
                            + intervalNs
                            + " ns is below "
                            + MIN_SAMPLE_INTERVAL_NS
                            + " ns");
        }
        return intervalNs;
    }

    private void sampleLater(Watch watch, long intervalNs) {
        timeline.scheduleAfter(
                intervalNs,
                () -> {
                    if (ended) {
                        return;
                    }
                    List<Update> leaves = changed(watch, tree.select(watch.pattern, leaf -> true));
                    if (!leaves.isEmpty()) {
                        outbox.offer(update(leaves));
                    }
                    sampleLater(watch, intervalNs);
                });
    }

    private void sendAll() {
        if (!subscription.getUpdatesOnly()) {
            for (Subscription one : subscription.getSubscriptionList()) {
                PathPattern pattern = new PathPattern(subscription.getPrefix(), one.getPath());
                outbox.put(update(tree.select(pattern, leaf -> true)));
            }
        }
        outbox.put(SubscribeResponse.newBuilder().setSyncResponse(true).build());
    }

    /** The leaves to be sent, which are remembered as sent. */
    private static List<Update> changed(Watch watch, List<Update> leaves) {
        if (!watch.suppressRedundant) {
            return leaves;
        }
        List<Update> changed = new ArrayList<>();
        for (Update leaf : leaves) {
            if (!leaf.getVal().equals(watch.last.put(leaf.getPath(), leaf.getVal()))) {
                changed.add(leaf);
            }
        }
        return changed;
    }

    private SubscribeResponse update(List<Update> leaves) {
        return SubscribeResponse.newBuilder()
                .setUpdate(PortTree.notification(leaves, subscription.getPrefix()))
                .build();
    }

    private static Predicate<Update> notCounter() {
        return leaf -> !PortTree.isCounter(leaf);
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
