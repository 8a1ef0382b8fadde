// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Objects;

/** Something that does not work at the moment and stays listed until it does. */
public final class Problem {

    private final String kind;
    private final String subject;
    private final String text;
    private final long sinceMs;

    /**
     * A problem.
     *
     * @param kind short stable word, such as {@code device-unreachable}
     * @param subject what is affected: a device, host or port id
     * @param text one sentence for a reader
     * @param sinceMs wall-clock time it was first seen, in ms since 1970
     */
    public Problem(String kind, String subject, String text, long sinceMs) {
        this.kind = Objects.requireNonNull(kind);
        this.subject = Objects.requireNonNull(subject);
        this.text = Objects.requireNonNull(text);
        this.sinceMs = sinceMs;
    }

    /** Short stable word, such as {@code device-unreachable}, {@code host-unreachable}. */
    public String kind() {
        return kind;
    }

    /** What is affected: a device, host or port id. */
    public String subject() {
        return subject;
    }

    /** One sentence for a reader. */
    public String text() {
        return text;
    }

    /** Wall-clock time it was first seen, in ms since 1970. */
    public long sinceMs() {
        return sinceMs;
    }

    @Override
    public String toString() {
        return kind + " " + subject + ": " + text;
    }
}
