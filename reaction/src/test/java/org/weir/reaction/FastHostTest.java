// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.RateWindow;
import org.weir.control.policy.JsonField;
import org.weir.reaction.config.ReactionReader;
import org.weir.wire.feedback.FeedbackMessage;

/** Senders with default settings whose line may be faster than the port that they congest. */
class FastHostTest {
    private static final long PACKETS = 25_000;

    private static RateControl started(String kind, long lineBps) {
        ObjectNode flow = JsonNodeFactory.instance.objectNode();
        flow.putObject("reaction").put("kind", kind);
        return ReactionReader.read(
                        new JsonField("test", "", flow).object(List.of("reaction")), lineBps)
                .orElseThrow()
                .start(lineBps);
    }

    /** A {@code share} sender with a line of 1 Gb/s and one setting. */
    private static RateControl startedWith(String field, long value) {
        ObjectNode flow = JsonNodeFactory.instance.objectNode();
        flow.putObject("reaction").put("kind", "share").put(field, value);
        long lineBps = 1_000_000_000L;
        RateControl rate =
                ReactionReader.read(
                                new JsonField("test", "", flow).object(List.of("reaction")),
                                lineBps)
                        .orElseThrow()
                        .start(lineBps);
        rate.onSent(1500);
        return rate;
    }

    static Stream<String> ports() {
        Stream.Builder<String> all = Stream.builder();
        for (String kind : List.of("share", "target-rate")) {
            for (String marking : List.of("depth", "rate")) {
                for (int flows : new int[] {1, 4, 100}) {
                    for (int intervalUs : new int[] {16, 625, 10_000}) {
                        for (int ratio : new int[] {1, 30, 1000}) {
                            all.add(line(kind, marking, flows, intervalUs, ratio, 10));
                        }
                        if (flows == 4) {
                            all.add(line(kind, marking, flows, intervalUs, 1, 1000));
                            all.add(line(kind, marking, flows, intervalUs, 1, 10_000));
                            all.add(line(kind, marking, flows, intervalUs, 100, 10_000));
                        }
                    }
                }
            }
        }
        // Messages are for marking by depth, and at fast ports for short intervals.
        for (String kind : List.of("messages", "mixed")) {
            for (int flows : new int[] {1, 4, 100}) {
                for (int ratio : new int[] {1, 30, 1000}) {
                    all.add(line(kind, "depth", flows, 10_000, ratio, 10));
                }
                all.add(line(kind, "depth", flows, 625, 1, 1000));
                all.add(line(kind, "depth", flows, 10_000, 1, 1000));
                all.add(line(kind, "depth", flows, 60, 1, 10_000));
                all.add(line(kind, "depth", flows, 10_000, 1, 10_000));
            }
        }
        for (int flows : new int[] {1, 4, 100}) {
            for (int ratio : new int[] {1, 30, 1000}) {
                all.add(line("mixed", "rate", flows, 10_000, ratio, 10));
            }
        }
        return all.build();
    }

    private static String line(
            String kind, String marking, int flows, int intervalUs, int ratio, int portMbps) {
        return String.join(
                ",",
                kind,
                marking,
                String.valueOf(flows),
                String.valueOf(intervalUs),
                String.valueOf(ratio),
                String.valueOf(portMbps));
    }

    /** Kind, marking, flows, feedback interval in µs, line / port, port in Mb/s. */
    @ParameterizedTest
    @MethodSource("ports")
    void aClassSendsItsTargetRate(String text) {
        String[] field = text.split(",");
        int flows = Integer.parseInt(field[2]);
        long portBps = 1_000_000L * Integer.parseInt(field[5]);
        long lineBps = portBps * Integer.parseInt(field[4]);
        boolean byRate = field[1].equals("rate");
        CongestedPort port = new CongestedPort(portBps, Integer.parseInt(field[3]), byRate);
        for (int i = 0; i < flows; i++) {
            port.add(started(field[0], lineBps));
        }
        double seconds = Math.max(1, port.secondsOf(PACKETS));
        port.run(seconds, 4L * Math.round(seconds / port.secondsOf(1)));
        port.run(seconds, 4L * Math.round(seconds / port.secondsOf(1)));
        assertThat(port.sentPart(seconds)).as("sent / λ*").isBetween(0.7, byRate ? 1.06 : 1.1);
        assertThat(port.lostPart()).as("lost").isLessThan(0.001);
    }

    /** Six feedback packets of a flow wait meanwhile, and are then read 20 µs apart. */
    @ParameterizedTest
    @ValueSource(strings = {"share", "target-rate"})
    void aStallOfTheAgentsDoesNotShortenTheTimes(String kind) {
        long portBps = 10_000_000_000L;
        CongestedPort port = new CongestedPort(portBps, 10_000, false);
        for (int i = 0; i < 4; i++) {
            port.add(started(kind, portBps));
        }
        port.run(1.5, Long.MAX_VALUE);
        port.stall(0.06);
        port.run(1.5, Long.MAX_VALUE);
        port.run(1, Long.MAX_VALUE);
        assertThat(port.sentPart(1)).as("sent / λ*").isBetween(0.7, 1.1);
        assertThat(port.lostPart()).as("lost").isLessThan(0.001);
    }

