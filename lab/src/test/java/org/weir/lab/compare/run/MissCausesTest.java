// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.result.Miss;
import org.weir.lab.compare.result.MissCause;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.workload.TimedMessage;

/** Causes of missed class-periods where nearly nothing arrives. */
class MissCausesTest {
    private static final int PERIODS = 10;

    /** Events of the catalogue last from 35 to 75 % of a run: they begin and end in these. */
    private static final int ONSET = 3;

    private static final int END = 7;

    private final Engine engine = new Engine(Pacing.FREE);

    @Test
    void aFloodCountsInThePartsOfPeriodsInWhichItLasts() {
        List<Miss> misses = run("flood-1g").measured.misses();

        for (Miss one : misses) {
            boolean isDuring = one.period() >= ONSET && one.period() <= END;
            boolean isWhole = one.period() > ONSET && one.period() < END;
            double flood = one.host() > 0 || !isDuring ? 0 : isWhole ? 0.9 : 0.45;
            assertThat(one.events()).isEqualTo(isDuring ? List.of("flood") : List.of());
            assertThat(one.lineUse()).isCloseTo(flood, within(1e-9));
        }
        assertThat(misses).anyMatch(one -> one.host() == 0 && one.period() == ONSET);
    }

    @Test
    void aSlowLineOnTheWayIsNoFaultOfSenders() {
        List<Miss> misses = run("slow-link-1g").measured.misses();

        assertThat(misses)
                .extracting(Miss::cause)
                .contains(MissCause.OTHER_LINE, MissCause.HELD_BACK)
                .doesNotContain(MissCause.SHARE, MissCause.LOSS, MissCause.DELAY);
        assertThat(misses)
                .filteredOn(one -> one.cause() == MissCause.OTHER_LINE)
                .allMatch(one -> one.period() >= ONSET && one.period() <= END);
    }

    @Test
    void aBusyLineOfTheSendingHostIsNoFaultOfSenders() {
        Run run = run("dumbbell-1g");
        TimedMessage busy = run.plan.messages().get(0);
        int period = 4;
        long atNs = period * run.network.periodNs() + 1;
        long packets = Math.round(0.95 * run.network.periodNs() / run.network.packetNs());
        engine.schedule(
                atNs,
                () -> {
                    for (long i = 0; i < packets; i++) {
                        run.measured.received(busy.message().id(), 0, 1000);
                    }
                });
        engine.runUntil(atNs);

        List<Miss> ofOtherLines =
                run.measured.misses().stream()
                        .filter(one -> one.cause() == MissCause.OTHER_LINE)
                        .toList();
        assertThat(ofOtherLines)
                .isNotEmpty()
                .allMatch(one -> one.period() == period && one.host() != busy.to());
    }

    private Run run(String name) {
        ComparedNetwork network = NetworkCatalogue.named(name).get(0);
        LoadPlan plan =
                new LoadPlan(
                        network,
                        network.shape().create(network.access(), network.fabric(), 1),
                        PERIODS,
                        1);
        return new Run(network, plan, new ClassPeriods(engine, network, plan, PERIODS));
    }

    private record Run(ComparedNetwork network, LoadPlan plan, ClassPeriods measured) {}
}
