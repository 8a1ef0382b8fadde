// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpSegment;

/** Marks between hosts that react as Linux does: state CWR, and acknowledgements at once. */
class LinuxMarkTest {
    private static final long DELAY_NS = 10 * TcpPair.MS;
    private static final int SEGMENT_BYTES = 1448;
    private static final int MARKED = 61;

    private final List<TcpSegment> data = new ArrayList<>();
    private final List<TcpSegment> answers = new ArrayList<>();

    /** Windows after acknowledgements, from the first with ECE on, segments. */
    private final List<Double> windows = new ArrayList<>();

    private double windowBefore;
    private Sender sender;
    private TcpPair pair;

    /** Whether the way loses a data segment that is sent after the reduction for the mark. */
    private BooleanSupplier loses = () -> false;

    private void run(CongestionAlgorithm algorithm, int quickAcks) {
        run(TcpConfig.of(algorithm).withQuickAcks(quickAcks));
    }

    private void run(TcpConfig config) {
        TcpTransport transport = new TcpTransport(config, Map.of(), (message, one) -> sender = one);
        pair = new TcpPair(transport, this::forth, this::back, MessageLog.NONE);
        pair.send(0, 400L * SEGMENT_BYTES);
        pair.engine.runUntil(10 * TcpPair.SECOND);
    }

    private void forth(byte[] frame, Consumer<byte[]> arrive) {
        TcpSegment segment = TcpSegment.parse(frame.clone()).orElseThrow();
        if (segment.payloadBytes() > 0) {
            if (data.size() == MARKED) {
                TcpSchedules.Weather.mark(frame);
            }
            data.add(segment);
            if (pair.client.counts().markReductions() > 0 && loses.getAsBoolean()) {
                return;
            }
        }
        pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame));
    }

    private void back(byte[] frame, Consumer<byte[]> arrive) {
        TcpSegment answer = TcpSegment.parse(frame.clone()).orElseThrow();
        answers.add(answer);
        pair.engine.scheduleAfter(
                DELAY_NS,
                () -> {
                    if (windows.isEmpty() && sender != null) {
                        windowBefore = sender.control().windowBytes() / SEGMENT_BYTES;
                    }
                    arrive.accept(frame);
                    boolean echoes = answer.has(TcpFlags.ECE) && !answer.has(TcpFlags.SYN);
                    if (echoes || !windows.isEmpty()) {
                        windows.add(sender.control().windowBytes() / SEGMENT_BYTES);
                    }
                });
    }

    private double threshold() {
        return sender.control().thresholdBytes() / SEGMENT_BYTES;
    }

    @ParameterizedTest
    @EnumSource(names = {"RENO_LINUX", "CUBIC_LINUX"})
    void theWindowFallsOverARoundTrip(CongestionAlgorithm algorithm) {
        run(algorithm, TcpConfig.LINUX_QUICK_ACKS);

        assertThat(pair.client.counts().markReductions()).isEqualTo(1);
        assertThat(threshold()).isLessThan(windowBefore - 4);
        assertThat(windows.get(0)).isGreaterThan(windowBefore - 2);
        int end = 0;
        while (windows.get(end) > threshold()) {
            assertThat(windows.get(end + 1))
                    .as("window %d", end)
                    .isLessThanOrEqualTo(windows.get(end));
            assertThat(windows.get(end + 1)).isGreaterThanOrEqualTo(windows.get(end) - 3);
            end++;
        }
        // A round trip has about half as many acknowledgements as segments.
        assertThat(end).isGreaterThan((int) windowBefore / 3);
    }

    /** Thresholds of a run with one mark without a loss, and of one with losses, segments. */
    private static double[] thresholds(
            TcpConfig config, Function<LinuxMarkTest, BooleanSupplier> loses) {
        LinuxMarkTest without = new LinuxMarkTest();
        without.run(config);
        LinuxMarkTest with = new LinuxMarkTest();
        with.loses = loses.apply(with);
        with.run(config);
        assertThat(with.pair.client.counts().markReductions()).isEqualTo(1);
        return new double[] {without.threshold(), with.threshold()};
    }

    @ParameterizedTest
    @CsvSource({"RENO_LINUX, false", "RENO_LINUX, true", "CUBIC_LINUX, false", "CUBIC_LINUX, true"})
    void theLossOfTheFirstSegmentAfterTheReductionIsAnswered(
            CongestionAlgorithm algorithm, boolean accEcn) {
        TcpConfig config = TcpConfig.of(algorithm).withAccEcn(accEcn);
        double[] thresholds =
                thresholds(
                        config,
                        test -> {
                            AtomicBoolean lost = new AtomicBoolean();
                            return () -> !lost.getAndSet(true);
                        });

        assertThat(thresholds[1]).isLessThan(0.85 * thresholds[0]);
    }

    @ParameterizedTest
    @EnumSource(names = {"RENO_LINUX", "CUBIC_LINUX"})
    void theTimeoutOfTheFirstSegmentAfterTheReductionIsAnswered(CongestionAlgorithm algorithm) {
        double[] thresholds =
                thresholds(
                        TcpConfig.of(algorithm),
                        test -> () -> test.pair.client.counts().timeouts() == 0);

        assertThat(thresholds[1]).isLessThan(0.85 * thresholds[0]);
    }

    @ParameterizedTest
    @EnumSource(names = {"RENO", "CUBIC"})
    void theWindowOfTheStandardsFallsAtOnce(CongestionAlgorithm algorithm) {
        run(algorithm, 0);

        assertThat(windows.get(0)).isCloseTo(threshold(), within(0.01));
    }

    private boolean isAcknowledgedAlone(TcpSegment segment) {
        int end = segment.sequence() + segment.payloadBytes();
        return answers.stream().anyMatch(one -> one.acknowledgement() == end)
                && answers.stream().anyMatch(one -> one.acknowledgement() == segment.sequence());
    }

    @Test
    void theFirstMarkAndCwrAreAcknowledgedAtOnce() {
        run(CongestionAlgorithm.RENO_LINUX, TcpConfig.LINUX_QUICK_ACKS);

        int reduced = 0;
        while (!data.get(reduced).has(TcpFlags.CWR)) {
            reduced++;
        }
        int marked = data.get(MARKED).sequence() + SEGMENT_BYTES;
        assertThat(answers).anyMatch(one -> one.acknowledgement() == marked);
        assertThat(isAcknowledgedAlone(data.get(MARKED + 1))).isTrue();
        int cwr = data.get(reduced).sequence() + SEGMENT_BYTES;
        assertThat(answers).anyMatch(one -> one.acknowledgement() == cwr);
        assertThat(isAcknowledgedAlone(data.get(MARKED + 2)))
                .as("the third one waits for the next")
                .isFalse();
    }
}
