// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.weir.app.Alert;
import org.weir.app.event.AlertReference;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;

/**
 * Records the beginning and the end of each alert of the cluster. An alert is over when it has been
 * absent for some looks: while a switch changes its master, the new one has yet to list what the
 * former one had listed.
 */
final class AlertChanges implements Observation {

    /** Looks for which an alert is absent before it is over. */
    static final int LOOKS_TO_END = 5;

    /** The same for alerts from before this node began to record: switches have yet to connect. */
    static final int LOOKS_TO_END_AT_START = 45;

    private final EventJournal journal;
    private final OpenAlerts store;
    private final Supplier<List<Alert>> alerts;

    /** Open alerts by type and subject, with the number of looks for which each was absent. */
    private final Map<String, Open> open = new HashMap<>();

    /**
     * Changes of alerts.
     *
     * @param journal is given the events
     * @param store open alerts of the cluster
     * @param alerts the present alerts of the cluster
     */
    AlertChanges(EventJournal journal, OpenAlerts store, Supplier<List<Alert>> alerts) {
        this.journal = journal;
        this.store = store;
        this.alerts = alerts;
    }

    @Override
    public void begin() {
        open.clear();
        store.read().forEach((key, began) -> open.put(key, new Open(began, LOOKS_TO_END_AT_START)));
    }

    @Override
    public void look() {
        Set<String> absent = new HashSet<>(open.keySet());
        for (Alert alert : alerts.get()) {
            String key = alert.kind() + ' ' + alert.subject();
            absent.remove(key);
            Open known = open.get(key);
            if (known != null) {
                known.looksLeft = LOOKS_TO_END;
            } else {
                Event began = journal.record(began(alert));
                open.put(key, new Open(began, LOOKS_TO_END));
                store.add(key, began);
            }
        }
        for (String key : absent) {
            Open gone = open.get(key);
            gone.looksLeft--;
            if (gone.looksLeft <= 0) {
                open.remove(key);
                journal.record(ended(gone.began));
                store.remove(key);
            }
        }
    }

    private static Event began(Alert alert) {
        Event event =
                Event.of(EventKind.ALERT_BEGAN, alert.subject(), alert.text())
                        .about(new AlertReference(alert.kind(), alert.sinceMs(), null));
        return Place.of(alert.subject()).put(event);
    }

    private static Event ended(Event began) {
        AlertReference alert = began.alert().orElseThrow();
        Event event =
                Event.of(EventKind.ALERT_ENDED, began.subject(), "over: " + began.text())
                        .about(
                                new AlertReference(
                                        alert.kind(), alert.sinceMs(), began.id().toString()));
        return Place.of(began.subject()).put(event);
    }

    /** An alert that was recorded and is not over. */
    private static final class Open {
        private final Event began;
        private int looksLeft;

        Open(Event began, int looksLeft) {
            this.began = began;
            this.looksLeft = looksLeft;
        }
    }
}
