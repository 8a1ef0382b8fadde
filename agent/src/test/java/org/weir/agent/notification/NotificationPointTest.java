// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.feedback.Refusal;
import org.weir.reaction.packet.CongestionNotification;

/** Receiver and sender of notifications, one against the other. */
class NotificationPointTest {
    private static final long MS = 1_000_000;
    private static final long INTERVAL_NS = 50 * MS;
    private static final int CE = 3;
    private static final Set<InetAddress> HERE =
            Set.of(FeedbackFrames.address("10.0.0.1"), FeedbackFrames.address("fd00::1"));
    private static final Set<InetAddress> THERE = Set.of(FeedbackFrames.address("10.0.0.5"));

    /** The receiver of the datagrams of {@link NotificationFrames}: they come to 10.0.0.1. */
    private final NotificationPoint point = new NotificationPoint(HERE::contains, INTERVAL_NS, 100);

    private static byte[] data(int trafficClass) {
        return NotificationFrames.with(new byte[100], trafficClass);
    }

    private Optional<byte[]> take(byte[] frame, long nowNs) {
        return point.onFrame(frame, frame.length, nowNs, nowNs / 1000);
    }

    @Test
    void onlyMarkedDatagramsToThisHostGetAnAnswer() {
        for (int ecn = 0; ecn < CE; ecn++) {
            assertThat(take(data(46 << 2 | ecn), 0)).isEmpty();
        }
        byte[] answer = take(data(46 << 2 | CE), 0).orElseThrow();
        NotificationReader.Reading reading = NotificationReader.read(answer, answer.length);
        // To its sender it is about the flow to here.
        assertThat(reading.flow()).hasToString("udp 10.0.0.5:6000 to 10.0.0.1:5000");
        assertThat(answer).startsWith(0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 1);
        NotificationPoint elsewhere = new NotificationPoint(THERE::contains, INTERVAL_NS, 100);
        assertThat(elsewhere.onFrame(data(CE), data(CE).length, 0, 0)).isEmpty();
    }

    @Test
    void aFrameOfWhichOnlyTheStartIsHeldGetsAnAnswerToo() {
        byte[] frame = NotificationFrames.with(new byte[1400], CE);
        byte[] start = java.util.Arrays.copyOf(frame, 256);
        assertThat(point.onFrame(start, frame.length, 0, 0)).isPresent();
    }

    @Test
    void ofManyMarksOneIsToldPerIntervalAndTheSenderTakesAll() {
        NotificationCheck check =
                new NotificationCheck(THERE::contains, flow -> true, INTERVAL_NS, 100);
        Random random = new Random(3);
        long nowNs = 0;
        long lastNs = -INTERVAL_NS;
        int told = 0;
        for (int i = 0; i < 10_000; i++) {
            nowNs += random.nextInt(1, (int) (30 * MS));
            Optional<byte[]> answer = take(data(CE), nowNs);
            assertThat(answer.isPresent()).isEqualTo(nowNs - lastNs >= INTERVAL_NS);
            if (answer.isPresent()) {
                lastNs = nowNs;
                told++;
                byte[] frame = answer.get();
                NotificationReader.Reading reading = NotificationReader.read(frame, frame.length);
                // On its way it is late by up to 20 ms.
                long atNs = nowNs + random.nextInt((int) (20 * MS));
                assertThat(check.check(reading.flow(), reading.notification(), atNs)).isEmpty();
                check.accept(reading.flow(), reading.notification(), atNs);
            }
        }
        assertThat(told).isGreaterThan(1000);
    }

    @Test
    void aNotificationThatCannotBeTrueIsRefused() {
        FlowKey flow = FeedbackFrames.flow();
        NotificationCheck check =
                new NotificationCheck(
                        HERE::contains, each -> each.localPort() == 5000, INTERVAL_NS, 100);
        CongestionNotification first = new CongestionNotification(0, 0, 0, 1_000_000);
        assertThat(check.check(flow, first, 0)).isEmpty();
        check.accept(flow, first, 0);
        assertThat(check.check(flow, first, MS)).contains(Refusal.REPLAYED);
        assertThat(check.check(flow, at(1_044_000), MS)).contains(Refusal.TOO_EARLY);
        assertThat(check.check(flow, at(1_050_000), MS)).isEmpty();
        // Another flow, and a receiver that was silent for long, begin anew.
        FlowKey other = new FlowKey(flow.local(), flow.remote(), FlowKey.UDP, 5000, 6001);
        assertThat(check.check(other, first, MS)).isEmpty();
        assertThat(check.check(flow, first, NotificationCheck.RESTART_NS)).isEmpty();
        FlowKey foreign = new FlowKey(flow.remote(), flow.local(), FlowKey.UDP, 5000, 6000);
        assertThat(check.check(foreign, first, MS)).contains(Refusal.FOREIGN_ADDRESS);
        FlowKey closed = new FlowKey(flow.local(), flow.remote(), FlowKey.UDP, 5001, 6000);
        assertThat(check.check(closed, first, MS)).contains(Refusal.NO_SOCKET);
    }

    /** Else one forged packet with a time far ahead would silence the receiver itself. */
    @Test
    void aTimeThatRunsAheadIsRefused() {
        FlowKey flow = FeedbackFrames.flow();
        NotificationCheck check =
                new NotificationCheck(HERE::contains, each -> true, INTERVAL_NS, 100);
        check.accept(flow, at(5_000_000), 0);
        for (long years = 1; years < 9; years++) {
            assertThat(check.check(flow, at(years * 31_536_000_000_000L), 60 * MS))
                    .contains(Refusal.AHEAD);
        }
        // A second may pass on the way of the one before, or be set right at the receiver.
        assertThat(check.check(flow, at(6_060_001), 60 * MS)).contains(Refusal.AHEAD);
        assertThat(check.check(flow, at(6_060_000), 60 * MS)).isEmpty();
        assertThat(check.check(flow, at(9_000_000), 4000 * MS)).isEmpty();
        // A receiver whose clock was set far ahead is believed after a while.
        assertThat(check.check(flow, at(31_536_000_000_000L), NotificationCheck.RESTART_NS))
                .isEmpty();
    }

    private static CongestionNotification at(long timeUs) {
        return new CongestionNotification(0, 0, 0, timeUs);
    }
}
