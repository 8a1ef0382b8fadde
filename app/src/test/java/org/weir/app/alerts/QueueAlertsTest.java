// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueForecasts;
import org.weir.app.QueueView;
import org.weir.control.Targets;
import org.weir.control.loop.Promise;

/** Alerts about classes at ports, look by look. */
class QueueAlertsTest {

    private static final double STORM = 100;
    private static final Targets DELAY = Targets.builder().delayMs(5).build();

    private final AlertBoard board = new AlertBoard();
    private final QueueAlerts alerts = new QueueAlerts(board);
    private long nowNs;
    private double feedback;
    private boolean isMeasured = true;
    private Targets targets = DELAY;

    private void look(int times, boolean isMissed, Promise promise, double feedbackPerSecond) {
        for (int i = 0; i < times; i++) {
            nowNs += 1_000_000_000L;
            feedback += feedbackPerSecond;
            QueueView queue =
                    new QueueView(
                                    0,
                                    "A",
                                    Map.of(
                                            QueueFigure.FEEDBACK,
                                            feedback,
                                            QueueFigure.OFFERED_RATE,
                                            2_400_000.0,
                                            QueueFigure.PACKET_SIZE,
                                            1000.0),
                                    null,
                                    isMeasured ? !isMissed : null,
                                    isMissed ? List.of("delayMs") : List.of())
                            .withTargets(targets)
                            .withPromise(promise, QueueForecasts.NONE);
            PortView port =
                    new PortView(
                                    "device:s1",
                                    4,
                                    "s1-4",
                                    10_000_000,
                                    64,
                                    OptionalDouble.empty(),
                                    true,
                                    1,
                                    1,
                                    List.of(queue))
                            .withMeasured(isMeasured);
            alerts.look(List.of(port), STORM, nowNs);
        }
    }

    private List<String> listed() {
        return board.all().stream().map(Object::toString).collect(Collectors.toList());
    }

    @Test
    void aTargetThatIsMissedNowAndThenIsNoAlert() {
        for (int i = 0; i < 20; i++) {
            look(1, true, null, 0);
            look(1, false, null, 0);
        }
        assertThat(listed()).isEmpty();
    }

    @Test
    void aTargetThatIsMissedMostOfTheTimeIsAnAlertUntilItIsMetForLong() {
        look(Lasting.LOOKS / 2, true, null, 0);
        assertThat(listed()).isEmpty();
        look(1, true, null, 0);
        assertThat(listed())
                .containsExactly("target-missed device:s1/4/A: class A: misses delayMs");
        look(Lasting.LOOKS - 1, false, null, 0);
        assertThat(listed()).as("met for less than 30 looks").hasSize(1);
        look(1, false, null, 0);
        assertThat(listed()).isEmpty();
    }

    /** A switch near by has dropped packets of some class; this class may have sent none. */
    @Test
    void dropsOutsideQueuesCountAgainstClassesWithTraffic() {
        for (double rateBps : new double[] {0, 1e6}) {
            QueueView queue =
                    new QueueView(
                                    0,
                                    "A",
                                    Map.of(QueueFigure.OFFERED_RATE, rateBps),
                                    null,
                                    true,
                                    List.of())
                            .withLosses(List.of("switch device:s2 dropped 9 packets"));
            PortView port =
                    new PortView(
                            "device:s1",
                            4,
                            "s1-4",
                            10_000_000,
                            64,
                            OptionalDouble.empty(),
                            true,
                            1,
                            1,
                            List.of(queue));
            for (int i = 0; i < Lasting.LOOKS; i++) {
                alerts.look(List.of(port), STORM, nowNs += 1_000_000_000L);
            }
            assertThat(listed()).hasSize(rateBps > 0 ? 1 : 0);
        }
    }

    @Test
    void targetsThatNoSettingKeepsAreAnAlert() {
        look(20, false, Promise.notGiven("delay 9 ms > 5 ms"), 0);
        assertThat(listed())
                .containsExactly("target-infeasible device:s1/4/A: class A: delay 9 ms > 5 ms");
    }

