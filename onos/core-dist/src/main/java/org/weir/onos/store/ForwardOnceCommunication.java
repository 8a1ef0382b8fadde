// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.cluster.messaging.ClusterMessageHandler;
import org.onosproject.store.cluster.messaging.MessageSubject;

/**
 * Messages between nodes, in which a request is forwarded once at most: the handler of a request
 * may send one of the same subject to another node, and that node's handler may not. Everything
 * else is passed on.
 *
 * <p>ONOS's flow rule store asks the master of a switch for its rules, and a node that is asked but
 * is not the master asks the master in turn; so a node is answered although it has not heard of a
 * new master. While the store of a cluster is down, two nodes may take each other for the master.
 * Then each such request goes to and fro between them, as fast as the network allows, until they
 * agree. In one loss of the store 120 000 requests of a node timed out after 15 s; each takes
 * memory until then, and a heap of 512 MB can be full before (docs/cluster.md, "Requests without
 * end").
 *
 * <p>A forwarded request has a subject of its own, such as {@code flows-forwarded}. A request that
 * would be forwarded again fails at once, and so does the one that it follows from. A node without
 * this class does not know the new subjects; there forwarding fails, too.
 */
final class ForwardOnceCommunication implements ClusterCommunicationService {
    private static final String FORWARDED = "-forwarded";

    private final ClusterCommunicationService next;

    /** The subject of the request that this thread is handling. */
    private final ThreadLocal<MessageSubject> handled = new ThreadLocal<>();

    ForwardOnceCommunication(ClusterCommunicationService next) {
        this.next = next;
    }

    @Override
    public <M, R> CompletableFuture<R> sendAndReceive(
            M message,
            MessageSubject subject,
            Function<M, byte[]> encoder,
            Function<byte[], R> decoder,
            NodeId to,
            Duration timeout) {
        return isForwardedAgain(subject)
                ? CompletableFuture.failedFuture(new ForwardedException(subject, to))
                : next.sendAndReceive(message, onTheWay(subject), encoder, decoder, to, timeout);
    }

    @Override
    public <M, R> CompletableFuture<R> sendAndReceive(
            M message,
            MessageSubject subject,
            Function<M, byte[]> encoder,
            Function<byte[], R> decoder,
            NodeId to) {
        return isForwardedAgain(subject)
                ? CompletableFuture.failedFuture(new ForwardedException(subject, to))
                : next.sendAndReceive(message, onTheWay(subject), encoder, decoder, to);
    }

    private static MessageSubject forwarded(MessageSubject subject) {
        return new MessageSubject(subject.value() + FORWARDED);
    }

    private boolean isForwardedAgain(MessageSubject subject) {
        MessageSubject now = handled.get();
        return now != null && forwarded(subject).equals(now);
    }

    /** The subject with which a request leaves this node. */
    private MessageSubject onTheWay(MessageSubject subject) {
        return subject.equals(handled.get()) ? forwarded(subject) : subject;
    }

    @Override
    public <M, R> void addSubscriber(
            MessageSubject subject,
            Function<byte[], M> decoder,
            Function<M, CompletableFuture<R>> handler,
            Function<R, byte[]> encoder) {
        for (MessageSubject each : List.of(subject, forwarded(subject))) {
            next.<M, R>addSubscriber(
                    each, decoder, request -> handle(each, request, handler), encoder);
        }
    }

    @Override
    public <M, R> void addSubscriber(
            MessageSubject subject,
            Function<byte[], M> decoder,
            Function<M, R> handler,
            Function<R, byte[]> encoder,
            Executor executor) {
        for (MessageSubject each : List.of(subject, forwarded(subject))) {
            next.addSubscriber(
                    each, decoder, request -> handle(each, request, handler), encoder, executor);
        }
    }

    private <M, R> R handle(MessageSubject subject, M request, Function<M, R> handler) {
        MessageSubject before = handled.get();
        handled.set(subject);
        try {
            return handler.apply(request);
        } finally {
            // A handler that runs in the thread of its sender leaves that thread as it was.
            if (before == null) {
                handled.remove();
            } else {
                handled.set(before);
            }
        }
    }

    @Override
    public <M> void addSubscriber(
            MessageSubject subject,
            Function<byte[], M> decoder,
            Consumer<M> handler,
            Executor executor) {
        next.addSubscriber(subject, decoder, handler, executor);
    }

    @Override
    @Deprecated
    public void addSubscriber(
            MessageSubject subject, ClusterMessageHandler subscriber, ExecutorService executor) {
        next.addSubscriber(subject, subscriber, executor);
    }

    @Override
    public void removeSubscriber(MessageSubject subject) {
        next.removeSubscriber(subject);
        next.removeSubscriber(forwarded(subject));
    }

    @Override
    public <M> void broadcast(M message, MessageSubject subject, Function<M, byte[]> encoder) {
        next.broadcast(message, subject, encoder);
    }

    @Override
    public <M> void broadcastIncludeSelf(
            M message, MessageSubject subject, Function<M, byte[]> encoder) {
        next.broadcastIncludeSelf(message, subject, encoder);
    }

    @Override
    public <M> CompletableFuture<Void> unicast(
            M message, MessageSubject subject, Function<M, byte[]> encoder, NodeId to) {
        return next.unicast(message, subject, encoder, to);
    }

    @Override
    public <M> void multicast(
            M message, MessageSubject subject, Function<M, byte[]> encoder, Set<NodeId> nodes) {
        next.multicast(message, subject, encoder, nodes);
    }

    /**
     * A request that would have been forwarded again. It has no stack trace: Atomix logs each
     * failure.
     */
    static final class ForwardedException extends Exception {
        private static final long serialVersionUID = 1;

        ForwardedException(MessageSubject subject, NodeId to) {
            super(
                    subject + ": a forwarded request would be forwarded to " + to,
                    null,
                    false,
                    false);
        }
    }
}
