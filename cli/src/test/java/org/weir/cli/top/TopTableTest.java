// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.ClassChange.Target;
import org.weir.app.ClassView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.TargetsView;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;

class TopTableTest {
    private static final List<ClassView> CLASSES =
            List.of(
                    new ClassView(
                            0,
                            "voice",
                            "A",
                            3,
                            new TargetsView(
                                    Map.of(Target.DELAY_MS, 5.0, Target.LOSS_FRACTION, 0.01)),
                            List.of()),
                    new ClassView(1, "bulk", "C", 1, new TargetsView(Map.of()), List.of()));

    private static Map<QueueFigure, Number> measured(double delayMs, double depth, long drops) {
        Map<QueueFigure, Number> measured = new EnumMap<>(QueueFigure.class);
        measured.put(QueueFigure.OFFERED_RATE, 1_234_000);
        measured.put(QueueFigure.DELAY_MEAN, delayMs);
        measured.put(QueueFigure.DELAY_P99, 2 * delayMs);
        measured.put(QueueFigure.DEPTH_MEAN, depth);
        measured.put(QueueFigure.DEPTH_MAX, 2 * depth);
        measured.put(QueueFigure.DROPS, drops);
        return measured;
    }

    private static final QueueSettings SETTINGS =
            QueueSettings.builder(0)
                    .weightFraction(0.4)
                    .weightPackets(6)
                    .marking(Marking.atDepth(12))
                    .limitPackets(48)
                    .targetRateBps(3.9e6)
                    .build();

    private static QueueView voice(double delayMs, Boolean met) {
        return new QueueView(
                0,
                "voice",
                measured(delayMs, 1, 7),
                SETTINGS,
                met,
                Boolean.FALSE.equals(met) ? List.of("delayMs") : List.of());
    }

    private static QueueView bulk(double depth, long drops) {
        return new QueueView(1, "bulk", measured(1, depth, drops), SETTINGS, null, List.of());
    }

    private static PortView port(String device, long number, QueueView... queues) {
        return new PortView(
                device,
                number,
                "eth",
                10_000_000,
                256,
                OptionalDouble.empty(),
                true,
                1,
                0,
                List.of(queues));
    }

    private static List<String> order(TopTable table) {
        return table.lines(1000, true, null, 0).stream()
                .skip(2)
                .map(line -> line.split("\\s+")[0] + " " + line.split("\\s+")[1])
                .collect(Collectors.toList());
    }

    @Test
    void withoutARecentReadingNoFigureIsShown() {
        TopTable before =
                new TopTable(
                        List.of(port("device:s1", 1, bulk(2, 5)).withMeasured(false)), CLASSES);
        TopTable now =
                new TopTable(
                        List.of(
                                port("device:s1", 1, bulk(2, 7)).withMeasured(false),
                                port(
                                                "device:s1",
                                                2,
                                                new QueueView(
                                                        1, "bulk", Map.of(), SETTINGS, null,
                                                        List.of()))
                                        .withMeasured(false)),
                        CLASSES);

        assertThat(now.lines(9, false, before, 1))
                .extracting(line -> line.replaceAll(" +", " "))
                .containsExactly(
                        "2 ports, 2 queues: 0 miss a target, 0 undecided, 0 without traffic, 2"
                                + " without a recent reading",
                        "port class λ Mb/s λ* depth K mean ms p99 ms marks/s drops/s target",
                        "device:s1/1 bulk - 3.90 - 12 - - - - no recent reading",
                        "device:s1/2 bulk - 3.90 - 12 - - - - no recent reading");
        TopTable after = new TopTable(List.of(port("device:s1", 1, bulk(2, 9))), CLASSES);
        assertThat(after.lines(9, true, before, 1).get(2).replaceAll(" +", " "))
                .as("drops of several rounds are not those of one second")
                .isEqualTo("device:s1/1 bulk 1.23 3.90 2.0 12 1.00 2.00 - - -");
    }