    @Test
    void aLoadThatIsNotKnownYetIsNoAlert() {
        look(40, false, Promise.notGiven(Promise.LOAD_UNKNOWN), 0);
        assertThat(listed()).isEmpty();
    }

    /** The class sends 300 packets/s. */
    @Test
    void aStormIsAboveTheDeclaredRateAndAboveHalfOfThePackets() {
        look(40, false, null, 140);
        assertThat(listed()).as("above the rate, fewer than one for two packets").isEmpty();
        look(40, false, null, 160);
        assertThat(listed())
                .containsExactly("feedback-storm device:s1/4/A: class A: 160 feedback packets/s");
        look(30, false, null, 0);
        assertThat(listed()).isEmpty();
        look(40, false, null, 99);
        assertThat(listed()).as("below the declared rate").isEmpty();
    }

    @Test
    void readingsThatAreRefusedForLongAreAnAlert() {
        for (int i = 0; i <= Lasting.LOOKS / 2; i++) {
            assertThat(listed()).isEmpty();
            QueueView queue =
                    new QueueView(0, "A", Map.of(QueueFigure.REFUSED, 0.98), null, null, List.of());
            PortView port =
                    new PortView(
                                    "device:s1",
                                    4,
                                    "s1-4",
                                    10_000_000,
                                    64,
                                    OptionalDouble.empty(),
                                    true,
                                    1,
                                    1,
                                    List.of(queue))
                            .withMeasured(true);
            nowNs += 1_000_000_000L;
            alerts.look(List.of(port), STORM, nowNs);
        }

        assertThat(listed())
                .containsExactly(
                        "readings-refused device:s1/4/A: class A: 98 % of the last readings were"
                                + " refused");
    }

    /** The switch does not answer for a time: whether it still misses the target is not known. */
    @Test
    void anAlertGoesOnWhileNothingIsMeasured() {
        look(20, true, null, 0);
        isMeasured = false;
        look(5 * Lasting.LOOKS, false, null, 0);
        assertThat(listed()).hasSize(1);

        isMeasured = true;
        look(Lasting.LOOKS, false, null, 0);
        assertThat(listed()).isEmpty();
        look(10, true, null, 0);
        isMeasured = false;
        look(5 * Lasting.LOOKS, false, null, 0);
        assertThat(listed()).as("nothing begins either").isEmpty();
    }

    @Test
    void alertsAboutTargetsThatWereTakenOutOfThePolicyEndWhileNothingIsMeasured() {
        look(20, true, Promise.notGiven("delay 9 ms > 5 ms"), 0);
        assertThat(listed()).hasSize(2);

        isMeasured = false;
        targets = Targets.NONE;
        look(1, false, null, 0);
        assertThat(listed()).isEmpty();
        targets = DELAY;
        look(5 * Lasting.LOOKS, false, null, 0);
        assertThat(listed()).isEmpty();
    }

    /** The switch is away already, and the controller takes its last readings for fresh ones. */
    @Test
    void alertsAboutTargetsThatWereTakenOutJustBeforeTheLossOfTheSwitchEnd() {
        look(20, true, Promise.notGiven("delay 9 ms > 5 ms"), 0);
        targets = Targets.NONE;
        look(3, false, null, 0);
        assertThat(listed()).hasSize(2);

        isMeasured = false;
        look(1, false, null, 0);
        assertThat(listed()).isEmpty();
    }

    @Test
    void anAlertGoesOnIfTheClassMissesItsChangedTargetsToo() {
        look(20, true, null, 0);
        targets = Targets.builder().delayMs(6).build();
        look(1, true, null, 0);
        isMeasured = false;
        look(5, false, null, 0);
        assertThat(listed()).hasSize(1);
    }

    @Test
    void theAlertOfAClassThatIsGoneEnds() {
        look(20, true, null, 0);
        for (int i = 0; i < Lasting.LOOKS; i++) {
            alerts.look(List.of(), STORM, nowNs += 1_000_000_000L);
        }
        assertThat(listed()).isEmpty();
    }
}
