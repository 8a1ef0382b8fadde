// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.app.AqmView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.SchedulingView;
import org.weir.app.SchedulingView.Mode;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.control.policy.ActivityThresholds;

class PortTextTest {

    /** As after a takeover, and while the counters of a switch cannot be read. */
    @Test
    void withoutARecentReadingFiguresAreUnknownAndNoPortIsIdle() {
        QueueView queue =
                new QueueView(
                        0,
                        "A",
                        Map.of(QueueFigure.OFFERED_RATE, 1_234_000, QueueFigure.MARKS, 11),
                        null,
                        null,
                        List.of());
        PortView unread = port(queue).withMeasured(false);
        PortView never = port(new QueueView(0, "A", Map.of(), null, null, List.of()));

        assertThat(PortText.isIdle(never)).isTrue();
        assertThat(PortText.isIdle(never.withMeasured(false))).isFalse();
        assertThat(PortText.lines(unread).get(1))
                .isEqualTo("  no recent reading: the measured figures are unknown");
        assertThat(PortText.lines(unread).get(3).trim()).matches("A( +-){15}");
    }

    @Test
    void showsMeasuresSettingsAndWhatIsMissed() {
        Map<QueueFigure, Number> measured =
                Map.of(
                        QueueFigure.OFFERED_RATE, 1_234_000,
                        QueueFigure.GOODPUT, 1_100_000,
                        QueueFigure.DEPTH_MEAN, 3.25,
                        QueueFigure.DEPTH_MAX, 9,
                        QueueFigure.DELAY_P50, 0.5,
                        QueueFigure.DELAY_P99, 12,
                        QueueFigure.MARKS, 11,
                        QueueFigure.FEEDBACK, 2,
                        QueueFigure.DROPS, 1);
        QueueSettings settings =
                QueueSettings.builder(0)
                        .weightFraction(0.4)
                        .weightPackets(6)
                        .marking(Marking.atDepth(12))
                        .limitPackets(48)
                        .arrivalRateBps(1e6)
                        .serviceRateBps(4e6)
                        .targetRateBps(3.9e6)
                        .build();

        List<String> lines =
                PortText.lines(
                        port(
                                new QueueView(
                                        0, "A", measured, settings, false, List.of("delayMs")),
                                new QueueView(
                                        1,
                                        "C",
                                        Map.of(QueueFigure.DELAY_P50, Double.NaN),
                                        null,
                                        null,
                                        List.of())));

        assertThat(lines.get(0))
                .isEqualTo(
                        "device:s1/4  10.00 Mb/s, 256 packets, λ over 0.131 ms, up, set 3 times");
        assertThat(words(lines.get(2)))
                .isEqualTo(
                        "A 1.23 3.90 4.00 1.10 0.400 12 48 3.3 9 0.500 12.00 11 2 1 missed delayMs");
        assertThat(words(lines.get(3))).isEqualTo("C 0.00 - - 0.00 - - - 0.0 0 - 0.00 0 0 0 -");
    }

    @Test
    void portIsIdleWhileNoClassHasTrafficAndNoneMissesATarget() {
        QueueView idle = new QueueView(0, "A", Map.of(), null, true, List.of());
        QueueView unknown = new QueueView(1, "B", Map.of(), null, null, List.of());
        QueueView missed = new QueueView(1, "B", Map.of(), null, false, List.of("delayMs"));
        QueueView sent =
                new QueueView(1, "B", Map.of(QueueFigure.OFFERED_RATE, 1), null, true, List.of());
        QueueView waiting =
                new QueueView(1, "B", Map.of(QueueFigure.DEPTH_MAX, 1), null, true, List.of());

        assertThat(PortText.isIdle(port(idle, unknown))).isTrue();
        for (QueueView other : List.of(missed, sent, waiting)) {
            assertThat(PortText.isIdle(port(idle, other))).isFalse();
        }
    }

    @Test
    void idlePortsShareALineOfAtMostAHundredCharacters() {
        PortView idle = port(new QueueView(0, "A", Map.of(), null, true, List.of()));

        assertThat(PortText.idle(List.of(idle)))
                .isEqualTo("1 port without traffic: device:s1/4 (--all shows them)");
        for (int count = 2; count < 300; count++) {
            String line = PortText.idle(Collections.nCopies(count, idle));
            assertThat(line.length()).isLessThanOrEqualTo(100);
            assertThat(line).startsWith(count + " ports without traffic: device:s1/4");
            int named = line.split("device:s1/4", -1).length - 1;
            int more =
                    line.contains(" and ")
                            ? Integer.parseInt(line.replaceAll(".* and (\\d+) more.*", "$1"))
                            : 0;
            assertThat(named + more).isEqualTo(count);
        }
    }

    @Test
    void classThatSendsNothingHasMetNothing() {
        QueueView idle = new QueueView(0, "A", Map.of(), null, true, List.of());
        QueueView busy =
                new QueueView(1, "B", Map.of(QueueFigure.OFFERED_RATE, 1), null, true, List.of());

        List<String> lines = PortText.lines(port(idle, busy));

        assertThat(lines.get(2)).endsWith(" no traffic");
        assertThat(lines.get(3)).endsWith(" met");
    }

