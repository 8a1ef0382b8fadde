// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;
import org.weir.app.journal.EventJournal;
import org.weir.app.journal.SharedMaps;
import org.weir.app.webhook.DeliveryState;
import org.weir.app.webhook.SecretEdit;

/** Deliveries over HTTP to a real server that fails in all ways. */
@Timeout(600)
class DeliveriesTest {

    private static final RetryRule FAST = new RetryRule(1, 4, 3_600_000);
    private static final String NAME = "operations";

    /** Long enough that an answer is not too late on a busy machine. */
    private static final Duration PATIENT = Duration.ofSeconds(100);

    /** Shorter than the silence of a receiver that is to be too late. */
    private static final Duration IMPATIENT = Duration.ofSeconds(1);

    private static final long TOO_LATE_MS = 1500;

    private final SharedMaps maps = new SharedMaps();
    private final AtomicInteger clockMs = new AtomicInteger(1000);
    private final List<Node> nodes = new ArrayList<>();
    private Receiver receiver;

    /** One ONOS node of the cluster. */
    private final class Node {
        final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        final WebhookStore store =
                new WebhookStore(
                        maps.consistent("webhooks"),
                        maps.eventual("states"),
                        clockMs::incrementAndGet);
        final EventJournal journal;
        final Deliveries deliveries;
        volatile boolean isSender = true;

        Node(String name, RetryRule rule) {
            this(name, rule, PATIENT);
        }

        Node(String name, RetryRule rule, Duration answerLimit) {
            journal = new EventJournal(maps.eventual("events"), name, clockMs::incrementAndGet);
            deliveries =
                    new Deliveries(
                            store,
                            journal,
                            () -> isSender,
                            thread,
                            clockMs::incrementAndGet,
                            rule,
                            answerLimit);
            deliveries.start();
            nodes.add(this);
        }

        <T> T run(Callable<T> task) throws Exception {
            return thread.submit(task).get(60, TimeUnit.SECONDS);
        }

        void look() throws Exception {
            run(
                    () -> {
                        deliveries.look();
                        return null;
                    });
        }

        String record(EventKind kind, String subject) throws Exception {
            return run(() -> journal.record(Event.of(kind, subject, "text")).id().toString());
        }

        String began(int number) throws Exception {
            return record(EventKind.ALERT_BEGAN, "device:s" + number);
        }

        DeliveryState awaitSettled() throws Exception {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(400);
            while (true) {
                look();
                DeliveryState state = store.state(NAME);
                if (state.waiting() == 0) {
                    return state;
                }
                assertThat(System.nanoTime()).as("settled in time").isLessThan(endNs);
                Thread.sleep(5);
            }
        }
    }

    @BeforeEach
    void start() throws IOException {
        receiver = new Receiver();
    }

    @AfterEach
    void end() throws Exception {
        for (Node node : nodes) {
            node.run(
                    () -> {
                        node.deliveries.stop();
                        return null;
                    });
            node.thread.shutdownNow();
        }
        receiver.close();
    }

    private Node node(RetryRule rule) throws Exception {
        return withWebhook(new Node("127.0.0.1", rule));
    }

    private Node withWebhook(Node node) throws Exception {
        node.store.put(NAME, receiver.url(), SecretEdit.KEEP, null);
        node.look();
        return node;
    }

    /** About half of the answers are failures, of five sorts. */
    private static Receiver.Answer answer(int kind, Receiver elsewhere) {
        if (kind < 6) {
            return Receiver.status(500);
        }
        if (kind < 10) {
            return Receiver.status(404);
        }
        if (kind < 14) {
            return Receiver.redirect(elsewhere.url());
        }
        if (kind < 18) {
            return Receiver.hangUp();
        }
        return kind < 19 ? Receiver.silence(TOO_LATE_MS) : Receiver.status(204);
    }

