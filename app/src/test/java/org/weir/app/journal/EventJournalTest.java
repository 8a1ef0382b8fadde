// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.event.AlertReference;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.event.EventKind;
import org.weir.app.json.EventJson;

/** The journal of two nodes over one map. */
class EventJournalTest {

    private final SharedMaps maps = new SharedMaps();
    private long nowMs = 1_000;
    private final EventJournal one = new EventJournal(maps.eventual("events"), "1", () -> nowMs);
    private final EventJournal two = new EventJournal(maps.eventual("events"), "2", () -> nowMs);

    private static Event event(EventKind kind, int number) {
        return Event.of(kind, "device:s1/" + number, "text").at("device:s1", number);
    }

    @Test
    void everyNodeShowsTheEventsOfAllNewestFirstWithoutTwoOfOneId() {
        List<EventId> recorded = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            // Several in one millisecond, and a clock that is set back.
            nowMs += i % 10 == 0 ? -3 : i % 3;
            recorded.add((i % 2 == 0 ? one : two).record(event(EventKind.LINK_UP, i)).id());
        }
        assertThat(new HashSet<>(recorded)).hasSize(50);
        recorded.sort(Comparator.reverseOrder());
        for (EventJournal asked : List.of(one, two)) {
            assertThat(ids(asked)).isEqualTo(recorded);
        }
    }

    private static List<EventId> ids(EventJournal journal) {
        return journal.newestFirst().stream().map(Event::id).collect(Collectors.toList());
    }

    @Test
    void aFloodOfSettingsLeavesTheOtherEvents() {
        Event alert = one.record(event(EventKind.ALERT_BEGAN, 1));
        for (int i = 1; i <= 3 * EventJournal.MOST_SETTINGS; i++) {
            nowMs++;
            one.record(event(EventKind.SETTINGS_CHANGED, i));
        }
        assertThat(ids(one)).hasSize(EventJournal.MOST_SETTINGS + 1).contains(alert.id());
        for (int i = 1; i <= 2 * EventJournal.MOST_OTHERS; i++) {
            nowMs++;
            one.record(event(EventKind.LINK_DOWN, i));
        }
        assertThat(one.newestFirst())
                .hasSize(EventJournal.MOST_SETTINGS + EventJournal.MOST_OTHERS);
        assertThat(one.newestFirst().get(0).port()).hasValue(2 * EventJournal.MOST_OTHERS);
    }

    @Test
    void anEventIsReadAsItWasWritten() {
        Event event =
                event(EventKind.ALERT_ENDED, 4)
                        .about(new AlertReference("target-missed", 99, "1-2@node"))
                        .as(new EventId(5, 6, "10.0.0.1"));
        Event copy = EventJson.read(EventJson.EVENT.write(event));
        assertThat(EventJson.EVENT.write(copy)).isEqualTo(EventJson.EVENT.write(event));
        assertThat(EventId.read(event.id().toString())).contains(event.id());
    }
}
