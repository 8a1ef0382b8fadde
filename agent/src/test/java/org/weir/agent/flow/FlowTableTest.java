// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.agent.feedback.FlowKey;
import org.weir.reaction.DcqcnReaction;
import org.weir.reaction.P4qcnReaction;
import org.weir.reaction.PmqecnReaction;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.reaction.Recovery;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.reaction.share.ShareReaction;
import org.weir.reaction.targetrate.TargetRateReaction;
import org.weir.wire.feedback.FeedbackMessage;

class FlowTableTest {
    private static final long LINE_BPS = 10_000_000;
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    private double startedAtBps;
    private FlowTable table;

    @BeforeEach
    void makeTable() {
        table =
                new FlowTable(
                        startBps -> {
                            startedAtBps = startBps;
                            return new PmqecnReaction(
                                    new Recovery(startBps, 1e5, 5e5, 5), 50 * MS, 0.5);
                        },
                        LINE_BPS,
                        20 * SECOND,
                        3);
    }

    private static FlowKey flow(int localPort) {
        FlowKey flow = FeedbackFrames.flow();
        return new FlowKey(flow.local(), flow.remote(), flow.protocol(), localPort, 6000);
    }

    private Shape only() {
        assertThat(table.shapes()).hasSize(1);
        return table.shapes().iterator().next();
    }

