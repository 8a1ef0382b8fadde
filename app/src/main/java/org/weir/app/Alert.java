// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Something that does not work at the moment and stays listed until it does. */
public final class Alert {

    private final String kind;
    private final String subject;
    private final String text;
    private final long sinceMs;
    private final Set<String> from;

    /**
     * An alert.
     *
     * @param kind short stable word, such as {@code device-unreachable}
     * @param subject id of the device, host or port that the alert is about
     * @param text one sentence for a reader
     * @param sinceMs wall-clock time it was first seen, in ms since 1970
     */
    public Alert(String kind, String subject, String text, long sinceMs) {
        this(kind, subject, text, sinceMs, Set.of());
    }

    /**
     * An alert between switches and a subject.
     *
     * @param kind short stable word, such as {@code host-unreachable}
     * @param subject id of the device, host or port that the alert is about
     * @param text one sentence for a reader
     * @param sinceMs wall-clock time it was first seen, in ms since 1970
     * @param from ids of the switches that see it; none when it is not between switches
     */
    public Alert(String kind, String subject, String text, long sinceMs, Collection<String> from) {
        this.kind = Objects.requireNonNull(kind);
        this.subject = Objects.requireNonNull(subject);
        this.text = Objects.requireNonNull(text);
        this.sinceMs = sinceMs;
        this.from = Collections.unmodifiableSet(new TreeSet<>(from));
    }

    /** Short stable word, such as {@code device-unreachable}, {@code host-unreachable}. */
    public String kind() {
        return kind;
    }

    /** Id of the device, host or port that the alert is about. */
    public String subject() {
        return subject;
    }

    /**
     * True if the alert concerns a switch or one of its ports.
     *
     * @param device ONOS device id
     */
    public boolean isAbout(String device) {
        return subject.equals(device) || subject.startsWith(device + "/");
    }

    /** One sentence for a reader. */
    public String text() {
        return text;
    }

    /** Wall-clock time it was first seen, in ms since 1970. */
    public long sinceMs() {
        return sinceMs;
    }

    /**
     * Ids of the switches that see it, such as those without a path to a host, by name; none when
     * it is not between switches and a subject.
     */
    public Set<String> from() {
        return from;
    }

    @Override
    public String toString() {
        return kind + " " + subject + ": " + text;
    }
}
