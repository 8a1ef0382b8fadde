// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alerts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.Alert;
import org.weir.app.AlertGroup;

/**
 * The alerts of the moment. Each alert is logged when it begins and when it ends; many of a kind
 * that begin or end at once are logged as one.
 */
public final class AlertBoard {

    private static final Logger LOG = LoggerFactory.getLogger(AlertBoard.class);

    /** Number of alerts of one type that are logged one by one. */
    private static final int FEW = 3;

    private final Map<String, Alert> alerts = new TreeMap<>();

    /** Types whose alerts are replaced all at once. */
    private final Set<String> replaced = new TreeSet<>();

    private final Consumer<String> warn;
    private final Consumer<String> inform;

    /** An empty board that writes to ONOS's log. */
    public AlertBoard() {
        this(line -> LOG.warn("{}", line), line -> LOG.info("{}", line));
    }

    /**
     * An empty board.
     *
     * @param warn is given a line for what begins or changes
     * @param inform is given a line for what is over
     */
    AlertBoard(Consumer<String> warn, Consumer<String> inform) {
        this.warn = warn;
        this.inform = inform;
    }

    /** Lists an alert; one already listed with the same text stays as it is. */
    public synchronized void raise(String kind, String subject, String text) {
        log(put(kind, subject, text, Set.of()) ? List.of(get(kind, subject)) : List.of());
    }

    /** Lists what failed, in the words of the first cause. */
    public void raise(String kind, String subject, Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause instanceof TimeoutException ? "no answer in time" : cause.getMessage();
        raise(kind, subject, text == null ? cause.toString() : text);
    }

    /** Takes an alert off the list, if it is on it. */
    public synchronized void clear(String kind, String subject) {
        Alert old = alerts.remove(key(kind, subject));
        if (old != null) {
            inform.accept(kind + " " + subject + ": over");
        }
    }

    /**
     * Takes the alerts about a switch and its ports off the list, without a line in the log: they
     * are from a time before this instance controlled it.
     *
     * @param device ONOS device id
     */
    public synchronized void forget(String device) {
        alerts.values().removeIf(alert -> alert.isAbout(device));
    }

    /**
     * Takes the alerts about a switch and its ports off the list that nobody else looks at again:
     * those that were raised one by one. The others end when those of their kind are replaced.
     *
     * @param device ONOS device id
     */
    public synchronized void forgetRaised(String device) {
        alerts.values()
                .removeIf(alert -> alert.isAbout(device) && !replaced.contains(alert.kind()));
    }

    /** Makes the alerts of a kind exactly those given, by subject. */
    public void replace(String kind, Map<String, String> textBySubject) {
        replace(kind, textBySubject, Map.of());
    }

    /**
     * Makes the alerts of a kind exactly those given.
     *
     * @param kind short stable word
     * @param textBySubject one sentence for each subject
     * @param fromBySubject for each subject the switches that see the alert, where it is one
     *     between switches and subjects
     */
    public synchronized void replace(
            String kind,
            Map<String, String> textBySubject,
            Map<String, ? extends Collection<String>> fromBySubject) {
        replaced.add(kind);
        List<String> over = new ArrayList<>();
        for (Alert alert : all()) {
            if (alert.kind().equals(kind) && !textBySubject.containsKey(alert.subject())) {
                over.add(alert.subject());
            }
        }
        if (over.size() <= FEW) {
            over.forEach(subject -> clear(kind, subject));
        } else {
            over.forEach(subject -> alerts.remove(key(kind, subject)));
            inform.accept(kind + ": over for " + over.size() + ", the first " + over.get(0));
        }
        List<Alert> news = new ArrayList<>();
        textBySubject.forEach(
                (subject, text) -> {
                    Collection<String> from = fromBySubject.get(subject);
                    if (put(kind, subject, text, from == null ? Set.of() : from)) {
                        news.add(get(kind, subject));
                    }
                });
        log(news);
    }

    /** Every alert, by kind and then subject. */
    public synchronized List<Alert> all() {
        return new ArrayList<>(alerts.values());
    }

    /** Lists an alert; returns whether that says anything new. */
    private boolean put(String kind, String subject, String text, Collection<String> from) {
        Alert old = get(kind, subject);
        long sinceMs = old == null ? System.currentTimeMillis() : old.sinceMs();
        Alert alert = new Alert(kind, subject, text, sinceMs, from);
        alerts.put(key(kind, subject), alert);
        return old == null || !old.text().equals(text);
    }

    private void log(List<Alert> news) {
        if (news.size() <= FEW) {
            news.forEach(alert -> warn.accept(alert.toString()));
        } else {
            AlertGroup.of(news).forEach(group -> warn.accept(group.kind() + ": " + group.text()));
        }
    }

    private Alert get(String kind, String subject) {
        return alerts.get(key(kind, subject));
    }

    private static String key(String kind, String subject) {
        return kind + ' ' + subject;
    }
}
