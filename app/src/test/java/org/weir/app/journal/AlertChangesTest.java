// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.Alert;
import org.weir.app.RejectedException;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;

/** Events of alerts that begin, flicker and end, also over a restart of ONOS. */
class AlertChangesTest {

    private final SharedMaps maps = new SharedMaps();
    private final List<Alert> present = new ArrayList<>();
    private final Map<String, String> masters =
            new HashMap<>(Map.of("device:s1", "1", "device:s2", "1"));
    private long nowMs = 1_000;
    private EventJournal journal = journal("1");

    private EventJournal journal(String node) {
        return new EventJournal(maps.eventual("events"), node, () -> nowMs++);
    }

    private AlertChanges changes() {
        AlertChanges changes =
                new AlertChanges(
                        journal,
                        new OpenAlerts(maps.consistent("open")),
                        () -> present,
                        masters::get);
        changes.begin();
        return changes;
    }

    private static Alert alert(String kind, String subject) {
        return new Alert(kind, subject, "text", 900);
    }

    private List<String> recorded() {
        List<Event> events = new ArrayList<>(journal.newestFirst());
        Collections.reverse(events);
        return events.stream()
                .map(
                        event ->
                                event.kind().word()
                                        + " "
                                        + event.alert().orElseThrow().kind()
                                        + " "
                                        + event.subject())
                .collect(Collectors.toList());
    }

    private static void look(AlertChanges changes, int times) {
        for (int i = 0; i < times; i++) {
            changes.look();
        }
    }

    @Test
    void anAlertBeginsOnceAndEndsOnce() {
        AlertChanges changes = changes();
        present.add(alert("device-unreachable", "device:s1"));
        look(changes, 3);
        present.clear();
        look(changes, AlertChanges.LOOKS_TO_END - 1);
        assertThat(recorded()).containsExactly("alert-began device-unreachable device:s1");
        look(changes, 10);
        assertThat(recorded())
                .containsExactly(
                        "alert-began device-unreachable device:s1",
                        "alert-ended device-unreachable device:s1");
        Event ended = journal.newestFirst().get(0);
        Event began = journal.newestFirst().get(1);
        assertThat(ended.alert().orElseThrow().beganId()).isEqualTo(began.id().toString());
        assertThat(ended.device()).contains("device:s1");
    }

    @Test
    void anAlertThatIsAbsentForAMomentIsNotOver() {
        AlertChanges changes = changes();
        for (int i = 0; i < 10; i++) {
            present.add(alert("settings-refused", "device:s1/4"));
            look(changes, 1);
            present.clear();
            look(changes, AlertChanges.LOOKS_TO_END - 1);
        }
        assertThat(recorded()).containsExactly("alert-began settings-refused device:s1/4");
        assertThat(journal.newestFirst().get(0).port()).hasValue(4);
    }

    /** The new master takes some time to find that a condition lasts. */
    @Test
    void anAlertGoesOnWhileTheNewMasterOfItsSwitchHasYetToListIt() {
        AlertChanges changes = changes();
        present.add(alert("target-missed", "device:s1/4/A"));
        present.add(alert("target-missed", "device:s2/4/A"));
        look(changes, 50);
        masters.put("device:s1", "2");
        look(changes, 1);
        present.clear();
        look(changes, 20);
        assertThat(recorded())
                .containsExactly(
                        "alert-began target-missed device:s1/4/A",
                        "alert-began target-missed device:s2/4/A",
                        "alert-ended target-missed device:s2/4/A");
        present.add(alert("target-missed", "device:s1/4/A"));
        look(changes, 50);
        assertThat(recorded()).hasSize(3);
        present.clear();
        look(changes, AlertChanges.LOOKS_TO_END);
        assertThat(recorded()).hasSize(4);
    }

    @Test
    void aSwitchWithoutAMasterForATimeHasNoNewOne() {
        AlertChanges changes = changes();
        present.add(alert("device-unreachable", "device:s1"));
        look(changes, 2);
        masters.remove("device:s1");
        look(changes, 2);
        masters.put("device:s1", "1");
        present.clear();
        look(changes, AlertChanges.LOOKS_TO_END);
        assertThat(recorded()).hasSize(2);
    }

