// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DualPI2 in P4 beside the equations of RFC 9332, appendix A, in double precision. */
class DualPi2ProgramTest {
    private static final int NOT_ECT = 0;
    private static final int ECT_1 = 1;
    private static final int ECT_0 = 2;
    private static final int CE = 3;
    private static final int FRAME_BYTES = 125;
    private static final int PACKETS = 30_000;
    private static final long RATE_BPS = 1_000_000;
    private static final int K = 2;
    private static final long STEP_US = 1000;

    private static final DualPi2Program.Settings SETTINGS =
            new DualPi2Program.Settings(15_000, 15_000, 0.15, 3, K, STEP_US, 9, 1);

    private SchemeSwitch device;

    @BeforeEach
    void start() throws Exception {
        device = new SchemeSwitch("dualpi2", RATE_BPS, PACKETS, FRAME_BYTES);
        new DualPi2Program(device.device).settings(SchemeSwitch.OUTPUT, 1500, SETTINGS);
    }

    /** The longest delay and idle time are those of the program. */
    @Test
    void sumsWithTheLargestGainHave63Bits() {
        long longestDelayUs = 0x3fffff;
        long longestIdleUs = 0x3ffffff;
        long largestIdleLoss = 0xffff_ffffL;
        long gain = PieProgram.gain(PieProgram.MOST_GAIN);
        long product = Math.multiplyExact(gain, longestDelayUs);
        long idle = Math.multiplyExact(longestIdleUs, largestIdleLoss);
        assertThat(gain).as("a parameter of 40 bits").isLessThan(1L << 40);
        assertThat(
                        Math.addExact(
                                Math.addExact(product, product),
                                Math.addExact(idle, (long) PieProgram.ONE)))
                .isPositive();
    }

    /** Controller and both recurrences, as RFC 9332 writes them; times in µs. */
    private static final class Reference {
        private double base;
        private long dueUs;
        private long previousUs;
        private final long[] delayUs = new long[2];
        private final double[] sums = new double[2];

        /** Probability of a packet that leaves, 0 to 1; above 1 when L is overloaded. */
        double depart(boolean low, long nowUs, long waitedUs, int behind) {
            delayUs[low ? 1 : 0] = behind == 0 ? 0 : waitedUs;
            long delay = Math.max(delayUs[0], delayUs[1]);
            if (nowUs >= dueUs) {
                base +=
                        (SETTINGS.alpha() * (delay - SETTINGS.targetUs())
                                        + SETTINGS.beta() * (delay - previousUs))
                                / 1e6;
                previousUs = delay;
                long lateUs = nowUs - dueUs;
                if (lateUs >= SETTINGS.updateUs()) {
                    double missed = (double) lateUs / SETTINGS.updateUs();
                    base -= delay == 0 ? missed * SETTINGS.alpha() * SETTINGS.targetUs() / 1e6 : 0;
                    dueUs = nowUs;
                }
                dueUs += SETTINGS.updateUs();
                base = Math.max(0, Math.min(1.0 / K, base));
            }
            if (!low) {
                return base * base;
            }
            return waitedUs > STEP_US && behind > 0 ? 1 : K * base;
        }

        boolean chooses(boolean low, double likelihood) {
            int queue = low ? 1 : 0;
            sums[queue] += likelihood;
            if (sums[queue] < 1) {
                return false;
            }
            sums[queue]--;
            return true;
        }
    }

    private double base() {
        return device.register(DualPi2Program.CONTROLLER + "base_probability", SchemeSwitch.OUTPUT)
                / PieProgram.ONE;
    }

    /**
     * Classic packets only, then scalable ones only: one queue is in use, so the test knows when
     * each packet leaves.
     */
    @ParameterizedTest
    @CsvSource({"2, 0.5, 1.2, 1", "1, 0.2, 0.9, 2"})
    void marksByTheEquations(int ecn, double least, double most, long seed) {
        boolean low = ecn == ECT_1;
        Reference reference = new Reference();
        Random random = new Random(seed);
        double load = 1;
        for (int i = 0; i < PACKETS; i++) {
            double gapNs = -device.frameNs() / load * Math.log(1 - random.nextDouble());
            if (i % 2000 == 0) {
                load = least + (most - least) * random.nextDouble();
                gapNs += 1e9 * random.nextDouble();
            }
            device.receiveAfter(1 + (long) gapNs, ecn);
        }
        device.timeline.runUntil(device.timeline.nowNs() + PACKETS * device.frameNs());

        assertThat(device.count(overloads())).isZero();
        assertThat(device.departures.size() + device.count(classicDrops())).isEqualTo(PACKETS);
        int differences = 0;
        int marks = 0;
        int arrived = 0;
        int departed = 0;
        long freeNs = 0;
        for (int i = 0; i < PACKETS; i++) {
            long leftNs = Math.max(device.arrivalNs(i), freeNs);
            while (arrived < PACKETS && device.arrivalNs(arrived) <= leftNs) {
                arrived++;
            }
            long waitedUs = leftNs / 1000 - device.arrivalNs(i) / 1000;
            double likelihood = reference.depart(low, leftNs / 1000, waitedUs, arrived - i - 1);
            boolean chosen = reference.chooses(low, likelihood);
            boolean marked = false;
            if (departed < device.departures.size()
                    && device.departures.get(departed).number() == i) {
                SchemeSwitch.Departure left = device.departures.get(departed++);
                assertThat(left.leftNs()).isEqualTo(leftNs);
                freeNs = leftNs + device.frameNs();
                marked = left.ecn() == CE;
            } else {
                // A dropped packet takes no time of the line.
                assertThat(reference.base).isCloseTo(1.0 / K, within(1e-6));
                freeNs = leftNs;
                marked = true;
            }
            // A sum within rounding of 1 is chosen with this packet or the next.
            differences += chosen == marked ? 0 : 1;
            marks += marked ? 1 : 0;
        }
        assertThat(base()).isCloseTo(reference.base, within(1e-6));
        assertThat(marks).isGreaterThan(300);
        assertThat(differences).isLessThan(marks / 100);
    }

