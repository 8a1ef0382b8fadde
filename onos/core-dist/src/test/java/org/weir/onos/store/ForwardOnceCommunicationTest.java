// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.cluster.messaging.ClusterCommunicationServiceAdapter;
import org.onosproject.store.cluster.messaging.MessageSubject;

class ForwardOnceCommunicationTest {
    private static final MessageSubject RULES = new MessageSubject("rules");
    private static final MessageSubject OTHER = new MessageSubject("other");
    private static final NodeId ONE = NodeId.nodeId("1");
    private static final NodeId TWO = NodeId.nodeId("2");
    private static final NodeId THREE = NodeId.nodeId("3");

    /** More messages than any of these tests needs: a loop ends here. */
    private static final int MOST = 20;

    private final Map<String, Function<byte[], CompletableFuture<byte[]>>> handlers =
            new HashMap<>();
    private final List<String> sent = new ArrayList<>();
    private final ClusterCommunicationService one = new ForwardOnceCommunication(node(ONE));
    private final ClusterCommunicationService two = new ForwardOnceCommunication(node(TWO));

    /** A node whose requests arrive in the sender's thread. */
    private ClusterCommunicationService node(NodeId own) {
        return new ClusterCommunicationServiceAdapter() {
            @Override
            public <M, R> CompletableFuture<R> sendAndReceive(
                    M message,
                    MessageSubject subject,
                    Function<M, byte[]> encoder,
                    Function<byte[], R> decoder,
                    NodeId to,
                    Duration timeout) {
                sent.add(own + " > " + to + " " + subject);
                assertThat(sent).hasSizeLessThan(MOST);
                return handlers.get(to + " " + subject)
                        .apply(encoder.apply(message))
                        .thenApply(decoder);
            }

            @Override
            public <M, R> void addSubscriber(
                    MessageSubject subject,
                    Function<byte[], M> decoder,
                    Function<M, CompletableFuture<R>> handler,
                    Function<R, byte[]> encoder) {
                handlers.put(
                        own + " " + subject,
                        bytes -> handler.apply(decoder.apply(bytes)).thenApply(encoder));
            }

            @Override
            public void removeSubscriber(MessageSubject subject) {
                handlers.remove(own + " " + subject);
            }
        };
    }

    private static CompletableFuture<String> ask(
            ClusterCommunicationService from, MessageSubject subject, NodeId to) {
        return from.sendAndReceive(
                "?",
                subject,
                text -> text.getBytes(StandardCharsets.UTF_8),
                bytes -> new String(bytes, StandardCharsets.UTF_8),
                to,
                Duration.ofSeconds(1));
    }

    private static void answer(
            ClusterCommunicationService at,
            MessageSubject subject,
            Function<String, CompletableFuture<String>> handler) {
        at.<String, String>addSubscriber(
                subject,
                bytes -> new String(bytes, StandardCharsets.UTF_8),
                handler,
                text -> text.getBytes(StandardCharsets.UTF_8));
    }

    /** Each takes the other for the master of a switch. */
    @Test
    void aRequestDoesNotGoToAndFro() {
        answer(one, RULES, request -> ask(one, RULES, TWO));
        answer(two, RULES, request -> ask(two, RULES, ONE));

        assertThatThrownBy(() -> ask(one, RULES, TWO).join())
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining("rules: a forwarded request would be forwarded to 2");
        assertThat(sent).containsExactly("1 > 2 rules", "2 > 1 rules-forwarded");
    }

    /** The first has not heard of the new master yet. */
    @Test
    void aRequestIsForwardedOnce() {
        ClusterCommunicationService three = new ForwardOnceCommunication(node(THREE));
        answer(two, RULES, request -> ask(two, RULES, THREE));
        answer(three, RULES, request -> CompletableFuture.completedFuture("of three"));

        assertThat(ask(one, RULES, TWO).join()).isEqualTo("of three");
        assertThat(sent).containsExactly("1 > 2 rules", "2 > 3 rules-forwarded");
    }

    @Test
    void nothingIsLeftOfASubscriber() {
        answer(one, RULES, request -> CompletableFuture.completedFuture("of one"));
        assertThat(handlers).hasSize(2);
        one.removeSubscriber(RULES);
        assertThat(handlers).isEmpty();
    }

    @Test
    void aHandlerMayAskSomethingElse() {
        answer(one, OTHER, request -> CompletableFuture.completedFuture("answer"));
        answer(two, RULES, request -> ask(two, OTHER, ONE));

        assertThat(ask(one, RULES, TWO).join()).isEqualTo("answer");
        assertThat(sent).containsExactly("1 > 2 rules", "2 > 1 other");
    }

    @Test
    void aThreadMayAskAgainAfterItHasAnswered() {
        answer(one, RULES, request -> CompletableFuture.completedFuture("of one"));
        answer(two, RULES, request -> CompletableFuture.completedFuture("of two"));

        assertThat(ask(one, RULES, TWO).join()).isEqualTo("of two");
        assertThat(ask(two, RULES, ONE).join()).isEqualTo("of one");
    }
}
