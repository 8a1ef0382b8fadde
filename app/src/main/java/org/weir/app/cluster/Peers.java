// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.cluster.messaging.MessageSubject;
import org.weir.app.RejectedException;

/** Commands to the other instances of the cluster, answered by each for its own switches. */
public final class Peers {

    private final ClusterCommunicationService messages;
    private final ClusterService cluster;

    /**
     * The other instances.
     *
     * @param messages ONOS's service for messages between instances
     * @param cluster instances of ONOS
     */
    public Peers(ClusterCommunicationService messages, ClusterService cluster) {
        this.messages = messages;
        this.cluster = cluster;
    }

    private static MessageSubject subject(String name) {
        return new MessageSubject("weir-" + name);
    }

    /**
     * Answers a command from now on.
     *
     * @param name name of the command
     * @param answer makes the answer, a list of views; what it throws is the caller's error
     * @param executor runs it
     */
    public void answer(String name, Function<String, ? extends List<?>> answer, Executor executor) {
        messages.<String, List<?>>addSubscriber(
                subject(name),
                ViewCodec::decode,
                question -> List.copyOf(answer.apply(question)),
                ViewCodec::encode,
                executor);
    }

    /** Answers a command no more. */
    public void stop(String name) {
        messages.removeSubscriber(subject(name));
    }

    /**
     * Asks every other instance that is ready.
     *
     * @param name name of the command
     * @param question its parameter
     * @param timeout longest wait
     * @return all answers
     * @throws RejectedException if an instance does not answer; the message names it
     */
    public <T> List<T> askAll(String name, String question, Duration timeout) {
        NodeId own = cluster.getLocalNode().id();
        Map<String, CompletableFuture<List<T>>> answers = new TreeMap<>();
        for (ControllerNode node : cluster.getNodes()) {
            ControllerNode.State state = cluster.getState(node.id());
            if (!node.id().equals(own) && state != null && state.isActive()) {
                answers.put(node.id().toString(), ask(name, question, timeout, node.id()));
            }
        }
        List<T> all = new ArrayList<>();
        answers.forEach(
                (node, answer) -> {
                    try {
                        all.addAll(answer.join());
                    } catch (CompletionException e) {
                        throw new RejectedException(
                                RejectedException.Reason.NODE_UNANSWERED,
                                "node " + node + " does not answer: " + e.getCause());
                    }
                });
        return all;
    }

    /** Asks one instance. */
    public <T> CompletableFuture<List<T>> ask(
            String name, String question, Duration timeout, NodeId node) {
        return messages.<String, List<T>>sendAndReceive(
                question, subject(name), ViewCodec::encode, ViewCodec::decode, node, timeout);
    }
}
