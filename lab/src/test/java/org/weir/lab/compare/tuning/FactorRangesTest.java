// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.scheme.SchemeChoice;

class FactorRangesTest {
    private static final List<ComparedNetwork> NETWORKS = NetworkCatalogue.named("leaf-spine-10g");

    @Test
    void aRangeGrowsWhereTheBestIsAtItsEnd() {
        FactorRanges ranges = ranges("hpcc");
        assertThat(ranges.within("increaseBps", 100)).isEqualTo(8);
        assertThat(ranges.within("increaseBps", 0.01)).isEqualTo(1 / 8.0);
        ranges.widen(Map.of("increaseBps", 7.9, "maxStage", 7.0));
        assertThat(ranges.within("increaseBps", 100)).isEqualTo(64);
        assertThat(ranges.within("increaseBps", 0.01)).isEqualTo(1 / 8.0);
        assertThat(ranges.within("maxStage", 100)).isEqualTo(8);
        ranges.widen(Map.of("increaseBps", 64.0));
        assertThat(ranges.within("increaseBps", 1000)).isEqualTo(512);
        ranges.widen(Map.of("increaseBps", 0.13));
        assertThat(ranges.within("increaseBps", 0.001)).isEqualTo(1 / 64.0);
    }

    @Test
    void aRangeEndsWhereTheParameterCannotFollow() {
        FactorRanges hpcc = ranges("hpcc");
        hpcc.widen(Map.of("utilization", 8.0));
        assertThat(hpcc.within("utilization", 100)).isEqualTo(8);
        assertThat(hpcc.ends(Map.of("utilization", 8.0))).isEmpty();
        FactorRanges dctcp = ranges("dctcp");
        for (int i = 0; i < 10; i++) {
            dctcp.widen(Map.of("thresholdPackets", dctcp.within("thresholdPackets", 0)));
        }
        double least = dctcp.within("thresholdPackets", 0);
        assertThat(threshold(least)).isLessThan(0.5);
        assertThat(threshold(8 * least)).isGreaterThanOrEqualTo(0.5);
    }

    private static double threshold(double factor) {
        return choice("dctcp")
                .withFactors("", Map.of("thresholdPackets", factor))
                .values(NETWORKS.get(0))
                .get("thresholdPackets");
    }

    @Test
    void warnsOfAnEndThatCouldBeFartherOut() {
        FactorRanges ranges = ranges("hpcc");
        assertThat(ranges.ends(Map.of("increaseBps", 1.0, "maxStage", 2.0))).isEmpty();
        assertThat(ranges.ends(Map.of("increaseBps", 8.0)))
                .containsExactly(
                        "hpcc: the best factor of increaseBps, 8.000, is at an end of its range,"
                                + " 0.1250 to 8.000; give more candidates (--tune)");
    }

    private static FactorRanges ranges(String scheme) {
        return new FactorRanges(choice(scheme), NETWORKS);
    }

    private static SchemeChoice choice(String scheme) {
        return SchemeChoice.read(scheme, Map.of());
    }
}