    /** Whatever pattern of failures: each event is taken, once in effect, and in order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyEventArrivesInOrderAfterAnyFailures(long seed) throws Exception {
        Random random = new Random(seed);
        try (Receiver elsewhere = new Receiver()) {
            receiver.answers(
                    exchange -> {
                        int kind;
                        synchronized (random) {
                            kind = random.nextInt(40);
                        }
                        answer(kind, elsewhere).give(exchange);
                    });
            Node node = withWebhook(new Node("127.0.0.1", FAST, IMPATIENT));
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                sent.add(
                        node.record(
                                i % 2 == 0 ? EventKind.ALERT_BEGAN : EventKind.ALERT_ENDED,
                                "device:s" + i / 2));
            }
            DeliveryState state = node.awaitSettled();
            // An answer that came too late was given, and not heard: the same event comes again.
            assertThat(new ArrayList<>(new LinkedHashSet<>(receiver.takenIds()))).isEqualTo(sent);
            assertThat(state.delivered()).isEqualTo(40);
            assertThat(state.failed() + state.dropped()).isZero();
            assertThat(receiver.requests().size()).as("attempts").isGreaterThan(40);
            assertThat(elsewhere.requests()).as("requests after a redirect").isEmpty();
        }
    }

    @Test
    void aReceiverGetsTheKindsThatItAskedFor() throws Exception {
        Node node = new Node("127.0.0.1", FAST);
        node.store.put(
                NAME, receiver.url(), SecretEdit.KEEP, List.of("policy-changed", "alert-ended"));
        node.look();
        node.began(1);
        String policy = node.record(EventKind.POLICY_CHANGED, "policy");
        node.record(EventKind.LINK_DOWN, "device:s1/2");
        String ended = node.record(EventKind.ALERT_ENDED, "device:s1");
        node.awaitSettled();
        assertThat(receiver.takenIds()).containsExactly(policy, ended);
    }

    /** A webhook gets what happens from its making on, though no node has taken notice yet. */
    @Test
    void noEventIsMissedBeforeANodeTakesNotice() throws Exception {
        Node node = new Node("127.0.0.1", FAST);
        node.look();
        node.began(1);
        node.store.put(NAME, receiver.url(), SecretEdit.KEEP, null);
        String first = node.began(2);
        node.look();
        node.awaitSettled();
        assertThat(receiver.takenIds()).containsExactly(first);
    }

