// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.time.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The problems of one kind as one line: how many, since when, and the first of them. */
public final class ProblemFold {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    /** What is said of several of a kind, causes before what follows from them. */
    private static final List<Map.Entry<String, String>> KINDS =
            List.of(
                    Map.entry("device-unreachable", "%d switches do not answer"),
                    Map.entry("pipeconf-misfit", "%d switches cannot run their pipeline"),
                    Map.entry("routes-refused", "%d switches refused routes"),
                    Map.entry("classes-refused", "%d switches refused classes"),
                    Map.entry("settings-refused", "settings of %d ports were refused"),
                    Map.entry("reporting-refused", "%d switches refused report intervals"),
                    Map.entry("aqm-refused", "%d switches refused their ports' schemes"),
                    Map.entry("virtual-queues-refused", "virtual queues of %d ports were refused"),
                    Map.entry("host-unreachable", "%d hosts have no path"),
                    Map.entry("counters-unread", "counters of %d switches cannot be read"),
                    Map.entry("port-unmanaged", "%d ports cannot be managed"),
                    Map.entry("port-used-in-full", "%d ports are used in full"),
                    Map.entry("weights-static", "weights of %d switches are static"));

    private static final Comparator<Problem> FIRST =
            Comparator.comparingLong(Problem::sinceMs).thenComparing(Problem::subject);

    private final String kind;
    private final List<Problem> problems;

    private ProblemFold(String kind, List<Problem> problems) {
        this.kind = kind;
        this.problems = List.copyOf(problems);
    }

    /**
     * Folds problems.
     *
     * @param problems any
     * @return one fold for each kind, causes before what follows from them
     */
    public static List<ProblemFold> of(Collection<Problem> problems) {
        Map<String, List<Problem>> byKind =
                new TreeMap<>(
                        Comparator.comparingInt(ProblemFold::rank)
                                .thenComparing(Comparator.naturalOrder()));
        for (Problem problem : problems) {
            byKind.computeIfAbsent(problem.kind(), ignored -> new ArrayList<>()).add(problem);
        }
        List<ProblemFold> folds = new ArrayList<>();
        byKind.forEach(
                (kind, alike) -> {
                    alike.sort(FIRST);
                    folds.add(new ProblemFold(kind, alike));
                });
        return folds;
    }

    private static int rank(String kind) {
        for (int i = 0; i < KINDS.size(); i++) {
            if (KINDS.get(i).getKey().equals(kind)) {
                return i;
            }
        }
        return KINDS.size();
    }

    /** Short stable word, as of {@link Problem#kind}. */
    public String kind() {
        return kind;
    }

    /** The single problems, the first to begin first; at least one. */
    public List<Problem> problems() {
        return problems;
    }

    /** How many there are. */
    public int count() {
        return problems.size();
    }

    /** Wall-clock time the first of them was first seen, in ms since 1970. */
    public long sinceMs() {
        return problems.get(0).sinceMs();
    }

    /** All of them in one sentence for a reader. */
    public String text() {
        Problem first = problems.get(0);
        if (problems.size() == 1) {
            return first.subject() + ": " + first.text();
        }
        int rank = rank(kind);
        String phrase = rank < KINDS.size() ? KINDS.get(rank).getValue() : "%d of this kind";
        return String.format(Locale.ROOT, phrase, problems.size())
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
        problems.forEach(problem -> switches.addAll(problem.from()));
        switch (switches.size()) {
            case 0:
                return "";
            case 1:
                return " from " + switches.iterator().next();
            default:
                return " from " + switches.size() + " switches";
        }
    }

    /**
     * Kind, text and time in one line.
     *
     * @param clock says what time zone to write times in, and what day it is
     * @return the line
     */
    public String line(Clock clock) {
        ZonedDateTime since = Instant.ofEpochMilli(sinceMs()).atZone(clock.getZone());
        boolean today = since.toLocalDate().equals(ZonedDateTime.now(clock).toLocalDate());
        return kind + ": " + text() + " since " + since.format(today ? TIME : DAY_AND_TIME);
    }
}
