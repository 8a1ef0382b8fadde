// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PIE in P4 beside RFC 8033's equations in double precision. */
class PieProgramTest {
    private static final int NOT_ECT = 0;
    private static final int ECT_0 = 2;
    private static final int FRAME_BYTES = 125;
    private static final int PACKETS = 40_000;
    private static final long MS = 1_000_000L;

    private static final PieProgram.Settings RFC =
            new PieProgram.Settings(15_000, 15_000, 0.125, 1.25, 150_000, 0.1);

    private SchemeSwitch pie;
    private PieProgram.Settings settings;
    private PieReference reference;

    /** Times at which accepted packets arrived, and leave the queue, ns. */
    private final List<long[]> accepted = new ArrayList<>();

    /** Accepted packets that have left, and those that had arrived when the last one left. */
    private int left;

    private int arrived;
    private long marks;
    private long drops;

    private void start(PieProgram.Settings newSettings, long rateBps, int limit) throws Exception {
        settings = newSettings;
        pie = new SchemeSwitch("pie", rateBps, limit, FRAME_BYTES);
        new PieProgram(pie.device).settings(SchemeSwitch.OUTPUT, limit, settings);
        reference = new PieReference(settings);
    }

    /** Hands the reference the departures up to now. */
    private void replay() {
        while (left < accepted.size() && accepted.get(left)[1] < pie.timeline.nowNs()) {
            long[] packet = accepted.get(left);
            while (arrived < accepted.size() && accepted.get(arrived)[0] <= packet[1]) {
                arrived++;
            }
            reference.depart(
                    packet[1] / 1000, packet[1] / 1000 - packet[0] / 1000, arrived - left - 1);
            left++;
        }
    }

    private void compare() {
        double probability = pie.register("pie_probability", SchemeSwitch.OUTPUT) / PieProgram.ONE;
        double exact = reference.probability();
        assertThat(probability)
                .as("packet %d", pie.arrivals())
                .isCloseTo(exact, within(1e-10 + 1e-7 * exact + (reference.wasIdle() ? 2e-6 : 0)));
        double spentUs = pie.register("pie_burst_spent_us", SchemeSwitch.OUTPUT);
        if (reference.wasIdle() && exact < 2e-6) {
            // One of both may be 0, which gives the whole allowance back, an update before the
            // other.
            reference.adopt(probability, settings.burstUs() - spentUs);
        }
        assertThat(settings.burstUs() - spentUs).isCloseTo(reference.allowanceUs(), within(1.0));
    }

    /**
     * Receives a packet.
     *
     * @return whether PIE chose it
     */
    private boolean receive(int ecn) {
        pie.receiveAfter(0, ecn);
        long marksBefore = marks;
        long dropsBefore = drops;
        marks = count("marks");
        drops = count("drops");
        if (drops == dropsBefore) {
            long now = pie.timeline.nowNs();
            long free = accepted.isEmpty() ? 0 : accepted.get(accepted.size() - 1)[1];
            accepted.add(new long[] {now, Math.max(now, free + pie.frameNs())});
        }
        return marks + drops > marksBefore + dropsBefore;
    }

    private long count(String counter) {
        return pie.count(PieProgram.ADMISSION + counter);
    }

    /** Loads of 0.3 to 1.5 times the rate, and pauses of up to three seconds between them. */
    @ParameterizedTest
    @CsvSource({
        "15000, 15000, 0.125, 1.25, 0.1, 1",
        "5000, 3000, 2, 20, 2, 2",
        "15000, 15000, 1, 10, 0, 3"
    })
    void choosesByTheEquations(
            long targetUs, long updateUs, double alpha, double beta, double markBelow, long seed)
            throws Exception {
        start(
                new PieProgram.Settings(targetUs, updateUs, alpha, beta, 10 * targetUs, markBelow),
                1_000_000,
                PACKETS);
        Random random = new Random(seed);
        double load = 1;
        double largest = 0;
        double expected = 0;
        double variance = 0;
        long chosen = 0;
        for (int i = 0; i < PACKETS; i++) {
            double gapNs = -pie.frameNs() / load * Math.log(1 - random.nextDouble());
            if (i % 2000 == 0) {
                load = 0.3 + 1.2 * random.nextDouble();
                gapNs += 3000 * MS * random.nextDouble() * random.nextDouble();
            }
            pie.timeline.runUntil(pie.timeline.nowNs() + 1 + (long) gapNs);
            replay();
            compare();
            double chance = reference.chance(accepted.size() - left);
            int ecn = random.nextBoolean() ? ECT_0 : NOT_ECT;
            long marksBefore = marks;
            boolean taken = receive(ecn);
            if (chance == 0) {
                assertThat(taken).as("packet %d", i).isFalse();
            }
            if (taken) {
                assertThat(marks > marksBefore)
                        .as("packet %d is marked, not dropped", i)
                        .isEqualTo(ecn == ECT_0 && reference.probability() < markBelow);
            }
            chosen += taken ? 1 : 0;
            expected += chance;
            variance += chance * (1 - chance);
            largest = Math.max(largest, reference.probability());
        }
        assertThat(chosen).isGreaterThan(100);
        assertThat((double) chosen).isCloseTo(expected, within(5 * Math.sqrt(variance)));
        // All ranges of the step occur.
        assertThat(largest).isGreaterThan(0.2);
    }

    /** A burst that waits for 120 ms passes; the same load for longer does not. */
    @Test
    void burstsUnderTheAllowancePass() throws Exception {
        start(RFC, 10_000_000, PACKETS);
        for (int burst = 0; burst < 5; burst++) {
            for (int i = 0; i < 1200; i++) {
                assertThat(receive(ECT_0)).isFalse();
            }
            pie.timeline.runUntil(pie.timeline.nowNs() + 2000 * MS);
        }
        for (int i = 0; i < PACKETS; i++) {
            pie.timeline.runUntil(pie.timeline.nowNs() + pie.frameNs() * 2 / 3);
            receive(NOT_ECT);
        }
        assertThat(drops).isGreaterThan(1000);
        assertThat(marks).isZero();
    }

    @Test
    void countsPacketsWithoutRoomAndNothingStays() throws Exception {
        start(RFC, 1_000_000, 20);
        for (int i = 0; i < 50; i++) {
            pie.receiveAfter(0, NOT_ECT);
        }
        // One is on the line.
        assertThat(count("overflows")).isEqualTo(50 - 21);
        pie.timeline.runUntil(pie.timeline.nowNs() + 100 * MS);
        assertThat(pie.register("pie_queued", SchemeSwitch.OUTPUT))
                .isEqualTo(pie.register("pie_sent", SchemeSwitch.OUTPUT))
                .isEqualTo(21);
    }
}
