// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;

class QueueFigureTest {

    @Test
    void measuredFiguresAreWrittenWhereTheyAreDeclared() {
        Map<QueueFigure, Number> measured =
                Map.of(
                        QueueFigure.OFFERED_RATE,
                        1_234_567.8,
                        QueueFigure.DEPTH_MAX,
                        9L,
                        QueueFigure.DELAY_P99,
                        Double.NaN);
        QueueView queue = new QueueView(0, "A", measured, null, null, List.of());

        JsonNode written = PortJson.QUEUE.write(queue);
        assertThat(written.path("offeredBps")).hasToString("1234568");
        assertThat(written.path("depthPackets")).hasToString("{\"mean\":0.0,\"max\":9}");
        assertThat(written.path("delayMs")).hasToString("{\"mean\":0.0,\"p50\":0.0,\"p99\":null}");
        assertThat(QueueFigure.OFFERED_RATE.text(queue)).isEqualTo("1.23");
        assertThat(QueueFigure.DELAY_P99.text(queue)).isEqualTo("-");
    }

    /** Totals only rise, so that those of the last reading are still of use. */
    @Test
    void withoutARecentReadingAllFiguresButTotalsAreUnknown() {
        QueueView queue =
                new QueueView(
                        0,
                        "A",
                        Map.of(QueueFigure.OFFERED_RATE, 1e6, QueueFigure.DROPS, 7),
                        null,
                        null,
                        List.of());
        PortView port =
                new PortView(
                                "device:s1",
                                4,
                                "eth4",
                                10_000_000,
                                64,
                                OptionalDouble.empty(),
                                true,
                                1,
                                0,
                                List.of(queue))
                        .withMeasured(false);

        JsonNode written = PortJson.port(port).path("classes").path(0);
        assertThat(written.path("offeredBps").isNull()).isTrue();
        assertThat(written.path("goodputBps").isNull()).isTrue();
        assertThat(written.path("depthPackets")).hasToString("{\"mean\":null,\"max\":null}");
        assertThat(written.path("lossFraction").isNull()).isTrue();
        assertThat(written.path("drops")).hasToString("7");
    }

    @Test
    void ofUndecidedTargetsAClassIsNeitherMetNorMissed() {
        QueueView met = new QueueView(0, "A", Map.of(), null, true, List.of());
        QueueView missed = new QueueView(0, "A", Map.of(), null, false, List.of("delayMs"));
        List<String> undecided = List.of("p99DelayMs");

        assertThat(met.withUndecided(List.of()).targetMet()).hasValue(true);
        assertThat(met.withUndecided(undecided).targetMet()).isEmpty();
        assertThat(missed.withUndecided(undecided).targetMet()).hasValue(false);
        QueueView lost = met.withUndecided(undecided).withLosses(List.of("s1 dropped packets"));
        assertThat(lost.targetMet()).hasValue(false);
        assertThat(PortJson.QUEUE.write(lost).path("undecided")).hasToString("[\"p99DelayMs\"]");
    }

    @Test
    void settingsAreUnknownBeforeTheFirst() {
        QueueView queue = new QueueView(0, "A", Map.of(), null, null, List.of());

        assertThat(PortJson.QUEUE_SETTINGS.write(queue).path("limitPackets").isNull()).isTrue();
        assertThat(QueueFigure.LIMIT.text(queue)).isEqualTo("-");
        assertThat(QueueFigure.THRESHOLD.text(queue)).isEqualTo("-");
    }

    @Test
    void theShareOfSettingsThatWereTakenOverIsUnknown() {
        QueueSettings found =
                QueueSettings.builder(0)
                        .weightPackets(6)
                        .marking(Marking.atDepth(12))
                        .limitPackets(48)
                        .build();
        QueueView queue = new QueueView(0, "A", Map.of(), found, null, List.of());

        JsonNode written = PortJson.QUEUE_SETTINGS.write(queue);
        assertThat(written.path("weight").isNull()).isTrue();
        assertThat(written.path("serviceRateBps").isNull()).isTrue();
        assertThat(written.path("weightPackets")).hasToString("6");
        assertThat(QueueFigure.WEIGHT.text(queue)).isEqualTo("-");
    }

    @Test
    void everyColumnHasAHeading() {
        assertThat(QueueFigure.columns())
                .extracting(QueueFigure::heading)
                .doesNotHaveDuplicates()
                .allSatisfy(heading -> assertThat(heading).isNotEmpty());
    }
}