    /**
     * A policy that lengthens the interval lengthens the times, once the class overloads its port.
     */
    @ParameterizedTest
    @ValueSource(strings = {"share", "target-rate", "messages"})
    void timesFollowALongerFeedbackInterval(String kind) {
        RateControl rate = started(kind, 10_000_000_000L);
        rate.onSent(1500);
        long timeUs = 1;
        for (int i = 0; i < 40; i++) {
            timeUs += 16;
            rate.onFeedback(feedback(9_000_000, timeUs, i));
        }
        long shortNs = rate.cycleNs();
        // Near its λ* the class seldom causes feedback, which says nothing of the interval.
        for (int i = 0; i < 100; i++) {
            timeUs += 10_000;
            rate.onFeedback(feedback(4_800_000, timeUs, i));
        }
        assertThat(rate.cycleNs()).isEqualTo(shortNs);
        for (int i = 0; i < 70; i++) {
            timeUs += 10_000;
            rate.onFeedback(feedback(9_000_000, timeUs, i));
        }
        assertThat(rate.cycleNs()).isGreaterThan(100 * shortNs);
    }

    private static FeedbackMessage feedback(long arrivalKbps, long timeUs, int sequence) {
        return new FeedbackMessage(1, 17, arrivalKbps, 4_750_000, 5, 4, timeUs, 1, sequence);
    }

    @ParameterizedTest
    @CsvSource({"share, 10000000", "share, 10000000000", "target-rate, 10000000000"})
    void withoutFeedbackTheTimesAreThoseOfTheLine(String kind, long lineBps) {
        RateControl rate = started(kind, lineBps);
        double windows = RateWindow.forRate(lineBps).us() / 32_768.0;
        double normalMs = kind.equals("share") ? 50 : 100;
        assertThat(rate.cycleNs()).isEqualTo(Math.round(1e6 * normalMs * windows));
        double seconds = 0;
        while (rate.rateBps() < lineBps) {
            seconds += rate.cycleNs() / 1e9;
            rate.onSent(1500);
            rate.onCycle(true);
        }
        assertThat(seconds).as("time to the line's rate").isLessThan(100 * windows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"share", "target-rate", "messages"})
    void aFlowThatGetsNoMoreFeedbackReachesItsLine(String kind) {
        long lineBps = 10_000_000_000L;
        RateControl rate = started(kind, lineBps);
        while (rate.rateBps() < 2_000_000_000) {
            rate.onSent(1500);
            rate.onCycle(true);
        }
        rate.onFeedback(new FeedbackMessage(1, 17, 4_000_000, 4_750_000, 5, 4, 1, 1, 1));
        double seconds = 0;
        while (rate.rateBps() < lineBps && seconds < 1000) {
            seconds += rate.cycleNs() / 1e9;
            rate.onSent(1500);
            rate.onCycle(true);
        }
        assertThat(seconds).isLessThan(10);
    }

    /** Many feedback packets of a class with a low λ*, or forged ones, and then none. */
    @ParameterizedTest
    @CsvSource({"share, 1", "share, 100", "target-rate, 1", "target-rate, 100"})
    void aFlowRecoversInSecondsFromTheLowestRate(String kind, long targetKbps) {
        RateControl rate = started(kind, 1_000_000_000L);
        rate.onSent(1500);
        for (int i = 1; i <= 30; i++) {
            rate.onSent(1500);
            rate.onFeedback(
                    new FeedbackMessage(
                            1,
                            17,
                            60_000,
                            targetKbps,
                            5,
                            FeedbackMessage.BY_RATE,
                            100_000L * i,
                            1,
                            i));
        }
        assertThat(rate.rateBps()).as("a packet a second").isGreaterThanOrEqualTo(12_000);
        double seconds = 0;
        double bits = 0;
        while (rate.rateBps() < 100_000 && seconds < 1000) {
            double cycle = rate.cycleNs() / 1e9;
            seconds += cycle;
            bits += rate.rateBps() * cycle;
            if (bits >= 12_000) {
                bits %= 12_000;
                rate.onSent(1500);
            }
            rate.onCycle(true);
        }
        assertThat(seconds).isLessThan(15);
    }

    /** A host of 1 Gb/s behind a port of 10 Mb/s: half of the class is half of λ*. */
    @Test
    void theResolutionOfTheArrivalRateIsASmallPartOfIt() {
        RateControl rate = startedWith("startBps", 3_000_000);
        rate.onFeedback(new FeedbackMessage(1, 17, 6000, 4750, 4, 4, 1, 1, 1));
        rate.onFeedback(new FeedbackMessage(1, 17, 6000, 4750, 4, 4, 100_000, 1, 2));
        assertThat(rate.rateBps()).isBetween(2_100_000L, 2_500_000L);
    }

    @Test
    void aStatedLeastRateHoldsWhateverThePortIs() {
        RateControl rate = startedWith("leastBps", 5_000_000);
        for (int i = 0; i < 20; i++) {
            rate.onFeedback(new FeedbackMessage(1, 17, 60_000, 100, 5, 4, 1 + 100_000L * i, 1, i));
        }
        assertThat(rate.rateBps()).isEqualTo(5_000_000);
    }
}
