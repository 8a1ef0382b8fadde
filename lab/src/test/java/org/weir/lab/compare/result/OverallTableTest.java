// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expected figures are computed by hand; Student's t of one degree of freedom is 12.7062. */
class OverallTableTest {
    /**
     * Kept in %, network one with seeds 1 and 2, then two: a 100, 75, 75, 50; b 75, 75, 100, 100; c
     * 75, 100, 100 and no run with seed 2 on network two. So b has −25, 0, 25, 50 points more than
     * a, and c −25, 25, 25.
     */
    private static final List<RunRow> ROWS =
            List.of(
                    row("one", "a", 1, "11/11/-", 1),
                    row("one", "a", 2, "11/10/-", 1),
                    row("one", "b", 1, "11/01/-", Math.E),
                    row("one", "b", 2, "11/01/-", Math.E),
                    row("one", "c", 1, "10/11/-", 1),
                    row("one", "c", 2, "11/11/-", 1),
                    row("two", "a", 1, "11/10/-", 1),
                    row("two", "a", 2, "10/10/-", 1),
                    row("two", "b", 1, "11/11/-", Math.E),
                    row("two", "b", 2, "11/11/-", Math.E),
                    row("two", "c", 1, "11/11/-", 1));

    private static RunRow row(
            String network, String scheme, long seed, String verdicts, double slowdown) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, 100.0);
        }
        metrics.put(Metric.SLOWDOWN_P999, slowdown);
        return new RunRow(scheme, network, seed, metrics, verdicts);
    }

    /** The tables' lines, with one space between two cells. */
    private static List<String> lines(String base) {
        return new OverallTable(new Summary(ROWS), base)
                .lines().stream().map(line -> line.strip().replaceAll(" +", " ")).toList();
    }

    @Test
    void keptHasIntervalsOverNetworksAndOverSeeds() {
        assertThat(lines("a").subList(0, 5))
                .containsExactly(
                        "class-periods kept, over 2 networks, against a, [95 % intervals]",
                        "kept % points more over networks over seeds better on worse on equal on",
                        "a 75.000",
                        // Networks -12.5 and 37.5, seeds 0 and 25.
                        "b 87.500 12.500 [-305.155, 330.155] [-146.328, 171.328] 1 1 0",
                        // Networks 0 and 25; seed 2 has no value on network two.
                        "c 93.750 12.500 [-146.328, 171.328] - 1 0 1");
    }

    @Test
    void scoreHasThem() {
        assertThat(lines("a").subList(6, 11))
                .containsExactly(
                        "score of the search, less is better, over 2 networks, against a,"
                                + " [95 % intervals]",
                        "score difference over networks over seeds",
                        "a 0.250",
                        // Networks 0.225 and -0.275, seeds 0.1 and -0.15.
                        "b 0.225 -0.025 [-3.202, 3.152] [-1.613, 1.563]",
                        "c 0.063 -0.125 [-1.713, 1.463] -");
    }

    @Test
    void namesTheNetworksWhereSchemesAreClearlyBetter() {
        assertThat(lines("a").subList(12, 14))
                .containsExactly(
                        "networks on which a scheme keeps at least 1.5 points more than a: 1 of 2;"
                                + " kept % of a and of these schemes",
                        "two: a 62.50; b 100.00, c 100.00");
        assertThat(lines("a")).hasSize(14);
        assertThat(lines("b").subList(12, 14))
                .containsExactly(
                        "networks on which a scheme keeps at least 1.5 points more than b: 1 of 2;"
                                + " kept % of b and of these schemes",
                        "one: b 75.00; a 87.50, c 87.50");
    }

    /** 103 and 102 of 200 against 100 of 200. */
    @Test
    void clearlyBetterBeginsAtOneAndAHalfPoints() {
        List<RunRow> rows = new ArrayList<>();
        for (int kept : new int[] {100, 102, 103}) {
            rows.add(
                    row(
                            "n",
                            "kept" + kept,
                            1,
                            "1".repeat(kept) + "0".repeat(200 - kept) + "/-/-",
                            1));
        }
        assertThat(new OverallTable(new Summary(rows), "kept100").lines())
                .last()
                .asString()
                .isEqualTo("  n: kept100 50.00; kept103 51.50");
    }

    @Test
    void oneNetworkAndOneSeedHaveNoInterval() {
        List<RunRow> rows = List.of(ROWS.get(0), ROWS.get(2));
        assertThat(new OverallTable(new Summary(rows), "a").lines().get(3))
                .matches("  b +75\\.000 +-25\\.000 +- +- +0 +1 +0");
    }

    @Test
    void csvHasTheDifferencesOfEachNetworkAndOfAll() {
        List<String> lines = AgainstCsv.lines(new Summary(ROWS), "a");
        assertThat(lines.get(0))
                .isEqualTo("network,scheme,base,quantity,mean,low,high,values,over");
        // Ten ratios, the class-periods kept and the score: 12 lines for each of 2 x 2 pairs of a
        // network and a scheme; over networks and over seeds for 2 schemes.
        assertThat(lines).hasSize(1 + 12 * (2 * 2 + 2 * 2));
        assertThat(lines)
                .anyMatch(line -> line.matches("one,b,a,KEPT_POINTS,-12.5,-171.32.*,2,seeds"))
                .anyMatch(line -> line.equals("two,c,a,KEPT_POINTS,25.0,NaN,NaN,1,seeds"))
                .anyMatch(line -> line.matches("all,b,a,KEPT_POINTS,12.5,-305.15.*,2,networks"))
                .anyMatch(line -> line.matches("all,b,a,KEPT_POINTS,12.5,-146.32.*,2,seeds"))
                .anyMatch(line -> line.matches("all,b,a,SCORE,-0.02.*,-3.20.*,2,networks"))
                .anyMatch(line -> line.matches("all,b,a,SLOWDOWN_P999_RATIO,2.718281828.*"));
    }
}
