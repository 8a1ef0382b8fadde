// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.weir.bench.messages.SentMessage.End;

/** Messages over the loopback interface. */
class MessageSenderTest {
    private static final MessageSizes SIZES = MessageSizes.ofMean(MessageSizes.MEAN_BYTES);
    private static final long MEASURED_NS = 300_000_000;
    private static final long LIMIT_NS = 60_000_000_000L;

    private static MessageSender sender(int port, double perSecond, int mostOpen)
            throws IOException {
        return new MessageSender(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                46,
                new MessageArrivals(SIZES, perSecond, 1),
                mostOpen);
    }

    /** Messages of a process that arrive in the measured time. */
    private static long expected(double perSecond) {
        MessageArrivals arrivals = new MessageArrivals(SIZES, perSecond, 1);
        long count = 0;
        while (arrivals.next().dueNs() < MEASURED_NS) {
            count++;
        }
        return count;
    }

    private static long count(List<SentMessage> messages, End end) {
        return messages.stream().filter(each -> each.end() == end).count();
    }

    @Test
    void allArrivalsFinishAndAllTheirDataArrives() throws IOException, InterruptedException {
        try (MessageReceiver receiver = new MessageReceiver(0);
                MessageSender sender = sender(receiver.port(), 200, 100_000)) {
            sender.awaitEnds(0, MEASURED_NS, LIMIT_NS);
            List<SentMessage> messages = sender.messages(0, MEASURED_NS);

            assertThat(messages).hasSize((int) expected(200));
            assertThat(count(messages, End.FINISHED)).isEqualTo(messages.size());
            assertThat(messages).allMatch(each -> each.timeNs() > 0);
            assertThat(receiver.receivedBytes())
                    .isGreaterThanOrEqualTo(
                            messages.stream().mapToLong(each -> each.arrival().bytes()).sum());
            assertThat(sender.failure()).isEmpty();
        }
    }

    @Test
    void aMessageLastsFromConnectingToTheAnswer() throws Exception {
        long delayNs = 50_000_000;
        long startNs = System.nanoTime();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                MessageSender sender = sender(server.getLocalPort(), 100, 1)) {
            try (Socket accepted = server.accept()) {
                accepted.getInputStream().readAllBytes();
                TimeUnit.NANOSECONDS.sleep(delayNs);
                accepted.getOutputStream().write(0);
                awaitFinished(sender);

                SentMessage first =
                        sender.messages(0, LIMIT_NS).stream()
                                .filter(each -> each.end() == End.FINISHED)
                                .findFirst()
                                .orElseThrow();
                assertThat(first.timeNs()).isBetween(delayNs, System.nanoTime() - startNs);
            }
        }
    }

    private static void awaitFinished(MessageSender sender) throws InterruptedException {
        long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (count(sender.messages(0, LIMIT_NS), End.FINISHED) == 0
                && System.nanoTime() < deadlineNs) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void arrivalsDoNotWaitAndThoseBeyondTheBoundAreRefused() throws Exception {
        // It accepts connections and never answers.
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                MessageSender sender = sender(server.getLocalPort(), 200, 7)) {
            sender.awaitEnds(0, MEASURED_NS, 2 * MEASURED_NS);
            List<SentMessage> messages = sender.messages(0, MEASURED_NS);

            assertThat(count(messages, End.UNFINISHED)).isEqualTo(7);
            // The last arrivals may not have been offered yet.
            assertThat(count(messages, End.REFUSED)).isBetween(1L, expected(200) - 7);
        }
    }

    @Test
    void aRefusedConnectionIsAFailedMessage() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }
        try (MessageSender sender = sender(port, 200, 100)) {
            sender.awaitEnds(0, MEASURED_NS, LIMIT_NS);
            List<SentMessage> messages = sender.messages(0, MEASURED_NS);

            assertThat(count(messages, End.FAILED)).isPositive().isEqualTo(messages.size());
            assertThat(sender.failure()).isPresent();
        }
    }

    @Test
    void aConnectionThatClosesWithoutAnAnswerIsAFailedMessage() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                MessageSender sender = sender(server.getLocalPort(), 20, 1)) {
            try (Socket accepted = server.accept()) {
                accepted.getInputStream().readAllBytes();
            }
            long deadlineNs = System.nanoTime() + LIMIT_NS;
            while (sender.failure().isEmpty() && System.nanoTime() < deadlineNs) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertThat(sender.failure().orElseThrow()).hasMessageContaining("without an answer");
            assertThat(count(sender.messages(0, LIMIT_NS), End.FAILED)).isPositive();
        }
    }
}
