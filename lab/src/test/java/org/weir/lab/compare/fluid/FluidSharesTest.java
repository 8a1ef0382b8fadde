// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.fluid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.rules.ComputesOnly;

@ComputesOnly
class FluidSharesTest {
    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final double TOLERANCE = 1e-6;

    private final FluidShares shares = new FluidShares();

    @Test
    void classesShareByTheirWeights() {
        FluidLine line = new FluidLine(6, 3, 2, 1);
        List<FluidFlow> flows = List.of(flow(0, ANY, line), flow(1, ANY, line), flow(2, ANY, line));
        shares.divide();
        assertThat(rates(flows)).containsExactly(new double[] {3, 2, 1}, within(TOLERANCE));
    }

    @Test
    void flowsOfAClassShareEqually() {
        FluidLine line = new FluidLine(6, 3, 2, 1);
        List<FluidFlow> flows = List.of(flow(0, ANY, line), flow(2, ANY, line), flow(2, ANY, line));
        shares.divide();
        assertThat(rates(flows)).containsExactly(new double[] {4.5, 0.75, 0.75}, within(TOLERANCE));
    }

    @Test
    void allFlowsShareALineWithoutClassesEqually() {
        FluidLine line = new FluidLine(6, 1);
        List<FluidFlow> flows = List.of(flow(0, ANY, line), flow(2, ANY, line), flow(2, ANY, line));
        shares.divide();
        assertThat(rates(flows)).containsExactly(new double[] {2, 2, 2}, within(TOLERANCE));
    }

    @Test
    void othersTakeWhatALimitedFlowLeaves() {
        FluidLine line = new FluidLine(6, 3, 2, 1);
        List<FluidFlow> flows = List.of(flow(0, 0.6, line), flow(1, ANY, line), flow(2, ANY, line));
        shares.divide();
        assertThat(rates(flows)).containsExactly(new double[] {0.6, 3.6, 1.8}, within(TOLERANCE));
        shares.remove(flows.get(1));
        shares.divide();
        assertThat(rates(flows)).containsExactly(new double[] {0.6, 0, 5.4}, within(TOLERANCE));
    }

    @Test
    void whatOneLineTakesAwayAnotherGivesToOthers() {
        FluidLine narrow = new FluidLine(1, 1, 1);
        FluidLine wide = new FluidLine(10, 1, 1);
        List<FluidFlow> flows =
                List.of(
                        flow(0, ANY, narrow, wide),
                        flow(0, ANY, narrow),
                        flow(0, ANY, wide),
                        flow(1, ANY, wide));
        shares.divide();
        assertThat(rates(flows)).containsExactly(new double[] {0.5, 0.5, 4.5, 5}, within(1e-6));
        narrow.setRateBps(4);
        shares.divide();
        assertThat(rates(flows)).containsExactly(new double[] {2, 2, 3, 5}, within(1e-6));
    }

