// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.model.MM1N;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.tuning.Tuning;
import org.weir.lab.packet.IpAddress;

/**
 * The shares that Weir's v1model program gives for installed whole numbers, while all other classes
 * send more than the port carries and nobody reacts. Weights and limits decide together: a class
 * that has sunk to the lowest level gets its limit's part until its queue is empty.
 */
class InstalledSharesTest {
    private static final long RATE_BPS = 10_000_000;
    private static final int OUTPUT = 4;
    private static final int HEADERS_BYTES = 42;
    private static final double SECONDS = 20;
    private static final double OVERLOAD = 0.9;
    private static final int NO_THRESHOLD = 60_000;

    /** Offered load and installed settings of a class, with the result. */
    private static final class Load {
        final double offered;
        final int bytes;
        final int weight;
        final int limit;
        double carried;
        double meanDelayMs;

        Load(double offered, int bytes, int weight, int limit) {
            this.offered = offered;
            this.bytes = bytes;
            this.weight = weight;
            this.limit = limit;
        }
    }

    /** Poisson arrivals of each class for some time; fills in what was carried, over the rate. */
    private static void run(Load... loads) throws Exception {
        ProgramNetwork network = new ProgramNetwork(5, RATE_BPS, 4096);
        WeirProgram program = WeirProgram.load(network.device);
        program.route(IpAddress.parse("10.0.0.5"), OUTPUT);
        int round = 0;
        for (int i = 0; i < loads.length; i++) {
            program.classify(8 * i + 2, i);
            program.virtualQueue(
                    OUTPUT, i, loads[i].weight, NO_THRESHOLD, loads[i].limit, 1, 1_000_000);
            round += loads[i].weight;
        }
        program.useSettings(OUTPUT, round, RateWindow.LONGEST);
        SplittableRandom random = new SplittableRandom(1);
        long endNs = (long) (1e9 * SECONDS);
        for (int i = 0; i < loads.length; i++) {
            byte[] frame =
                    Frames.udp(
                            "0a000001",
                            "0a000005",
                            8 * i + 2 << 2,
                            4000,
                            5000,
                            new byte[loads[i].bytes - HEADERS_BYTES]);
            double meanNs = 8e9 * loads[i].bytes / (loads[i].offered * RATE_BPS);
            arrive(network, 1 + i % 3, frame, meanNs, endNs, random.split());
        }
        network.timeline.runUntil(endNs);
        for (int i = 0; i < loads.length; i++) {
            long bytes = program.departures(OUTPUT, i).bytes();
            loads[i].carried = 8 * bytes / SECONDS / RATE_BPS;
            long[] delays = program.delays(OUTPUT, i);
            double sum = 0;
            long packets = 0;
            for (int bucket = 0; bucket <= DelayHistogram.LAST_BUCKET; bucket++) {
                sum += delays[bucket] * DelayHistogram.COARSEST.lowerBoundUs(bucket);
                packets += delays[bucket];
            }
            loads[i].meanDelayMs = packets == 0 ? 0 : sum / packets / 1000;
        }
        print(loads);
    }

    private static void arrive(
            ProgramNetwork network,
            int port,
            byte[] frame,
            double meanNs,
            long endNs,
            SplittableRandom random) {
        long at = network.timeline.nowNs() + (long) (-meanNs * Math.log(1 - random.nextDouble()));
        if (at < endNs) {
            network.timeline.schedule(
                    at,
                    () -> {
                        network.device.receive(port, frame);
                        arrive(network, port, frame, meanNs, endNs, random);
                    });
        }
    }

    private static void print(Load... loads) {
        for (Load one : loads) {
            System.out.printf(
                    "offers %.2f in %4d bytes, weight %5d, limit %3d: gets %.4f, delay %.2f ms%n",
                    one.offered, one.bytes, one.weight, one.limit, one.carried, one.meanDelayMs);
        }
        System.out.println();
    }

    @Test
    void classesBeyondTheirShareAreServedAsTheirLimits() throws Exception {
        Load[] loads = {
            new Load(OVERLOAD, 1000, 256, 30),
            new Load(OVERLOAD, 1000, 171, 20),
            new Load(OVERLOAD, 1000, 85, 10)
        };
        run(loads);
        assertThat(loads[0].carried).isCloseTo(3 / 6.0, within(0.01));
        assertThat(loads[1].carried).isCloseTo(2 / 6.0, within(0.01));
        assertThat(loads[2].carried).isCloseTo(1 / 6.0, within(0.01));
    }