    @Test
    void aSignatureIsOfTheBodyWithTheSecret() throws Exception {
        Node node = new Node("127.0.0.1", FAST);
        node.store.put(NAME, receiver.url(), SecretEdit.to("0123456789abcdef"), null);
        node.look();
        node.began(1);
        node.awaitSettled();
        assertThat(receiver.signatures())
                .containsExactly(Signature.of("0123456789abcdef", receiver.bodies().get(0)));
        // RFC 4231, test case 2.
        assertThat(Signature.of("Jefe", "what do ya want for nothing?".getBytes()))
                .isEqualTo(
                        "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void aReceiverThatNeverAnswersHoldsUpNothing() throws Exception {
        receiver.answers(Receiver.silence(60_000));
        Node node = node(FAST);
        int more = 7;
        for (int i = 0; i <= Delivery.MOST_WAITING + more; i++) {
            node.began(i);
        }
        node.look();
        DeliveryState state = node.store.state(NAME);
        assertThat(state.waiting()).isEqualTo(Delivery.MOST_WAITING + 1);
        assertThat(state.dropped()).isEqualTo(more);
        assertThat(state.delivered()).isZero();
    }

    @Test
    void aBodyWithoutAnEndIsNotRead() throws Exception {
        receiver.answers(Receiver.endlessBody());
        Node node = node(FAST);
        node.began(1);
        node.began(2);
        DeliveryState state = node.awaitSettled();
        assertThat(state.delivered()).isEqualTo(2);
        assertThat(receiver.requests()).hasSize(2);
    }

    @Test
    void anEventIsGivenUpAfterTheLimitAndTheNextGoesOn() throws Exception {
        receiver.answers(Receiver.status(503));
        Node node = node(new RetryRule(1, 1, 0));
        node.began(1);
        DeliveryState state = node.awaitSettled();
        assertThat(state.failed()).isEqualTo(1);
        assertThat(state.error()).isEqualTo("status 503");
        receiver.answers(Receiver.status(200));
        String next = node.began(2);
        state = node.awaitSettled();
        assertThat(receiver.takenIds()).containsExactly(next);
        assertThat(state.delivered()).isEqualTo(1);
        assertThat(state.error()).isNull();
    }

    @Test
    void timesBetweenAttemptsDoubleUpToALimit() {
        assertThat(RetryRule.USUAL.delayMs(1)).isEqualTo(1_000);
        assertThat(RetryRule.USUAL.delayMs(2)).isEqualTo(2_000);
        assertThat(RetryRule.USUAL.delayMs(6)).isEqualTo(32_000);
        assertThat(RetryRule.USUAL.delayMs(7)).isEqualTo(60_000);
        assertThat(RetryRule.USUAL.delayMs(1_000_000)).isEqualTo(60_000);
    }

    /** The sender dies with events that wait; the next one sends them, and nobody both. */
    @Test
    void anotherNodeTakesOver() throws Exception {
        Node first = node(FAST);
        Node second = new Node("127.0.0.2", FAST);
        second.isSender = false;
        second.look();
        String delivered = first.began(1);
        first.awaitSettled();
        receiver.answers(Receiver.status(500));
        List<String> waiting = List.of(first.began(2), first.began(3));
        receiver.awaitRequests(4);
        first.look();
        first.isSender = false;
        first.look();
        second.isSender = true;
        receiver.answers(Receiver.status(204));
        second.look();
        String later = second.began(4);
        DeliveryState state = second.awaitSettled();
        assertThat(receiver.takenIds())
                .containsExactly(delivered, waiting.get(0), waiting.get(1), later);
        assertThat(state.delivered()).isEqualTo(4);
        assertThat(first.store.state(NAME).delivered()).as("every node shows it").isEqualTo(4);
    }

    @Test
    void aChangedWebhookGetsWhatWaitsAndARemovedOneNothing() throws Exception {
        receiver.answers(Receiver.status(500));
        Node node = node(FAST);
        String one = node.began(1);
        receiver.awaitRequests(2);
        try (Receiver other = new Receiver()) {
            node.store.put(NAME, other.url(), SecretEdit.KEEP, null);
            node.awaitSettled();
            assertThat(other.takenIds()).containsExactly(one);
            node.store.remove(NAME);
            node.look();
            node.began(2);
            node.look();
            assertThat(other.takenIds()).containsExactly(one);
            assertThat(node.store.state(NAME).delivered()).isZero();
        }
    }

    @Test
    void whileTheStoreIsAwayTheKnownWebhooksGetTheirEvents() throws Exception {
        Node node = node(FAST);
        maps.away(true);
        String one = node.began(1);
        node.awaitSettled();
        assertThat(receiver.takenIds()).containsExactly(one);
    }

    @Test
    void afterTheStopNothingIsSent() throws Exception {
        receiver.answers(Receiver.status(500));
        Node node = node(FAST);
        node.began(1);
        receiver.awaitRequests(3);
        node.run(
                () -> {
                    node.deliveries.stop();
                    return null;
                });
        node.thread.shutdown();
        assertThat(node.thread.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        nodes.clear();
        receiver.answers(Receiver.status(204));
        assertThat(receiver.takenIds()).isEmpty();
    }

    @Test
    void theBodyIsTheEvent() throws Exception {
        Node node = node(FAST);
        String id = node.began(1);
        node.awaitSettled();
        JsonNode body = receiver.requests().get(0);
        assertThat(body.path("id").asText()).isEqualTo(id);
        assertThat(body.path("kind").asText()).isEqualTo("alert-began");
        assertThat(body.path("subject").asText()).isEqualTo("device:s1");
        assertThat(body.path("timeMs").asLong()).isPositive();
    }

    /** As a tool does that replaces a resource. */
    @Test
    void aWebhookThatIsRemovedAndMadeAgainBetweenTwoLooksIsANewOne() throws Exception {
        receiver.answers(Receiver.status(500));
        Node node = node(FAST);
        node.began(1);
        node.began(2);
        receiver.awaitRequests(2);
        node.look();
        try (Receiver other = new Receiver()) {
            node.store.remove(NAME);
            node.store.put(NAME, other.url(), SecretEdit.KEEP, null);
            node.look();
            String later = node.began(3);
            DeliveryState state = node.awaitSettled();
            assertThat(other.takenIds()).containsExactly(later);
            assertThat(state.delivered()).isEqualTo(1);
        }
    }

    /**
     * The settings events have a place of their own in the journal, so it keeps them for longer.
     */
    @Test
    void theEventUnderWayIsSentByTheNextSenderThoughLaterOnesWereDropped() throws Exception {
        receiver.answers(Receiver.silence(60_000));
        Node first = new Node("127.0.0.1", FAST);
        Node second = new Node("127.0.0.2", FAST);
        second.isSender = false;
        first.store.put(
                NAME, receiver.url(), SecretEdit.KEEP, List.of("settings-changed", "alert-began"));
        first.look();
        String underWay = first.record(EventKind.SETTINGS_CHANGED, "device:s1/4");
        for (int i = 0; i <= Delivery.MOST_WAITING; i++) {
            first.began(i);
        }
        receiver.awaitRequests(1);
        first.look();
        assertThat(first.store.state(NAME).dropped()).isEqualTo(1);
        first.isSender = false;
        first.look();
        receiver.answers(Receiver.status(204));
        second.isSender = true;
        second.awaitSettled();
        assertThat(receiver.takenIds()).startsWith(underWay);
    }

    @Test
    void aNewSenderForgetsTheCountsOfAWebhookThatWasRemovedMeanwhile() throws Exception {
        Node first = node(FAST);
        first.began(1);
        first.awaitSettled();
        first.isSender = false;
        first.store.remove(NAME);
        first.look();
        Node second = new Node("127.0.0.2", FAST);
        second.look();
        withWebhook(second);
        assertThat(second.store.state(NAME).delivered()).isZero();
    }
}