    @Test
    void theFirstRateIsThatOfTheClassTimesWhatTheReactionPointMakesOfIt() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        assertThat(startedAtBps).isEqualTo(5e6);
        assertThat(only()).isEqualTo(new Shape(1, flow(1), 4_000_000, false));
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 2), 40 * MS);
        assertThat(only().rateBps()).isEqualTo(3_200_000);
    }

    @Test
    void noRateIsAboveTheLines() {
        table.onFeedback(flow(1), FeedbackFrames.message(90_000, 60_000, 1), 0);
        assertThat(startedAtBps).isEqualTo(LINE_BPS);
        assertThat(only().rateBps()).isLessThan(LINE_BPS);
    }

    @Test
    void aCycleCountsFromTheLastFeedbackAndOnlyALimitedFlowRecovers() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.onTraffic(Map.of(1, new SlotTraffic(1000, 1, 0, 0)), 25 * MS);
        table.advance(49 * MS);
        table.advance(50 * MS);
        assertThat(only().rateBps()).as("it had nothing more to send").isEqualTo(4_000_000);
        table.onTraffic(Map.of(1, new SlotTraffic(2000, 2, 3, 0)), 75 * MS);
        table.advance(99 * MS);
        assertThat(only().rateBps()).isEqualTo(4_000_000);
        table.advance(100 * MS);
        assertThat(only().rateBps()).isEqualTo(4_500_000);
        table.onTraffic(Map.of(1, new SlotTraffic(40_000, 40, 0, 0)), 150 * MS);
        table.advance(150 * MS);
        assertThat(only().rateBps()).as("it sent what it may").isEqualTo(4_750_000);
    }

    @Test
    void aPacketThatHadToWaitLimitsAFlowOnlyIfItSendsHalfOfWhatItMay() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        // 4 Mb/s are 25 000 bytes in a cycle of 50 ms.
        table.onTraffic(Map.of(1, new SlotTraffic(9000, 1, 0, 1)), 50 * MS);
        table.advance(50 * MS);
        assertThat(only().rateBps()).isEqualTo(4_000_000);
        table.onTraffic(Map.of(1, new SlotTraffic(22_000, 3, 0, 2)), 100 * MS);
        table.advance(100 * MS);
        assertThat(only().rateBps()).isEqualTo(4_500_000);
    }

    @Test
    void whatWasSentBeforeAFeedbackDoesNotMakeAnIdleFlowRecover() {
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.onTraffic(Map.of(1, new SlotTraffic(1000, 1, 0, 0)), 25 * MS);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 2), 49 * MS);
        long rateBps = only().rateBps();
        // 3000 bytes in 25 ms, of which the last one belongs to the new cycle.
        table.onTraffic(Map.of(1, new SlotTraffic(4000, 4, 0, 0)), 50 * MS);
        table.advance(99 * MS);
        assertThat(only().rateBps()).isEqualTo(rateBps);
    }

    /** A class whose packets wait shows what the line leaves it; another shows nothing. */
    @Test
    void feedbackLearnsTheRateAtWhichAFlowReallySent() {
        List<Double> used = new ArrayList<>();
        table =
                new FlowTable(
                        startBps -> lineBps -> fixed(5_000_000, used), LINE_BPS, 20 * SECOND, 2);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.onTraffic(Map.of(1, new SlotTraffic(0, 0, 3, 0)), 25 * MS);
        table.onTraffic(Map.of(1, new SlotTraffic(10_000, 10, 3, 0)), 50 * MS);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 2), 60 * MS);
        table.onTraffic(Map.of(1, new SlotTraffic(12_000, 12, 0, 0)), 75 * MS);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 3), 80 * MS);

        double unlimited = Double.POSITIVE_INFINITY;
        assertThat(used).as("one frame more").containsExactly(5e6, unlimited, 3.52e6, unlimited);
    }

    /** Between two readings a slow flow may have no packet, and still sends what it may. */
    @Test
    void readingsBetweenTwoPacketsOfASlowFlowDoNotReduceItsRate() {
        List<Double> used = new ArrayList<>();
        table =
                new FlowTable(
                        startBps -> lineBps -> fixed(400_000, used), LINE_BPS, 20 * SECOND, 2);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 1), 0);
        table.onTraffic(Map.of(1, new SlotTraffic(1500, 1, 3, 0)), 3 * MS);
        table.onTraffic(Map.of(1, new SlotTraffic(1500, 1, 3, 0)), 28 * MS);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 2), 33 * MS);
        table.onTraffic(Map.of(1, new SlotTraffic(3000, 2, 3, 0)), 34 * MS);
        table.onFeedback(flow(1), FeedbackFrames.message(5000, 4000, 3), 36 * MS);

        assertThat(used.subList(1, used.size())).containsOnly(Double.POSITIVE_INFINITY);
    }

    private static RateControl fixed(long rateBps, List<Double> used) {
        return new RateControl() {
            @Override
            public long rateBps() {
                return rateBps;
            }

            @Override
            public void onUsedRate(double usedBps) {
                used.add(usedBps);
            }

            @Override
            public long cycleNs() {
                return 50 * MS;
            }

            @Override
            public void onCycle(boolean limited) {}
        };
    }

    @Test
    void thereIsNoRoomForMoreThanTheMost() {
        for (int port = 1; port <= 3; port++) {
            assertThat(table.hasRoom(flow(port))).isTrue();
            table.onFeedback(flow(port), FeedbackFrames.message(5000, 4000, port), 0);
        }
        assertThat(table.hasRoom(flow(4))).isFalse();
        assertThat(table.hasRoom(flow(1))).isTrue();
        assertThatThrownBy(
                        () -> table.onFeedback(flow(4), FeedbackFrames.message(5000, 4000, 9), 0))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whateverHappensSlotsAreApartRatesPossibleAndSilenceReleases() {
        Random random = new Random(3);
        Map<FlowKey, Long> heard = new HashMap<>();
        long nowNs = 0;
        for (int i = 1; i < 20_000; i++) {
            nowNs += random.nextInt(200) * MS;
            FlowKey flow = flow(random.nextInt(8));
            if (random.nextInt(40) == 0 && table.hasRoom(flow)) {
                long arrival = random.nextInt(40_000);
                table.onFeedback(
                        flow,
                        FeedbackFrames.message(arrival, 1 + random.nextInt(40_000), i),
                        nowNs);
                heard.put(flow, nowNs);
            }
            Map<Integer, SlotTraffic> traffic = new HashMap<>();
            for (Shape shape : table.shapes()) {
                traffic.put(shape.slot(), new SlotTraffic(i * 100L, i, random.nextInt(2), i));
            }
            table.onTraffic(traffic, nowNs);
            table.advance(nowNs);
            Set<Integer> slots = new HashSet<>();
            for (Shape shape : table.shapes()) {
                assertThat(slots.add(shape.slot())).isTrue();
                assertThat(shape.slot()).isBetween(1, 3);
                assertThat(shape.rateBps()).isBetween(1L, LINE_BPS);
                if (shape.rateBps() < LINE_BPS) {
                    assertThat(nowNs - heard.get(shape.flow())).isLessThan(20 * SECOND);
                }
            }
        }
    }

    /** Reaction points that obey no two packets of feedback within a settling time of 80 ms. */
    static Stream<Reaction> settling() {
        return Stream.of(
                new ShareReaction(
                        8e6, 1e5, 0.5, 0.25, 0.02, 1, 0.5, 0.01, 0.1, 0.05, 3, 50 * MS, 80_000),
                TargetRateReaction.forLine(LINE_BPS));
    }

    private static FeedbackMessage excess(long switchTimeUs) {
        return new FeedbackMessage(1, FlowKey.UDP, 9000, 3000, 10, 4, switchTimeUs, 4, 1);
    }

    @ParameterizedTest
    @MethodSource("settling")
    void feedbackCutsAfterItsSettlingTimeWhateverTheClockOfItsSwitchSays(Reaction reaction) {
        long aroundUs = 1L << 32;
        long aheadUs = 1000_000_000;
        // The clock of the one switch starts anew, and that of the other is ahead.
        for (long[] timesUs :
                new long[][] {
                    {aroundUs - 1000, 199_000},
                    {aheadUs, 200_000},
                    {0, aheadUs + 200_000},
                }) {
            table = new FlowTable(startBps -> reaction, LINE_BPS, 20 * SECOND, 3);
            table.onFeedback(flow(1), excess(timesUs[0]), 5 * SECOND);
            long cutBps = only().rateBps();
            table.onFeedback(flow(1), excess(timesUs[1]), 5 * SECOND + MS);
            assertThat(only().rateBps()).as("before it has settled").isEqualTo(cutBps);
            table.onFeedback(flow(1), excess(timesUs[1]), 5 * SECOND + 200 * MS);
            assertThat(only().rateBps()).isLessThan(cutBps);
        }
    }

    @Test
    void aNotificationHalvesTheLinesRateAndAByteCounterCountsEachPacket() {
        DcqcnReaction reaction =
                new DcqcnReaction(
                        LINE_BPS, 1e5, 1.0 / 256, 55 * MS, 3600 * SECOND, 100_000, 5, 1e5, 1e6);
        table = new FlowTable(startBps -> reaction, LINE_BPS, 20 * SECOND, 3);
        CongestionNotification told = new CongestionNotification(0, 0, 0, 1);
        // However late a flow learns of congestion, α is 1 then.
        long startNs = 3600 * SECOND;
        table.onNotification(flow(1), told, startNs);
        assertThat(only().rateBps()).isEqualTo(LINE_BPS / 2);
        // 99 packets of 1000 bytes are less than a cycle of the counter, 100 are one: the rate
        // comes half the way back to where it was.
        table.onTraffic(Map.of(1, new SlotTraffic(99_000, 99, 0, 0)), startNs + MS);
        assertThat(only().rateBps()).isEqualTo(LINE_BPS / 2);
        table.onTraffic(Map.of(1, new SlotTraffic(100_000, 100, 0, 0)), startNs + 2 * MS);
        assertThat(only().rateBps()).isEqualTo(LINE_BPS * 3 / 4);
        table.advance(startNs + 20 * SECOND);
        assertThat(table.size()).isZero();
    }

    /** P4QCN has no timer: without packets a flow stays as it is, and is released in the end. */
    @Test
    void aFlowOfP4qcnRecoversByItsBytesAlone() {
        P4qcnReaction reaction = new P4qcnReaction(new Recovery(LINE_BPS, 1e5, 1e5, 5), 1, 100_000);
        table = new FlowTable(startBps -> reaction, LINE_BPS, 20 * SECOND, 3);
        table.onNotification(flow(1), new CongestionNotification(0, 0, 0, 1), SECOND);
        assertThat(only().rateBps()).isEqualTo(LINE_BPS / 2);
        table.onTraffic(Map.of(1, new SlotTraffic(99_000, 99, 0, 0)), 10 * SECOND);
        table.advance(11 * SECOND);
        assertThat(only().rateBps()).isEqualTo(LINE_BPS / 2);
        table.onTraffic(Map.of(1, new SlotTraffic(100_000, 100, 0, 0)), 11 * SECOND);
        assertThat(only().rateBps()).isEqualTo(LINE_BPS * 3 / 4);
        table.advance(21 * SECOND);
        assertThat(table.size()).isZero();
    }
}
