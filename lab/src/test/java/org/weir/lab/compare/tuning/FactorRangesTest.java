// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        FactorRanges dcqcn = ranges("dcqcn");
        for (int i = 0; i < 3; i++) {
            dcqcn.widen(Map.of("pMax", dcqcn.within("pMax", 1000)));
        }
        assertThat(dcqcn.within("pMax", 1000)).isEqualTo(512);
        assertThat(dcqcn.ends(Map.of("pMax", 512.0))).isEmpty();
        FactorRanges dctcp = ranges("dctcp");
        for (int i = 0; i < 10; i++) {
            dctcp.widen(Map.of("thresholdPackets", dctcp.within("thresholdPackets", 0)));
        }
        double least = dctcp.within("thresholdPackets", 0);
        assertThat(threshold(least)).isLessThan(0.5);
        assertThat(threshold(8 * least)).isGreaterThanOrEqualTo(0.5);
    }

    /** Of minLimit, 4 packets, 2 is the least; all factors below 1/2 would be one candidate. */
    @Test
    void aRangeBeginsAndEndsWhereTheParameterChanges() {
        FactorRanges targets = ranges("targets");
        assertThat(targets.at("minLimit", 0)).isCloseTo(0.5, within(1e-6));
        assertThat(targets.at("minLimit", 1)).isCloseTo(8, within(1e-6));
        assertThat(targets.at("minThreshold", 0)).isCloseTo(1, within(1e-6));
        // A gain of 0.7 is at most 1.
        assertThat(targets.at("depthGain", 1)).isCloseTo(1 / 0.7, within(1e-6));
        assertThat(targets.at("cycleMs", 0.5)).isCloseTo(1, within(1e-9));
        // A distance in parts of a packet.
        assertThat(targets.at("drainPackets", 0)).isCloseTo(1 / 8.0, within(1e-9));
        // Below a quarter of a packet a threshold makes no difference.
        FactorRanges dcqcn = ranges("dcqcn");
        double base =
                choice("dcqcn")
                        .withFactors("", Map.of())
                        .values(NETWORKS.get(0))
                        .get("kMinPackets");
        assertThat(base * dcqcn.at("kMinPackets", 0)).isCloseTo(0.25, within(1e-6));
    }

    @Test
    void aUtilizationMovesByItsDistanceToOne() {
        FactorRanges hpcc = ranges("hpcc");
        assertThat(0.95 * hpcc.at("utilization", 0)).isCloseTo(0.6, within(1e-9));
        assertThat(0.95 * hpcc.at("utilization", 0.5)).isCloseTo(0.95, within(1e-9));
        assertThat(0.95 * hpcc.at("utilization", 1)).isCloseTo(1 - 0.05 / 8, within(1e-9));
        assertThat(0.95 * hpcc.beside("utilization", 1, 2)).isCloseTo(0.975, within(1e-9));
        // A line that may be used in full has the distance of 1 %, and stays so unless moved.
        FactorRanges targets = ranges("targets");
        assertThat(targets.at("portUtilization", 0)).isCloseTo(0.92, within(1e-9));
        assertThat(targets.at("portUtilization", 1)).isCloseTo(0.99875, within(1e-9));
        assertThat(targets.beside("portUtilization", 1, 0.5)).isCloseTo(0.9975, within(1e-9));
        assertThat(targets.ends(Map.of("portUtilization", 1.0))).isEmpty();
        assertThat(0.999 * targets.at("targetUtilization", 1)).isCloseTo(0.999, within(1e-9));
        assertThat(targets.ends(Map.of("targetUtilization", 1.0))).isEmpty();
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
