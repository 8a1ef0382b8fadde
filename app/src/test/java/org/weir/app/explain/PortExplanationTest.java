// SPDX-License-Identifier: Apache-2.0
package org.weir.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.app.ClassChange.Target;
import org.weir.app.ClassView;
import org.weir.app.DecisionView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.TargetsView;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;

/** Sentences on the settings of a port. */
class PortExplanationTest {
    private static final QueueSettings SETTINGS =
            QueueSettings.builder(0)
                    .weightFraction(0.4)
                    .weightPackets(6)
                    .marking(Marking.atDepth(12))
                    .limitPackets(48)
                    .arrivalRateBps(1_200_000)
                    .serviceRateBps(4_000_000)
                    .targetRateBps(3_900_000)
                    .build();

    private static final LastDecision NO_DECISION = LastDecision.of(Optional.empty());

    private static PortView port() {
        return port(SETTINGS);
    }

    private static PortView port(QueueSettings settings) {
        return new PortView(
                "device:s1",
                4,
                "s1-eth4",
                10_000_000,
                256,
                OptionalDouble.empty(),
                true,
                3,
                0,
                List.of(
                        new QueueView(
                                0,
                                "A",
                                Map.of(
                                        QueueFigure.OFFERED_RATE,
                                        1_250_000.0,
                                        QueueFigure.PACKET_SIZE,
                                        1000.0),
                                settings,
                                false,
                                List.of("delayMs")),
                        new QueueView(1, "C", Map.of(), null, null, List.of())));
    }

    private static final List<ClassView> CLASSES =
            List.of(
                    new ClassView(
                            0,
                            "A",
                            "A",
                            3,
                            new TargetsView(
                                    Map.of(Target.DELAY_MS, 5.0, Target.LOSS_FRACTION, 0.001)),
                            List.of()),
                    new ClassView(1, "C", "C", 1, new TargetsView(Map.of()), List.of()));

    @Test
    void namesLoadTargetsSettingsAndOutcomeOfEachClass() {
        DecisionView decision =
                new DecisionView("device:s1", 4, 0, true, false, List.of("A."), List.of());
        assertThat(
                        PortExplanation.sentences(
                                port(), CLASSES, LastDecision.of(Optional.of(decision))))
                .containsExactly(
                        "device:s1/4 sends 10.00 Mb/s. Traffic of 1.25 Mb/s arrives for it, 13 % of"
                                + " that.",
                        "The last decision led to new settings. At the present loads some targets"
                                + " may be missed.",
                        "A.",
                        "",
                        "Class A: 1.25 Mb/s arrive, in packets of 1000 bytes.",
                        "The policy asks for a mean delay of at most 5 ms, a loss of at most"
                                + " 0.100 %.",
                        "So its weight is 0.400, which guarantees it 4.00 Mb/s; the settings were"
                                + " solved for 1.20 Mb/s. Packets that find 12 or more waiting are"
                                + " marked, and the sender gets feedback; packets that find 48"
                                + " waiting are dropped. Feedback asks its senders to send at"
                                + " most 3.90 Mb/s together.",
                        "Measured: missed delayMs.",
                        "",
                        "Class C: no traffic arrives.",
                        "It has no targets, and gets what the other classes leave.",
                        "No settings yet.");
    }

    @Test
    void theWeightOfSettingsThatWereTakenOverIsNotKnownYet() {
        QueueSettings found = SETTINGS.toBuilder().weightFraction(0).serviceRateBps(0).build();
        assertThat(PortExplanation.sentences(port(found), CLASSES, NO_DECISION))
                .anySatisfy(
                        text ->
                                assertThat(text)
                                        .startsWith(
                                                "Its settings were taken over, and its weight is"
                                                        + " not known yet. Packets that find 12 or"
                                                        + " more waiting are marked"));
    }

    @Test
    void unknownIsCalledUnknown() {
        assertThat(PortExplanation.sentences(port().withMeasured(false), CLASSES, NO_DECISION))
                .contains(
                        "device:s1/4 sends 10.00 Mb/s. There is no recent reading, so the present"
                                + " load is unknown.",
                        "No decision was made yet.",
                        "Class A: arrivals are unknown.");
    }

    @Test
    void namesTheBoundWherePipesMeasureAlone() {
        assertThat(PortExplanation.sentences(port().withArrivalPipes(2), CLASSES, NO_DECISION))
                .anySatisfy(
                        text ->
                                assertThat(text)
                                        .endsWith(
                                                "at most 3.90 Mb/s together. Each of the switch's 2"
                                                        + " pipes measures only the packets that"
                                                        + " enter by it, so the senders may reach"
                                                        + " 7.80 Mb/s before feedback asks them to"
                                                        + " slow down."));
    }
}
