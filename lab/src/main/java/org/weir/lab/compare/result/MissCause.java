// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.Arrays;
import java.util.Locale;

/** Cause of a missed class-period. Exactly one holds, the first in this order. */
public enum MissCause {
    /** Too few packets arrived although the receiver's line was busy: the class had too little. */
    SHARE("too few packets, line busy"),
    /**
     * Too few packets arrived although the receiver's line was not busy: half of those wanted had
     * to take another line that was busy or slow, such as the sender's own.
     */
    OTHER_LINE("too few packets, another line busy or slow"),
    /** Too few packets arrived and none of these lines was busy or slow: senders held back. */
    HELD_BACK("too few packets, no line busy"),
    /**
     * Too many packets were sent again, and in a part of the period a sender that ignores feedback
     * sent to the host.
     */
    FLOOD_LOSS("losses beside a flood"),
    /** Too many packets were sent again. */
    LOSS("losses"),
    /** Packets waited too long: the mean, the 99th percentile, or both. */
    DELAY("delay");

    private final String title;

    MissCause(String title) {
        this.title = title;
    }

    /** A few words on it. */
    public String title() {
        return title;
    }

    /** Name in {@code misses.csv}. */
    String nameInFile() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The cause with a name in {@code misses.csv}.
     *
     * @throws IllegalArgumentException without one
     */
    static MissCause named(String name) {
        return Arrays.stream(values())
                .filter(one -> one.nameInFile().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no cause is named \"" + name + "\""));
    }
}
