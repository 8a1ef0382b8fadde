// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.weir.app.Alert;
import org.weir.app.event.AlertReference;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;

/**
 * Records the beginning and the end of each alert of the cluster. An alert is over when it has been
 * absent for some looks: while a switch changes its master, the new one has yet to list what the
 * former one had listed, which takes it some time.
 */
final class AlertChanges implements Observation {

    /** Looks for which an alert is absent before it is over. */
    static final int LOOKS_TO_END = 5;

    /** The same for alerts from before this node began to record: switches have yet to connect. */
    static final int LOOKS_TO_END_AT_START = 45;

    /**
     * Looks after a change of a switch's master in which no alert about the switch is over: the new
     * master lists a condition that comes and goes only when it has lasted for a time.
     */
    static final int LOOKS_OF_NEW_MASTER = 45;

    private final EventJournal journal;
    private final OpenAlerts store;
    private final Supplier<List<Alert>> alerts;
    private final UnaryOperator<String> master;

    /** Open alerts by type and subject, with the number of looks for which each was absent. */
    private final Map<String, Open> open = new HashMap<>();

    /**
     * Changes of alerts.
     *
     * @param journal is given the events
     * @param store open alerts of the cluster
     * @param alerts the present alerts of the cluster
     * @param master the node that is the master of a switch, by its id; null if none is
     */
    AlertChanges(
            EventJournal journal,
            OpenAlerts store,
            Supplier<List<Alert>> alerts,
            UnaryOperator<String> master) {
        this.journal = journal;
        this.store = store;
        this.alerts = alerts;
        this.master = master;
    }

    @Override
    public void begin() {
        open.clear();
        store.read()
                .forEach(
                        (key, began) -> {
                            Open one = new Open(began, LOOKS_TO_END_AT_START);
                            one.isStored = true;
                            open.put(key, one);
                        });
    }

    @Override
    public void look() {
        open.values().forEach(this::lookAtMaster);
        Set<String> absent = new HashSet<>(open.keySet());
        for (Alert alert : alerts.get()) {
            String key = alert.kind() + ' ' + alert.subject();
            absent.remove(key);
            Open known = open.get(key);
            if (known != null) {
                known.looksLeft = Math.max(LOOKS_TO_END, known.looksOfNewMaster);
            } else {
                Event began = journal.record(began(alert));
                Open fresh = new Open(began, LOOKS_TO_END);
                lookAtMaster(fresh);
                open.put(key, fresh);
            }
        }
        for (String key : absent) {
            Open gone = open.get(key);
            gone.looksLeft--;
            if (gone.looksLeft <= 0) {
                // First: what stays in the store, the next recorder ends. If the store does not
                // answer, the next look tries again, and it may have been removed all the same.
                gone.isStored = false;
                store.remove(key);
                open.remove(key);
                journal.record(ended(gone.began));
            }
        }
        open.forEach(this::storeOnce);
    }

    /** Last in a look: a store that does not answer holds back no event. */
    private void storeOnce(String key, Open one) {
        if (!one.isStored && one.looksLeft > 0) {
            store.add(key, one.began);
            one.isStored = true;
        }
    }

    private void lookAtMaster(Open one) {
        String device = Place.of(one.began.subject()).device();
        String present = device == null ? null : master.apply(device);
        one.looksOfNewMaster = Math.max(0, one.looksOfNewMaster - 1);
        if (present == null) {
            return;
        }
        if (one.master != null && !one.master.equals(present)) {
            one.looksOfNewMaster = LOOKS_OF_NEW_MASTER;
            one.looksLeft = Math.max(one.looksLeft, LOOKS_OF_NEW_MASTER);
        }
        one.master = present;
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

        /** The last master of the alert's switch; null while none is known. */
        private String master;

        private int looksOfNewMaster;

        /** False if the store may lack it. */
        private boolean isStored;

        Open(Event began, int looksLeft) {
            this.began = began;
            this.looksLeft = looksLeft;
        }
    }
}
