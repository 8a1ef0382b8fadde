// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.wire.feedback.FeedbackMessage;

class FeedbackCheckTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String ANY_6 = "0".repeat(32);

    private final FeedbackCheck check =
            new FeedbackCheck(
                    FeedbackFrames.address("10.0.0.1")::equals,
                    Set.of(0, 1, 2),
                    flow -> flow.localPort() != 9,
                    2);

    private static FeedbackPacket packet(FeedbackMessage message) {
        return new FeedbackPacket(FeedbackFrames.flow(), 63, message);
    }

    private static FeedbackMessage message(
            int classId, long targetKbps, long timeUs, long sequence) {
        return new FeedbackMessage(classId, 17, 3000, targetKbps, 9, 4, timeUs, 4, sequence);
    }

    @Test
    void aPossiblePacketPasses() {
        assertThat(check.check(packet(message(1, 2400, 5, 5)), 0)).isEmpty();
    }

    @Test
    void whatCannotBeTrueIsRefused() {
        assertThat(check.check(packet(message(3, 2400, 5, 5)), 0)).contains(Refusal.UNKNOWN_CLASS);
        assertThat(check.check(packet(message(1, 0, 5, 5)), 0)).contains(Refusal.ZERO_TARGET);
        FlowKey own = FeedbackFrames.flow();
        FlowKey foreign = new FlowKey(own.remote(), own.local(), 17, 5000, 6000);
        assertThat(check.check(new FeedbackPacket(foreign, 63, message(1, 1, 5, 5)), 0))
                .contains(Refusal.FOREIGN_ADDRESS);
        FlowKey unused = new FlowKey(own.local(), own.remote(), 17, 9, 6000);
        assertThat(check.check(new FeedbackPacket(unused, 63, message(1, 1, 5, 5)), 0))
                .contains(Refusal.NO_SOCKET);
    }

    @Test
    void anOriginsNumbersGrowAndItsTimesDoNotShrink() {
        check.accept(packet(message(1, 2400, 500, 5)), 0);
        assertThat(check.check(packet(message(1, 2400, 500, 5)), 1)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 600, 4)), 1)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 499, 6)), 1)).contains(Refusal.OLD);
        assertThat(check.check(packet(message(1, 2400, 500, 6)), 1)).isEmpty();
        assertThat(check.check(packet(message(2, 2400, 1, 1)), 1)).as("another queue").isEmpty();
        FeedbackPacket nearer = new FeedbackPacket(FeedbackFrames.flow(), 64, message(1, 1, 1, 1));
        assertThat(check.check(nearer, 1)).as("another switch").isEmpty();
    }

    @Test
    void sequenceNumbersGoRound() {
        check.accept(packet(message(1, 2400, 500, 0xffff_fffeL)), 0);
        assertThat(check.check(packet(message(1, 2400, 501, 3)), 1)).isEmpty();
        check.accept(packet(message(1, 2400, 501, 3)), 1);
        assertThat(check.check(packet(message(1, 2400, 502, 0xffff_ffffL)), 2))
                .contains(Refusal.REPLAYED);
    }

    @Test
    void timesGoRoundAsTofinosClockDoes() {
        check.accept(packet(message(1, 2400, 0xffff_fff0L, 5)), 0);
        assertThat(check.check(packet(message(1, 2400, 16, 6)), 1)).isEmpty();
        check.accept(packet(message(1, 2400, 16, 6)), 1);
        assertThat(check.check(packet(message(1, 2400, 0xffff_fff1L, 7)), 2)).contains(Refusal.OLD);
    }

    @Test
    void aRestartedSwitchIsHeardAgainAfterASilence() {
        check.accept(packet(message(1, 2400, 500_000, 5000)), 0);
        assertThat(check.check(packet(message(1, 2400, 10, 1)), 10 * SECOND - 1))
                .contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 10, 1)), 10 * SECOND)).isEmpty();
    }

    /** Another spine with the same distance and port number, whose numbers and clock are behind. */
    @Test
    void anotherSwitchAfterARerouteIsHeardFromItsThirdPacketOn() {
        check.accept(packet(message(1, 2400, 500_000, 5000)), 0);
        assertThat(check.check(packet(message(1, 2400, 10, 70)), 1)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 30, 90)), 2)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 30, 91)), 3)).isEmpty();
        check.accept(packet(message(1, 2400, 30, 91)), 3);
        assertThat(check.check(packet(message(1, 2400, 40, 92)), 4)).isEmpty();
        assertThat(check.check(packet(message(1, 2400, 40, 91)), 4)).contains(Refusal.REPLAYED);
    }

    @Test
    void aForgedNumberFarAheadDoesNotSilenceASwitch() {
        check.accept(packet(message(1, 2400, 500, 5)), 0);
        FeedbackPacket forged = packet(message(1, 2400, 500, 5L + Integer.MAX_VALUE));
        assertThat(check.check(forged, 1)).isEmpty();
        check.accept(forged, 1);
        assertThat(check.check(packet(message(1, 2400, 501, 6)), 2)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 502, 7)), 3)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 503, 8)), 4)).isEmpty();
    }

    @Test
    void refusedPacketsHaveToFollowEachOtherWithoutAnAcceptedOne() {
        check.accept(packet(message(1, 2400, 500, 50)), 0);
        for (long sequence = 9; sequence > 0; sequence--) {
            assertThat(check.check(packet(message(1, 2400, 10, sequence)), 1))
                    .as("the numbers shrink")
                    .contains(Refusal.REPLAYED);
            assertThat(check.check(packet(message(1, 2400, 10, sequence)), 1))
                    .as("the number is the same")
                    .contains(Refusal.REPLAYED);
        }
        assertThat(check.check(packet(message(1, 2400, 10, 2)), 2)).contains(Refusal.REPLAYED);
        check.accept(packet(message(1, 2400, 501, 51)), 3);
        assertThat(check.check(packet(message(1, 2400, 10, 3)), 4)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 2400, 9, 52)), 4)).contains(Refusal.OLD);
        assertThat(check.check(packet(message(1, 2400, 8, 53)), 5)).contains(Refusal.OLD);
        assertThat(check.check(packet(message(1, 2400, 8, 54)), 6)).contains(Refusal.OLD);
        assertThat(check.check(packet(message(1, 2400, 8, 55)), 7)).isEmpty();
    }

    @Test
    void theLongestSilentOriginIsForgottenFirst() {
        check.accept(packet(message(0, 1, 10, 10)), 0);
        check.accept(packet(message(1, 1, 10, 10)), 1);
        check.accept(packet(message(0, 1, 11, 11)), 2);
        check.accept(packet(message(2, 1, 10, 10)), 3);
        assertThat(check.check(packet(message(0, 1, 9, 9)), 4)).contains(Refusal.REPLAYED);
        assertThat(check.check(packet(message(1, 1, 9, 9)), 4)).isEmpty();
    }

    @Test
    void socketsAreReadAsLinuxListsThem(@TempDir Path folder) throws Exception {
        String title = "  sl  local_address rem_address   st tx_queue rx_queue\n";
        Files.writeString(
                folder.resolve("udp"), title + "  52: 0100007F:1388 00000000:0000 07 0\n");
        AtomicLong clock = new AtomicLong();
        LocalSockets sockets = new LocalSockets(folder, clock::get);
        FlowKey own = FeedbackFrames.flow();
        assertThat(sockets.test(own)).isTrue();
        FlowKey other = new FlowKey(own.local(), own.remote(), 17, 5001, 6000);
        clock.set(LocalSockets.LEAST_AGE_NS);
        assertThat(sockets.test(other)).isFalse();
        Files.writeString(
                folder.resolve("udp6"), title + " 1: " + ANY_6 + ":1389 " + ANY_6 + ":0000 07 0\n");
        clock.addAndGet(LocalSockets.LEAST_AGE_NS - 1);
        assertThat(sockets.test(other)).as("the list is young").isFalse();
        clock.addAndGet(1);
        assertThat(sockets.test(other)).isTrue();
        FlowKey ping = new FlowKey(own.local(), own.remote(), 1, 0, 0);
        assertThat(sockets.test(ping)).isTrue();

        Files.delete(folder.resolve("udp"));
        clock.addAndGet(LocalSockets.MOST_AGE_NS - 1);
        assertThat(sockets.test(own)).isTrue();
        clock.addAndGet(1);
        assertThat(sockets.test(own)).as("the socket has gone").isFalse();
    }

    @Test
    void aLongListIsReadForATenthOfTheTimeAtMost(@TempDir Path folder) {
        AtomicLong clock = new AtomicLong();
        AtomicLong looks = new AtomicLong();
        long readingNs = SECOND / 2;
        LocalSockets sockets =
                new LocalSockets(
                        folder,
                        () -> {
                            looks.incrementAndGet();
                            return clock.getAndAdd(readingNs);
                        });
        // A look at the clock before a reading, and one after it.
        sockets.test(FeedbackFrames.flow());
        assertThat(looks).hasValue(2);
        clock.set(readingNs + LocalSockets.LEAST_AGE_READINGS * readingNs - 1);
        sockets.test(FeedbackFrames.flow());
        assertThat(looks).as("the list is young").hasValue(3);
        clock.set(readingNs + LocalSockets.LEAST_AGE_READINGS * readingNs);
        sockets.test(FeedbackFrames.flow());
        assertThat(looks).hasValue(5);
    }

    @Test
    void aConnectedSocketSendsToItsOtherEndOnly(@TempDir Path folder) throws Exception {
        // Words as a little-endian machine shows them; big-endian ones turn each around.
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
        Files.writeString(folder.resolve("udp"), "1: 0100000A:1388 0500000A:1770 01 0\n");
        Files.writeString(
                folder.resolve("tcp"),
                "1: 00000000:1388 00000000:0000 0A 0\n2: 0100000A:1389 0500000A:1770 01 0\n");
        Files.writeString(
                folder.resolve("tcp6"),
                "1: 0000000000000000FFFF00000100000A:138A 0000000000000000FFFF00000500000A:1770 01"
                        + "\n2: B80D0120000000000000000001000000:138B"
                        + " B80D0120000000000000000005000000:1770 01\n");
        LocalSockets sockets = new LocalSockets(folder, () -> 0);
        assertThat(sockets.test(flow(17, 5000, "10.0.0.5", 6000))).isTrue();
        assertThat(sockets.test(flow(17, 5000, "10.0.0.2", 6000))).as("another host").isFalse();
        assertThat(sockets.test(flow(17, 5000, "10.0.0.5", 6001))).as("another port").isFalse();
        assertThat(sockets.test(flow(6, 5000, "10.0.0.5", 6000))).as("it listens").isFalse();
        Files.writeString(folder.resolve("tcp"), "2: 0100000A:1389 0500000A:1770 06 0\n");
        sockets = new LocalSockets(folder, () -> 0);
        assertThat(sockets.test(flow(6, 5001, "10.0.0.5", 6000))).as("TIME_WAIT").isFalse();
        Files.writeString(folder.resolve("tcp"), "2: 0100000A:1389 0500000A:1770 01 0\n");
        sockets = new LocalSockets(folder, () -> 0);
        assertThat(sockets.test(flow(6, 5001, "10.0.0.5", 6000))).isTrue();
        assertThat(sockets.test(flow(6, 5002, "10.0.0.5", 6000))).as("by IPv6's socket").isTrue();
        assertThat(sockets.test(flow(6, 5003, "2001:db8::5", 6000))).isTrue();
        assertThat(sockets.test(flow(6, 5003, "2001:db8::2", 6000))).isFalse();
    }

    private static FlowKey flow(int protocol, int localPort, String remote, int remotePort) {
        String local = remote.contains(":") ? "2001:db8::1" : "10.0.0.1";
        return new FlowKey(
                FeedbackFrames.address(local),
                FeedbackFrames.address(remote),
                protocol,
                localPort,
                remotePort);
    }
}
