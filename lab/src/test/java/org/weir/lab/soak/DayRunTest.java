// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.weir.lab.cli.GeneratorOptions;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.network.NetworkSpec;
import org.weir.rules.ComputesOnly;

/** A simulated day of six minutes, each hour of which takes one. All tests read the same run. */
@ComputesOnly
class DayRunTest {
    private static final long MINUTE_NS = 60_000_000_000L;

    private static final List<DayReading> readings = new ArrayList<>();
    private static DayRun run;

    private static DayPlan plan(long seed) {
        GeneratorOptions words = GeneratorOptions.of("leaf-spine:2,2,2", "1M", "0.8", 1000);
        NetworkSpec pairs = words.create(seed, Optional.empty());
        return new DayPlan(pairs, words.rateBps(), 6 * MINUTE_NS, MINUTE_NS, MINUTE_NS / 2, seed);
    }

    @BeforeAll
    static void run() throws Exception {
        run = new DayRun(plan(2));
        run.run(readings::add);
    }

    @Test
    void everyPacketIsFoundAgainAtEveryReading() {
        assertThat(readings).hasSize(13);
        assertThat(readings).allSatisfy(r -> assertThat(r.packets().missing()).isZero());
        PacketBalance last = readings.get(12).packets();
        assertThat(last.sent()).isGreaterThan(80_000);
        assertThat(last.copies()).isGreaterThan(1000);
        assertThat(last.reported()).isGreaterThan(1000);
        assertThat(last.dropped().get("portDown")).isPositive();
    }

    @Test
    void linksFailAndPoliciesChangeEachHourAndSettingsFollow() {
        assertThat(run.linkFailures()).isEqualTo(6);
        assertThat(run.policyChanges()).isEqualTo(6);
        assertThat(readings.get(12).resolves()).isGreaterThan(readings.get(0).resolves() + 50);
        assertThat(readings.get(12).solves()).isEqualTo(12L * 37);
    }

    /** Only values of the network: other tests in this process change those of the process. */
    @Test
    void nothingOfTheNetworkGrows() {
        DayVerdict verdict = DayVerdict.of(readings);

        assertThat(verdict.unbalancedReadings()).isZero();
        assertThat(verdict.growths())
                .filteredOn(growth -> growth.name().equals("table entries"))
                .noneMatch(DayVerdict.Growth::isTooMuch);
        assertThat(readings).allSatisfy(r -> assertThat(r.pendingEvents()).isBetween(30, 200));
    }

    @Test
    void theSameSeedGivesTheSamePacketsAndAnotherOthers() throws Exception {
        List<DayReading> again = new ArrayList<>();
        new DayRun(plan(2)).run(again::add);
        List<DayReading> others = new ArrayList<>();
        new DayRun(plan(3)).run(others::add);

        assertThat(again)
                .extracting(DayReading::packets)
                .isEqualTo(readings.stream().map(DayReading::packets).toList());
        assertThat(again)
                .extracting(DayReading::pendingEvents)
                .isEqualTo(readings.stream().map(DayReading::pendingEvents).toList());
        assertThat(others.get(12).packets()).isNotEqualTo(readings.get(12).packets());
    }

    @Test
    void theMixChangesEachHourAndTheLoadStays() {
        NetworkSpec spec = DayTraffic.of(plan(2));
        List<FlowConfig> first =
                spec.flows().stream()
                        .filter(flow -> flow.sender().equals("h1"))
                        .map(NetworkSpec.Traffic::flow)
                        .toList();

        assertThat(first).extracting(FlowConfig::className).containsExactly("A", "B", "C");
        Set<Long> offeredByA = new HashSet<>();
        for (int hour = 0; hour < 6; hour++) {
            long nowNs = hour * MINUTE_NS;
            assertThat(first.stream().mapToLong(flow -> flow.load().rateAt(nowNs)).sum())
                    .isBetween(799_998L, 800_002L);
            offeredByA.add(first.get(0).load().rateAt(nowNs));
        }
        assertThat(offeredByA).hasSize(6);
    }
}
