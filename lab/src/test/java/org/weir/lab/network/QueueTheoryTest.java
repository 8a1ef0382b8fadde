// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.Switch;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;
import org.weir.rules.ComputesOnly;

/**
 * A port of a switch that runs Weir's program, with Poisson arrivals, against what queueing theory
 * says: the closed form must lie in the 95 % confidence interval over independent runs. Service
 * times are the frames' lengths at the port's rate, so their distribution is that of the lengths.
 */
@ComputesOnly
class QueueTheoryTest {
    private static final long RATE_BPS = 10_000_000_000L;
    private static final int MEAN_BYTES = 9000;
    private static final double MEAN_SERVICE_NS = MEAN_BYTES * 8e9 / RATE_BPS;
    private static final int RUNS = 20;
    private static final int WARM_UP_PACKETS = 2000;
    private static final int PACKETS = 20_000;
    private static final int WIDE = 1_000_000;

    /** Headers, and the time of arrival behind them: fewer than 1 in 100 frames is this short. */
    private static final int LEAST_BYTES = 50;

    private static final int TIME_OFFSET = 42;

    /** Measurements of a run. */
    private record Measured(double meanSojournNs, double lossFraction) {}

    @ParameterizedTest
    @CsvSource({"0.3", "0.6", "0.8"})
    void anUnboundedQueueOfExponentialServiceIsMm1(double load) throws Exception {
        double expectedNs = MEAN_SERVICE_NS / (1 - load);

        assertContains(runs(load, true, WIDE), Measured::meanSojournNs, expectedNs);
    }

    @ParameterizedTest
    @CsvSource({"0.3", "0.6", "0.8"})
    void anUnboundedQueueOfConstantServiceIsMd1(double load) throws Exception {
        double expectedNs = MEAN_SERVICE_NS * (1 + load / (2 * (1 - load)));

        assertContains(runs(load, false, WIDE), Measured::meanSojournNs, expectedNs);
    }

    /** Overloaded too: a bounded queue has a stationary state whatever is offered. */
    @ParameterizedTest
    @CsvSource({"0.5, 4", "0.9, 10", "1.5, 10"})
    void aBoundedQueueOfExponentialServiceIsMm1n(double load, int systemPackets) throws Exception {
        double norm = 0;
        double inSystem = 0;
        for (int m = 0; m <= systemPackets; m++) {
            norm += Math.pow(load, m);
            inSystem += m * Math.pow(load, m);
        }
        double lossFraction = Math.pow(load, systemPackets) / norm;
        // Little's law for those that are let in.
        double sojournNs = inSystem / norm / (load / MEAN_SERVICE_NS * (1 - lossFraction));

        // One is on the line, the others wait.
        List<Measured> runs = runs(load, true, systemPackets - 1);

        assertContains(runs, Measured::lossFraction, lossFraction);
        assertContains(runs, Measured::meanSojournNs, sojournNs);
    }

    /** The interval is narrow enough that another model would be found out. */
    @Test
    void exponentialServiceIsNotTakenForConstantService() throws Exception {
        double[] interval = interval(runs(0.6, true, WIDE), Measured::meanSojournNs);

        assertThat(interval[0]).isGreaterThan(MEAN_SERVICE_NS * (1 + 0.6 / 0.8));
    }

    private static void assertContains(
            List<Measured> runs, ToDoubleFunction<Measured> figure, double expected) {
        double[] interval = interval(runs, figure);
        assertThat(expected).isBetween(interval[0], interval[1]);
        assertThat(interval[1] - interval[0]).isLessThan(0.15 * expected);
    }

    private static double[] interval(List<Measured> runs, ToDoubleFunction<Measured> figure) {
        SummaryStatistics statistics = new SummaryStatistics();
        runs.forEach(run -> statistics.addValue(figure.applyAsDouble(run)));
        double t = new TDistribution(RUNS - 1.0).inverseCumulativeProbability(0.975);
        double half = t * statistics.getStandardDeviation() / Math.sqrt(RUNS);
        return new double[] {statistics.getMean() - half, statistics.getMean() + half};
    }

    private static List<Measured> runs(double load, boolean exponential, int queuePackets) {
        return LongStream.rangeClosed(1, RUNS)
                .mapToObj(seed -> run(load, exponential, queuePackets, seed))
                .toList();
    }

    private static Measured run(double load, boolean exponential, int queuePackets, long seed) {
        Engine engine = new Engine(Pacing.FREE);
        LineSpec line = new LineSpec(RATE_BPS, 0, queuePackets);
        Network network = new Network(LeafSpine.create(1, 1, 2, line, line, 1), engine);
        try {
            StaticRoutes.install(network);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        SummaryStatistics sojournNs = new SummaryStatistics();
        int[] left = new int[1];
        network.links()
                .get(1)
                .backward()
                .observe(
                        frame -> {
                            long arrivedNs = timeOf(frame);
                            left[0]++;
                            if (arrivedNs > 0) {
                                sojournNs.addValue(engine.nowNs() - arrivedNs);
                            }
                        });
        Arrivals arrivals = new Arrivals(network, load, exponential, seed);
        arrivals.next();
        engine.runUntil(Long.MAX_VALUE / 2);
        Switch device = network.node("leaf1").device().orElseThrow();
        long dropped = device.ports().get(1).counters().txDrops();
        assertThat(left[0] + dropped).isEqualTo(WARM_UP_PACKETS + PACKETS);
        double lossFraction = 1 - (double) sojournNs.getN() / PACKETS;
        return new Measured(sojournNs.getMean(), lossFraction);
    }

    private static long timeOf(byte[] frame) {
        long timeNs = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            timeNs = timeNs << 8 | frame[TIME_OFFSET + i] & 0xff;
        }
        return timeNs;
    }

    /** Hands frames for h2 to port 1 of the switch, each with its time unless still warming up. */
    private static final class Arrivals {
        private final Network network;
        private final Engine engine;
        private final double meanGapNs;
        private final boolean exponential;
        private final SplittableRandom random;
        private final byte[] headers;
        private int count;

        Arrivals(Network network, double load, boolean exponential, long seed) {
            this.network = network;
            this.engine = network.engine();
            this.meanGapNs = MEAN_SERVICE_NS / load;
            this.exponential = exponential;
            this.random = new SplittableRandom(seed);
            this.headers =
                    new UdpPacket(
                                    new MacAddress(2),
                                    new MacAddress(1),
                                    network.hosts().get(0).config().ipv4(),
                                    network.hosts().get(1).config().ipv4(),
                                    0,
                                    0,
                                    64,
                                    1,
                                    2,
                                    new byte[Long.BYTES])
                            .toFrame();
        }

        void next() {
            if (count < WARM_UP_PACKETS + PACKETS) {
                engine.scheduleAfter(Math.round(exponential() * meanGapNs), this::arrive);
            }
        }

        private void arrive() {
            double length = exponential ? exponential() * MEAN_BYTES : MEAN_BYTES;
            byte[] frame = Arrays.copyOf(headers, Math.max(LEAST_BYTES, (int) Math.round(length)));
            if (count++ >= WARM_UP_PACKETS) {
                for (int i = 0; i < Long.BYTES; i++) {
                    frame[TIME_OFFSET + i] = (byte) (engine.nowNs() >>> 56 - 8 * i);
                }
            }
            network.node("leaf1").receive(1, frame);
            next();
        }

        private double exponential() {
            return -StrictMath.log(1 - random.nextDouble());
        }
    }
}
