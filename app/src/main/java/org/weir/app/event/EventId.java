// SPDX-License-Identifier: Apache-2.0
package org.weir.app.event;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifier of an event, and its place in the order of all events; as text {@code
 * 1764095000123-17@127.0.0.1}: time, number, and node that recorded it. No two events have the
 * same. Immutable.
 */
public final class EventId implements Comparable<EventId> {

    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,18})-(\\d{1,18})@(.{1,200})", Pattern.DOTALL);

    private static final Comparator<EventId> ORDER =
            Comparator.<EventId>comparingLong(id -> id.timeMs)
                    .thenComparing(id -> id.node)
                    .thenComparingLong(id -> id.number);

    private final long timeMs;
    private final long number;
    private final String node;

    /**
     * An identifier.
     *
     * @param timeMs wall-clock time of the event, ms since 1970
     * @param number number of the event on its node since the node's start
     * @param node node of ONOS's cluster that recorded the event
     */
    public EventId(long timeMs, long number, String node) {
        this.timeMs = timeMs;
        this.number = number;
        this.node = Objects.requireNonNull(node);
    }

    /** Reads the text of an identifier; empty if it is none. */
    public static Optional<EventId> read(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches()
                ? Optional.of(
                        new EventId(
                                Long.parseLong(parts.group(1)),
                                Long.parseLong(parts.group(2)),
                                parts.group(3)))
                : Optional.empty();
    }

    /** Wall-clock time of the event, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    @Override
    public int compareTo(EventId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventId && compareTo((EventId) other) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(timeMs, number, node);
    }

    @Override
    public String toString() {
        return timeMs + "-" + number + "@" + node;
    }
}