    @Test
    void theWorstQueuesComeFirst() {
        TopTable table =
                new TopTable(
                        List.of(
                                port("device:s1", 1, voice(1, true), bulk(2, 0)),
                                port("device:s1", 2, voice(4, true), bulk(40, 0)),
                                port("device:s2", 1, voice(6, false)),
                                port("device:s2", 2, voice(9, false)),
                                port(
                                        "device:s3",
                                        1,
                                        voice(4.9, true).withUndecided(List.of("delayMs")))),
                        CLASSES);

        assertThat(order(table))
                .containsExactly(
                        "device:s2/2 voice",
                        "device:s2/1 voice",
                        "device:s3/1 voice",
                        "device:s1/2 voice",
                        "device:s1/1 voice",
                        "device:s1/2 bulk",
                        "device:s1/1 bulk");
        List<String> lines = table.lines(1, false, null, 0);
        assertThat(lines.get(0))
                .isEqualTo("5 ports, 7 queues: 2 miss a target, 1 undecided, 0 without traffic");
        assertThat(lines.get(2).replaceAll(" +", " "))
                .isEqualTo("device:s2/2 voice 1.23 3.90 1.0 12 9.00 18.00 - - missed delayMs");
        assertThat(lines.get(3)).isEqualTo("6 more queues");
    }

    @Test
    void aQueueWithoutTrafficIsFolded() {
        PortView port =
                port(
                        "device:s1",
                        1,
                        new QueueView(0, "voice", Map.of(), SETTINGS, true, List.of()),
                        bulk(1, 0));
        TopTable table = new TopTable(List.of(port), CLASSES);

        assertThat(table.lines(9, false, null, 0))
                .hasSize(4)
                .noneMatch(line -> line.contains("voice"))
                .last()
                .isEqualTo("(--all also shows queues without traffic)");
        assertThat(table.lines(9, true, null, 0)).last().asString().endsWith("no traffic");
    }

    @Test
    void dropsAreARateSinceTheRoundBefore() {
        TopTable before = new TopTable(List.of(port("device:s1", 1, bulk(1, 100))), CLASSES);
        TopTable now = new TopTable(List.of(port("device:s1", 1, bulk(1, 150))), CLASSES);

        assertThat(now.lines(9, true, before, 2).get(2)).contains("  25  ");
        assertThat(before.lines(9, true, now, 2).get(2)).doesNotContain("-25");
    }

    @Test
    void noLineIsLongerThanTheTable() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            List<PortView> ports = new ArrayList<>();
            for (int n = 0; n < 1 + random.nextInt(20); n++) {
                QueueView queue =
                        random.nextBoolean()
                                ? voice(Math.pow(10, random.nextInt(8)), random.nextBoolean())
                                : bulk(random.nextInt(48), random.nextInt(1 << 30));
                String device = "device:" + "very-long-".repeat(random.nextInt(6)) + n;
                ports.add(port(device, random.nextInt(1 << 20), queue));
            }
            TopTable table = new TopTable(ports, CLASSES);
            assertThat(table.lines(50, true, table, 1))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        }
    }

    @Test
    void endsAfterItsRoundsOrWhenInterrupted() {
        TopTable table = new TopTable(List.of(port("device:s1", 1, bulk(1, 0))), CLASSES);
        List<String> printed = new ArrayList<>();
        int[] pauses = {0};
        Rounds three = new Rounds(() -> table, printed::add, System::nanoTime, () -> pauses[0]++);

        assertThat(three.run(3, true, 9, true)).isEqualTo(3);
        assertThat(pauses[0]).isEqualTo(2);
        assertThat(printed)
                .hasSize(3)
                .allMatch(text -> text.startsWith("\u001b[H\u001b[2J1 ports"));

        Rounds interrupted =
                new Rounds(
                        () -> table,
                        printed::add,
                        System::nanoTime,
                        () -> {
                            throw new InterruptedException();
                        });
        assertThat(interrupted.run(0, false, 9, true)).isEqualTo(1);
        assertThat(printed).last().asString().startsWith("1 ports");
    }
}
