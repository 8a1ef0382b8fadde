// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The alerts of one kind as one line: how many, since when, and the first of them. */
public final class AlertGroup {

    private static final Comparator<Alert> FIRST =
            Comparator.comparingLong(Alert::sinceMs).thenComparing(Alert::subject);

    private final String kind;
    private final List<Alert> alerts;

    private AlertGroup(String kind, List<Alert> alerts) {
        this.kind = kind;
        this.alerts = List.copyOf(alerts);
    }

    /**
     * Groups alerts.
     *
     * @param alerts any
     * @return one group for each kind, causes before what follows from them
     */
    public static List<AlertGroup> of(Collection<Alert> alerts) {
        Map<String, List<Alert>> byKind =
                new TreeMap<>(
                        Comparator.comparingInt(AlertGroup::rank)
                                .thenComparing(Comparator.naturalOrder()));
        for (Alert alert : alerts) {
            byKind.computeIfAbsent(alert.kind(), ignored -> new ArrayList<>()).add(alert);
        }
        List<AlertGroup> groups = new ArrayList<>();
        byKind.forEach(
                (kind, alike) -> {
                    alike.sort(FIRST);
                    groups.add(new AlertGroup(kind, alike));
                });
        return groups;
    }

    private static int rank(String kind) {
        return AlertType.of(kind).map(AlertType::ordinal).orElse(AlertType.values().length);
    }

    /** Short stable word, as of {@link Alert#kind}. */
    public String kind() {
        return kind;
    }

    /** The single alerts, the first to begin first; at least one. */
    public List<Alert> alerts() {
        return alerts;
    }

    /** Number of alerts in the group, at least 1. */
    public int count() {
        return alerts.size();
    }

    /** Wall-clock time the first of them was first seen, in ms since 1970. */
    public long sinceMs() {
        return alerts.get(0).sinceMs();
    }

    /** All of them in one sentence for a reader. */
    public String text() {
        Alert first = alerts.get(0);
        if (alerts.size() == 1) {
            return first.subject() + ": " + first.text();
        }
        return AlertType.of(kind)
                        .map(type -> type.groupText(alerts.size()))
                        .orElse(alerts.size() + " of this kind")
                + from()
                + " (first: "
                + first.subject()
                + (first.from().isEmpty()
                        ? ": " + first.text()
                        : " from " + first.from().iterator().next())
                + ")";
    }

    private String from() {
        Set<String> switches = new TreeSet<>();
        alerts.forEach(alert -> switches.addAll(alert.from()));
        switch (switches.size()) {
            case 0:
                return "";
            case 1:
                return " from " + switches.iterator().next();
            default:
                return " from " + switches.size() + " switches";
        }
    }
}
