// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.link.Link;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.PmqecnReaction;
import org.weir.wire.feedback.FeedbackMessage;

/** Two hosts at the two ends of one link, in virtual time. */
class HostTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1000 * MS;
    private static final long LINE_BPS = 10_000_000;
    private static final long DELAY_NS = 500_000;

    private final Engine engine = new Engine(Pacing.FREE);
    private final Host one = new Host(engine, config(1));
    private final Host two = new Host(engine, config(2));
    private final List<byte[]> atTwo = new ArrayList<>();

    private static HostConfig config(int number) {
        return new HostConfig(
                "h" + number,
                new MacAddress(number),
                IpAddress.parse("10.0.0." + number),
                Optional.of(IpAddress.parse("fd00::" + number)),
                LINE_BPS,
                HostConfig.DEFAULT_QUEUE_FRAMES,
                HostConfig.DEFAULT_ANNOUNCE_PERIOD_NS);
    }

    private static FlowConfig flow(
            boolean ipv4,
            ArrivalProcess process,
            LoadSchedule load,
            Optional<PmqecnReaction> reaction) {
        return new FlowConfig(
                7,
                "flow",
                "A",
                ipv4 ? config(1).ipv4() : config(1).ipv6().orElseThrow(),
                ipv4 ? config(2).ipv4() : config(2).ipv6().orElseThrow(),
                4000,
                5000,
                46,
                true,
                1000,
                process,
                load,
                100,
                reaction);
    }

    private Link connect(double lossFraction) {
        Link link = new Link(engine, "h1-h2", DELAY_NS, lossFraction, 5);
        one.connect(link.forward());
        two.connect(link.backward());
        Consumer<byte[]> recordAndReceive =
                frame -> {
                    atTwo.add(frame);
                    two.accept(frame);
                };
        link.forward().connect(recordAndReceive);
        link.backward().connect(one);
        return link;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resolvesAndSendsAtTheOfferedRate(boolean ipv4) {
        FlowSender sender =
                one.addFlow(
                        flow(
                                ipv4,
                                ArrivalProcess.CBR,
                                LoadSchedule.constant(4_000_000),
                                Optional.empty()),
                        1);
        connect(0);
        one.start();
        two.start();
        engine.runUntil(10 * SECOND);

        FlowReceiver received = two.receivers().get(7);
        assertThat(received.bytes() * 8 / 10.0).isCloseTo(4e6, within(4e6 * 0.01));
        assertThat(received.lostPackets()).isZero();
        assertThat(received.latePackets()).isZero();
        // 800 µs on the line and 500 µs in it; an announcement may be on the line first.
        assertThat(received.delay().percentileNs(0.5)).isBetween(1_300_000L, 1_345_000L);
        assertThat(sender.sentPackets() - received.packets()).isBetween(0L, 1L);
    }

    /**
     * What is due while the line stands still arrives at its end, in order, and nothing is lost.
     */
    @Test
    void aLineThatStandsStillDeliversLater() {
        one.addFlow(
                flow(true, ArrivalProcess.CBR, LoadSchedule.constant(4_000_000), Optional.empty()),
                1);
        connect(0);
        one.start();
        two.start();
        engine.runUntil(SECOND);
        two.standStillUntil(SECOND + 50 * MS);
        FlowReceiver received = two.receivers().get(7);
        long before = received.packets();
        engine.runUntil(SECOND + 50 * MS - 1);
        assertThat(received.packets()).isEqualTo(before);

        engine.runUntil(SECOND + 50 * MS);
        assertThat(received.packets() - before).isBetween(24L, 26L);
        engine.runUntil(2 * SECOND);
        assertThat(received.lostPackets()).isZero();
        assertThat(received.latePackets()).isZero();
    }

    @Test
    void anIdleHostIsHeardFrom() {
        connect(0);
        one.start();
        engine.runUntil(10 * SECOND);

        assertThat(atTwo).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void aQuestionIsRepeatedUntilAnswered() {
        FlowSender sender =
                one.addFlow(
                        flow(
                                true,
                                ArrivalProcess.CBR,
                                LoadSchedule.constant(1_000_000),
                                Optional.empty()),
                        1);
        Link link = connect(0);
        link.setUp(false);
        one.start();
        two.start();
        engine.runUntil(5 * SECOND);
        assertThat(sender.sentPackets()).isZero();
        assertThat(sender.offeredPackets()).isZero();

        link.setUp(true);
        engine.runUntil(8 * SECOND);

        assertThat(two.receivers().get(7).packets()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CBR", "POISSON", "ON_OFF"})
    void everyProcessOffersItsMeanRateAndFollowsTheSchedule(String kind) {
        ArrivalProcess process =
                switch (kind) {
                    case "CBR" -> ArrivalProcess.CBR;
                    case "POISSON" -> ArrivalProcess.POISSON;
                    default -> ArrivalProcess.onOff(20 * MS, 30 * MS);
                };
        LoadSchedule load =
                new LoadSchedule(
                        List.of(
                                new LoadSchedule.Step(0, 1_000_000),
                                new LoadSchedule.Step(100 * SECOND, 0),
                                new LoadSchedule.Step(200 * SECOND, 3_000_000)),
                        300 * SECOND);
        FlowSender sender = one.addFlow(flow(true, process, load, Optional.empty()), 11);
        connect(0);
        one.start();
        two.start();

        long before = 0;
        for (double expectedBps : new double[] {1e6, 0, 3e6, 1e6}) {
            engine.runUntil(engine.nowNs() + 100 * SECOND);
            double offeredBps = (sender.offeredPackets() - before) * 8000 / 100.0;
            before = sender.offeredPackets();
            assertThat(offeredBps).isCloseTo(expectedBps, within(0.05 * expectedBps + 200));
        }
    }

    @Test
    void aFlowThatIsStoppedSendsNothingAndGoesOnAtItsRate() {
        FlowSender sender =
                one.addFlow(
                        flow(
                                true,
                                ArrivalProcess.POISSON,
                                LoadSchedule.constant(4_000_000),
                                Optional.empty()),
                        11);
        connect(0);
        one.setOffering(false);
        one.start();
        two.start();
        engine.runUntil(10 * SECOND);
        assertThat(sender.offeredPackets()).isZero();

        one.setOffering(true);
        engine.runUntil(20 * SECOND);
        one.setOffering(false);
        one.setOffering(false);
        long offered = sender.offeredPackets();
        long sent = sender.sentPackets();
        assertThat(offered).isCloseTo(5000, within(250L));
        engine.runUntil(30 * SECOND);
        assertThat(sender.offeredPackets()).isEqualTo(offered);
        assertThat(sender.sentPackets()).isEqualTo(sent);
        assertThat(sender.backlogPackets()).isZero();

        // Turned on and off at once, no arrival may be left over beside the new ones.
        for (int i = 0; i < 10; i++) {
            one.setOffering(true);
            one.setOffering(false);
        }
        one.setOffering(true);
        engine.runUntil(40 * SECOND);
        assertThat(sender.offeredPackets() - offered).isCloseTo(5000, within(250L));
    }

    @Test
    void nothingIsLostUncountedOnALossyLink() {
        FlowSender sender =
                one.addFlow(
                        flow(
                                true,
                                ArrivalProcess.POISSON,
                                LoadSchedule.constant(9_000_000),
                                Optional.empty()),
                        2);
        Link link = connect(0.1);
        one.start();
        two.start();
        for (int i = 0; i < 1000; i++) {
            engine.runUntil(engine.nowNs() + 7_777_777);
            assertThat(link.forward().sentFrames())
                    .isEqualTo(
                            link.forward().deliveredFrames()
                                    + link.forward().lostFrames()
                                    + link.forward().inFlightFrames());
            assertThat(link.forward().inFlightFrames()).isBetween(0L, 1L);
            assertThat(two.receivedFrames()).isEqualTo(link.forward().deliveredFrames());
            assertThat(sender.offeredPackets())
                    .isEqualTo(
                            sender.sentPackets()
                                    + sender.overflowPackets()
                                    + sender.backlogPackets());
        }
        FlowReceiver received = two.receivers().get(7);
        double lost = (double) received.lostPackets() / sender.sentPackets();
        assertThat(lost).isCloseTo(0.1, within(0.01));
    }

    @Test
    void theApplicationsBacklogIsBoundedAndCounted() {
        FlowSender sender =
                one.addFlow(
                        flow(
                                true,
                                ArrivalProcess.CBR,
                                LoadSchedule.constant(20_000_000),
                                Optional.empty()),
                        2);
        connect(0);
        one.start();
        two.start();
        engine.runUntil(2 * SECOND);

        assertThat(sender.backlogPackets()).isBetween(99, 100);
        assertThat(sender.overflowPackets()).isPositive();
        assertThat(two.receivers().get(7).bytes() * 8 / 2.0)
                .isCloseTo(LINE_BPS, within(LINE_BPS * 0.01));
    }

    @Test
    void feedbackSlowsTheFlowItIsAbout() {
        FlowSender sender =
                one.addFlow(
                        flow(
                                true,
                                ArrivalProcess.CBR,
                                LoadSchedule.constant(LINE_BPS),
                                Optional.of(PmqecnReaction.forLine(LINE_BPS))),
                        2);
        connect(0);
        one.start();
        two.start();
        engine.runUntil(5 * SECOND);
        long before = sender.allowedRateBps();
        assertThat(before).isGreaterThan(9_000_000);

        engine.submit(() -> one.accept(feedback(5000, 1)));
        engine.submit(() -> one.accept(feedback(5001, 1)));
        engine.runUntil(engine.nowNs() + 1);

        assertThat(sender.feedbackPackets()).isEqualTo(1);
        assertThat(one.strayFeedbackPackets()).isEqualTo(1);
        assertThat(sender.allowedRateBps()).isEqualTo(before / 2);
        assertThat(sender.feedbackLatency().count()).isEqualTo(1);
        assertThat(sender.feedbackLatency().maxNs()).isEqualTo(2 * MS);
    }

    private byte[] feedback(int fromPort, long sequence) {
        long timeUs = (engine.nowNs() - 2 * MS) / 1000;
        FeedbackMessage message =
                new FeedbackMessage(0, 17, 8000, 4000, 20, 10, timeUs, 4, sequence);
        return new UdpPacket(
                        config(1).mac(),
                        config(2).mac(),
                        config(2).ipv4(),
                        config(1).ipv4(),
                        FeedbackMessage.DSCP,
                        3,
                        64,
                        fromPort,
                        4000,
                        message.toPayload())
                .toFrame();
    }

    @Test
    void theSameSeedGivesTheSameBytes() {
        assertThat(bytesOfOneRun(3)).isEqualTo(bytesOfOneRun(3));
        assertThat(bytesOfOneRun(3)).isNotEqualTo(bytesOfOneRun(4));
    }

    private static List<String> bytesOfOneRun(long seed) {
        HostTest run = new HostTest();
        run.one.addFlow(
                flow(
                        true,
                        ArrivalProcess.POISSON,
                        LoadSchedule.constant(3_000_000),
                        Optional.of(PmqecnReaction.forLine(LINE_BPS))),
                seed);
        run.connect(0.05);
        run.one.start();
        run.two.start();
        run.engine.runUntil(2 * SECOND);
        return run.atTwo.stream().map(Arrays::toString).toList();
    }
}