    private static String classicDrops() {
        return DualPi2Program.CONGESTION_POINT + "classic_drops";
    }

    private static String overloads() {
        return DualPi2Program.CONGESTION_POINT + "overload_drops";
    }

    /** While C keeps p' up, marks of L are k times as likely as p', those of C p' squared. */
    @ParameterizedTest
    @CsvSource({"0.05", "0.1", "0.2", "0.4"})
    void couplesBothQueuesByTheSquare(double base) {
        int packets = 20_000;
        fix(base);
        for (int i = 0; i < packets; i++) {
            device.receiveAfter(2 * device.frameNs(), i % 2 == 0 ? ECT_1 : ECT_0);
        }
        device.timeline.runUntil(device.timeline.nowNs() + 10 * device.frameNs());

        double low = marked(ECT_1);
        double classic = marked(ECT_0);
        assertThat(low).isCloseTo(K * base, within(1e-3));
        assertThat(classic).isCloseTo(Math.pow(low / K, 2), within(1e-3));
    }

    /** Part of the packets that came with an ECN field and left with CE. */
    private double marked(int ecn) {
        int parity = ecn == ECT_1 ? 0 : 1;
        List<SchemeSwitch.Departure> own =
                device.departures.stream().filter(left -> left.number() % 2 == parity).toList();
        return (double) own.stream().filter(left -> left.ecn() == CE).count() / own.size();
    }

    /** Sets p', which then stays as it is. */
    private void fix(double base) {
        write("base_probability", (long) (base * PieProgram.ONE));
        write("due_us", 1L << 47);
    }

    private void write(String register, long value) {
        device.device
                .register(DualPi2Program.CONTROLLER + register)
                .orElseThrow()
                .write(SchemeSwitch.OUTPUT, BigInteger.valueOf(value).toByteArray());
    }

    @Test
    void classicPacketsWithoutEcnAreDroppedAndOverloadDropsScalableOnes() {
        for (int i = 0; i < PACKETS; i++) {
            device.receiveAfter(device.frameNs() / 4, i % 2 == 0 ? ECT_1 : NOT_ECT);
        }
        assertThat(base()).isCloseTo(1.0 / K, within(1e-9));
        assertThat(device.count(classicDrops())).isGreaterThan(100);
        assertThat(device.count(overloads())).isGreaterThan(1000);
        // A scheduler round has nine packets of L and one of C.
        long low = device.departures.stream().filter(left -> left.number() % 2 == 0).count();
        assertThat((double) low / device.departures.size()).isBetween(0.8, 0.95);
    }

    /** A sender of ECT(0) that ignores marks is dropped with p_C = 1/k², as one without ECN is. */
    @ParameterizedTest
    @CsvSource({"0.5, 0.25", "0.49, 0"})
    void overloadDropsClassicPacketsWithEcn(double base, double part) {
        int packets = 10_000;
        fix(base);
        for (int i = 0; i < packets; i++) {
            device.receiveAfter(device.frameNs(), ECT_0);
        }
        device.timeline.runUntil(device.timeline.nowNs() + packets * device.frameNs());
        long drops = device.count(classicDrops());
        assertThat((double) drops / packets).isCloseTo(part, within(1e-3));
        long marks = device.departures.stream().filter(left -> left.ecn() == CE).count();
        double marked = part > 0 ? 0 : base * base;
        assertThat((double) marks / packets).isCloseTo(marked, within(1e-3));
    }

    @Test
    void aPacketThatIsAloneIsNotMarkedByTheStep() {
        fix(0);
        for (int i = 0; i < 1000; i++) {
            device.receiveAfter(0, ECT_1);
            device.receiveAfter(0, ECT_1);
            device.receiveAfter(4 * device.frameNs(), ECT_1);
        }
        assertThat(device.departures.stream().filter(left -> left.ecn() == CE)).isEmpty();
    }
}