    @Test
    void saysWhoKeepsTheWeightsWhereItIsNotTheProgram() {
        assertThat(line(new SchedulingView(Mode.ASIC, OptionalDouble.of(0.000312), "")))
                .isEqualTo("weights in the ASIC, largest difference of a share 0.00031");
        assertThat(line(new SchedulingView(Mode.ASIC, OptionalDouble.empty(), "")))
                .isEqualTo("weights in the ASIC, none set yet");
        assertThat(line(new SchedulingView(Mode.STATIC, OptionalDouble.empty(), "no answer")))
                .isEqualTo("weights static: no answer");
        assertThat(line(SchedulingView.IN_PROGRAM)).startsWith("class");
    }

    @Test
    void namesTheBoundWherePipesMeasureAlone() {
        assertThat(PortText.lines(port().withArrivalPipes(2)).get(1).strip())
                .isEqualTo("feedback measures each of 2 pipes alone: senders may reach 2 λ*");
        assertThat(PortText.lines(port().withArrivalPipes(1)))
                .noneMatch(line -> line.contains("pipes"));
    }

    @Test
    void namesAMarkingThatHasNoThreshold() {
        QueueSettings settings =
                QueueSettings.builder(0)
                        .weightPackets(6)
                        .marking(Marking.BY_RATE)
                        .limitPackets(48)
                        .build();
        Map<QueueFigure, Number> measured = Map.of();

        assertThat(PortText.lines(port(new QueueView(0, "A", measured, settings, true, List.of()))))
                .element(2)
                .asString()
                .contains(" rate  ");
    }

    @Test
    void namesThePortsScheme() {
        assertThat(
                        PortText.lines(
                                        port().withAqm(
                                                        new AqmView(
                                                                "codel", 5000, 100_000, 0, 0,
                                                                List.of(), true, null, 0)))
                                .get(1)
                                .strip())
                .isEqualTo("aqm codel, target 5.000 ms, interval 100.000 ms");
        assertThat(
                        PortText.lines(
                                        port().withAqm(
                                                        new AqmView(
                                                                "rpm",
                                                                500,
                                                                20_000,
                                                                50_000,
                                                                60_000_000,
                                                                List.of(4L, 5L),
                                                                true,
                                                                null,
                                                                0)))
                                .get(1)
                                .strip())
                .isEqualTo(
                        "aqm rpm, target 0.500 ms, interval 20.000 ms, return 50.000 ms, expiry"
                                + " 60000.000 ms, acks by 4, 5");
        assertThat(
                        PortText.lines(
                                        port().withAqm(
                                                        new AqmView(
                                                                "abc",
                                                                0,
                                                                0,
                                                                0,
                                                                0,
                                                                List.of(),
                                                                false,
                                                                ActivityThresholds.DEFAULT,
                                                                0)))
                                .get(1)
                                .strip())
                .isEqualTo(
                        "aqm abc, q_min 6, q_base 20, gamma 16 packets, mean activity over 300 ms,"
                                + " without thresholds");
        assertThat(
                        PortText.lines(
                                        port().withAqm(
                                                        new AqmView(
                                                                "abc",
                                                                0,
                                                                0,
                                                                0,
                                                                0,
                                                                List.of(),
                                                                true,
                                                                ActivityThresholds.DEFAULT,
                                                                256)))
                                .get(1)
                                .strip())
                .isEqualTo(
                        "aqm abc, q_min 6, q_base 20, gamma 16 packets, mean activity of 256"
                                + " packets");
    }

    @Test
    void lossesOutsideQueuesHaveALineOfTheirOwn() {
        List<String> losses = List.of("switch device:s1 dropped 9 packets of some class");
        Map<QueueFigure, Number> measured = Map.of();
        List<String> lines =
                PortText.lines(
                        port(
                                new QueueView(0, "A", measured, null, true, List.of())
                                        .withLosses(losses),
                                new QueueView(1, "B", measured, null, false, List.of("delayMs"))
                                        .withLosses(losses)));

        assertThat(lines.get(2)).endsWith("missed packets lost");
        assertThat(lines.get(3)).endsWith("missed delayMs, packets lost");
        assertThat(lines.subList(4, lines.size()))
                .containsExactly("  missed, for switch device:s1 dropped 9 packets of some class");
    }

    @Test
    void saysOfWhichTargetsTheMeasurementsCannotTell() {
        QueueView queue =
                new QueueView(0, "A", Map.of(), null, true, List.of())
                        .withUndecided(List.of("delayMs", "p99DelayMs"));

        assertThat(PortText.lines(port(queue)).get(2)).endsWith("undecided delayMs, p99DelayMs");
    }

    private static String line(SchedulingView scheduling) {
        return PortText.lines(port().withScheduling(scheduling)).get(1).strip();
    }

    @Test
    void columnsAreAligned() {
        TextTable table = new TextTable("name", "count");
        table.row("a", "12345678");
        table.row("longer", "1");

        assertThat(table.lines())
                .containsExactly("name       count", "a       12345678", "longer         1");
    }

    private static String words(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    private static PortView port(QueueView... queues) {
        return new PortView(
                "device:s1",
                4,
                "s1-eth4",
                10_000_000,
                256,
                OptionalDouble.of(131.072),
                true,
                3,
                0,
                List.of(queues));
    }
}