    /** Progressive filling is another way to the same rates. */
    @Test
    void oneClassIsMaxMinFair() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 200; trial++) {
            FluidShares own = new FluidShares();
            int lines = random.nextInt(1, 8);
            double[] rates = random.doubles(lines, 1, 10).toArray();
            List<FluidLine> all = Arrays.stream(rates).mapToObj(r -> new FluidLine(r, 1)).toList();
            List<int[]> ways = new ArrayList<>();
            List<FluidFlow> flows = new ArrayList<>();
            for (int i = random.nextInt(1, 12); i > 0; i--) {
                int[] way = random.ints(3, 0, lines).distinct().toArray();
                ways.add(way);
                flows.add(new FluidFlow(0, ANY, Arrays.stream(way).mapToObj(all::get).toList()));
            }
            flows.forEach(own::add);
            own.divide();
            assertThat(rates(flows))
                    .as("trial %d", trial)
                    .containsExactly(filled(rates, ways), within(1e-5));
        }
    }

    private static double[] filled(double[] lineRates, List<int[]> ways) {
        double[] left = lineRates.clone();
        double[] rates = new double[ways.size()];
        boolean[] isFixed = new boolean[rates.length];
        while (true) {
            int tightest = -1;
            double least = ANY;
            for (int line = 0; line < left.length; line++) {
                int users = 0;
                for (int i = 0; i < rates.length; i++) {
                    users += !isFixed[i] && uses(ways.get(i), line) ? 1 : 0;
                }
                if (users > 0 && left[line] / users < least) {
                    least = left[line] / users;
                    tightest = line;
                }
            }
            if (tightest < 0) {
                return rates;
            }
            for (int i = 0; i < rates.length; i++) {
                if (!isFixed[i] && uses(ways.get(i), tightest)) {
                    isFixed[i] = true;
                    rates[i] = least;
                    for (int line : ways.get(i)) {
                        left[line] -= least;
                    }
                }
            }
        }
    }

    private static boolean uses(int[] way, int line) {
        return Arrays.stream(way).anyMatch(one -> one == line);
    }

    /**
     * Each flow has a full line on which no flow of its class is faster, and on which no other
     * class has more than its weight allows.
     */
    @Test
    void eachFlowHasABottleneckAndNoLineIsOverloaded() {
        SplittableRandom random = new SplittableRandom(2);
        double[] weights = {3, 2, 1};
        for (int trial = 0; trial < 200; trial++) {
            FluidShares own = new FluidShares();
            int lines = random.nextInt(1, 8);
            double[] rates = random.doubles(lines, 1, 10).toArray();
            List<FluidLine> all =
                    Arrays.stream(rates).mapToObj(r -> new FluidLine(r, weights)).toList();
            List<FluidFlow> flows = new ArrayList<>();
            for (int i = random.nextInt(1, 20); i > 0; i--) {
                flows.add(
                        new FluidFlow(
                                random.nextInt(3),
                                ANY,
                                random.ints(3, 0, lines).distinct().mapToObj(all::get).toList()));
            }
            flows.forEach(own::add);
            own.divide();
            for (int line = 0; line < lines; line++) {
                assertThat(sum(flows, all.get(line), -1)).isLessThanOrEqualTo(rates[line] * 1.001);
            }
            for (FluidFlow flow : flows) {
                assertThat(flow.lines())
                        .as("trial %d", trial)
                        .anyMatch(line -> isBottleneck(flow, line, flows, rates, all, weights));
            }
        }
    }

    private static boolean isBottleneck(
            FluidFlow flow,
            FluidLine line,
            List<FluidFlow> flows,
            double[] rates,
            List<FluidLine> all,
            double[] weights) {
        if (sum(flows, line, -1) < rates[all.indexOf(line)] * 0.999) {
            return false;
        }
        double own = sum(flows, line, flow.classIndex()) / weights[flow.classIndex()];
        for (int other = 0; other < weights.length; other++) {
            if (sum(flows, line, other) / weights[other] > own * 1.001) {
                return false;
            }
        }
        return flows.stream()
                .filter(one -> one.classIndex() == flow.classIndex() && one.lines().contains(line))
                .allMatch(one -> one.rateBps() <= flow.rateBps() * 1.001);
    }

    private static double sum(List<FluidFlow> flows, FluidLine line, int classIndex) {
        return flows.stream()
                .filter(one -> classIndex < 0 || one.classIndex() == classIndex)
                .filter(one -> one.lines().contains(line))
                .mapToDouble(FluidFlow::rateBps)
                .sum();
    }

    private FluidFlow flow(int classIndex, double limitBps, FluidLine... lines) {
        FluidFlow flow = new FluidFlow(classIndex, limitBps, List.of(lines));
        shares.add(flow);
        return flow;
    }

    private static double[] rates(List<FluidFlow> flows) {
        return flows.stream().mapToDouble(FluidFlow::rateBps).toArray();
    }
}