    @Test
    void whatIsSolvedByImportanceIsCarried() throws Exception {
        List<ClassProblem> classes = new ArrayList<>();
        for (int importance = 3; importance >= 1; importance--) {
            classes.add(
                    new ClassProblem(
                            "c" + importance,
                            ClassKind.C,
                            importance,
                            Targets.NONE,
                            OVERLOAD * RATE_BPS,
                            8000,
                            0));
        }
        PortProblem port = new PortProblem("p", RATE_BPS, 64, classes);
        List<ClassSolution> solved =
                Objective.named("targets").solve(port, Tuning.DEFAULTS, 1).classes();
        Load[] loads = new Load[3];
        for (int i = 0; i < loads.length; i++) {
            ClassSolution one = solved.get(i);
            loads[i] =
                    new Load(
                            OVERLOAD,
                            1000,
                            one.queue().weightPackets(),
                            one.queue().limitPackets());
        }
        run(loads);
        for (int i = 0; i < loads.length; i++) {
            double share = (3 - i) / 6.0;
            assertThat(loads[i].carried).isCloseTo(share, within(0.02 * share));
        }
    }

    @Test
    void aClassWithinItsShareByWeightsAndLimitsGetsWhatItOffers() throws Exception {
        Load[] loads = {
            new Load(0.45, 1000, 256, 32), new Load(0.7, 1000, 171, 21), new Load(0.7, 1000, 85, 11)
        };
        run(loads);
        assertThat(loads[0].carried).isCloseTo(0.45, within(0.01));
    }

    /**
     * With levels of a quarter of the port's capacity each, bursts of Poisson arrivals do not take
     * a class down to the lowest level, where it would stay.
     */
    @Test
    void aClassWithinItsShareStaysAboveTheOthersWithTheDefaultLevels() throws Exception {
        List<ClassProblem> classes = new ArrayList<>();
        double[] offered = {0.45, 0.7, 0.7};
        for (int i = 0; i < offered.length; i++) {
            classes.add(
                    new ClassProblem(
                            "c" + i,
                            ClassKind.C,
                            3 - i,
                            Targets.NONE,
                            offered[i] * RATE_BPS,
                            8000,
                            0));
        }
        PortProblem port = new PortProblem("p", RATE_BPS, 64, classes);
        List<ClassSolution> solved =
                Objective.named("targets").solve(port, Tuning.DEFAULTS, 1).classes();
        Load[] loads = new Load[3];
        for (int i = 0; i < loads.length; i++) {
            ClassSolution one = solved.get(i);
            loads[i] =
                    new Load(
                            offered[i],
                            1000,
                            one.queue().weightPackets(),
                            one.queue().limitPackets());
        }
        run(loads);
        assertThat(loads[0].carried).isCloseTo(0.45, within(0.01));
        // With levels of an eighth it was 29 ms.
        assertThat(loads[0].meanDelayMs).isLessThan(3);
    }

    /** Before a class could leave the lowest level with packets in it, this class had 0.3. */
    @Test
    void aClassWithinItsWeightIsServedWhateverItsLimit() throws Exception {
        Load[] loads = {
            new Load(0.45, 1000, 256, 16), new Load(0.7, 1000, 171, 32), new Load(0.7, 1000, 85, 16)
        };
        run(loads);
        assertThat(loads[0].carried).isCloseTo(0.45, within(0.01));
    }

    @Test
    void aWeightOfAPartOfAPacketIsKept() throws Exception {
        for (int limit : new int[] {2, 4, 8, 20}) {
            double share = limit / 64.0;
            Load[] loads = {
                new Load(0.8 * share, 1000, 8 * limit, limit),
                new Load(1.2, 1000, 8 * (64 - limit), 64 - limit)
            };
            run(loads);
            // What a queue with that limit, served at that share, carries by the model.
            double packetBits = 8000;
            MM1N model =
                    new MM1N(
                            0.8 * share * RATE_BPS / packetBits,
                            share * RATE_BPS / packetBits,
                            limit);
            double carried = 0.8 * share * (1 - model.fullProbability());
            assertThat(loads[0].carried).isGreaterThan(0.93 * carried);
        }
    }

    @Test
    void weightsCountPacketsOfAnySize() throws Exception {
        // 20·200 of 20·200 + 24·1400 + 20·1400 is 0.061: 0.05 keeps to it, 0.09 does not.
        Load[] beyond = {
            new Load(0.09, 200, 160, 20), new Load(0.8, 1400, 192, 24), new Load(0.8, 1400, 160, 20)
        };
        run(beyond);
        assertThat(beyond[0].carried).isCloseTo(0.061, within(0.006));
        Load[] kept = {
            new Load(0.05, 200, 160, 20), new Load(0.8, 1400, 192, 24), new Load(0.8, 1400, 160, 20)
        };
        run(kept);
        assertThat(kept[0].carried).isCloseTo(0.05, within(0.003));
    }
}