    /** Another node, or ONOS after a restart, goes on with what was open. */
    @Test
    void theNextRecorderBeginsNothingTwiceAndEndsWhatIsOver() {
        AlertChanges first = changes();
        present.add(alert("target-missed", "device:s1/4/A"));
        present.add(alert("host-unreachable", "10.0.0.9"));
        look(first, 2);
        present.remove(1);

        journal = journal("2");
        AlertChanges next = changes();
        look(next, AlertChanges.LOOKS_TO_END_AT_START - 1);
        assertThat(recorded()).hasSize(2);
        look(next, 2);
        assertThat(recorded())
                .containsExactly(
                        "alert-began target-missed device:s1/4/A",
                        "alert-began host-unreachable 10.0.0.9",
                        "alert-ended host-unreachable 10.0.0.9");
        Event ended = journal.newestFirst().get(0);
        assertThat(ended.device()).isEmpty();
        assertThat(ended.kind()).isEqualTo(EventKind.ALERT_ENDED);
    }

    /** The node that recorded dies while the store is away. */
    @Test
    void theEndOfAnAlertIsRecordedOnceHoweverTheStoreAnswers() {
        AlertChanges first = changes();
        present.add(alert("target-missed", "device:s1/4/A"));
        look(first, 2);
        present.clear();
        look(first, AlertChanges.LOOKS_TO_END - 1);
        maps.away(true);
        assertThatThrownBy(first::look).isInstanceOf(RejectedException.class);
        maps.away(false);

        AlertChanges next = changes();
        look(next, AlertChanges.LOOKS_TO_END_AT_START);
        look(next, 2);
        assertThat(recorded())
                .containsExactly(
                        "alert-began target-missed device:s1/4/A",
                        "alert-ended target-missed device:s1/4/A");
    }

    @Test
    void theEndOfAnAlertIsRecordedWhenTheStoreAnswersAgain() {
        AlertChanges changes = changes();
        present.add(alert("target-missed", "device:s1/4/A"));
        look(changes, 1);
        present.clear();
        look(changes, AlertChanges.LOOKS_TO_END - 1);
        maps.away(true);
        assertThatThrownBy(changes::look).isInstanceOf(RejectedException.class);
        maps.away(false);
        look(changes, 3);
        assertThat(recorded()).hasSize(2);
    }

    /** The node that recorded dies after the store has answered again. */
    @Test
    void anAlertBeginsOnceThoughTheStoreWasAwayAtItsBeginning() {
        AlertChanges first = changes();
        present.add(alert("target-missed", "device:s1/4/A"));
        present.add(alert("host-unreachable", "10.0.0.9"));
        maps.away(true);
        assertThatThrownBy(first::look).isInstanceOf(RejectedException.class);
        assertThat(recorded()).as("the store holds back nothing").hasSize(2);
        maps.away(false);
        look(first, 1);

        look(changes(), 2);
        assertThat(recorded()).hasSize(2);
    }

    @Test
    void anAlertThatComesBackIsStoredThoughItsRemovalWasNotAnswered() {
        AlertChanges first = changes();
        present.add(alert("target-missed", "device:s1/4/A"));
        look(first, 1);
        present.clear();
        look(first, AlertChanges.LOOKS_TO_END - 1);
        maps.mute(true);
        assertThatThrownBy(first::look).isInstanceOf(RejectedException.class);
        maps.mute(false);
        present.add(alert("target-missed", "device:s1/4/A"));
        look(first, 1);

        look(changes(), 2);
        assertThat(recorded()).hasSize(1);
    }

    @Test
    void aStoredAlertThatCannotBeReadHoldsBackNoOther() {
        maps.consistent("open").put("kind device:s1", "{}");
        maps.consistent("open").put("kind device:s2", "no JSON");
        present.add(alert("target-missed", "device:s1/4/A"));
        look(changes(), 1);
        look(changes(), 1);
        assertThat(recorded()).containsExactly("alert-began target-missed device:s1/4/A");
    }
}
