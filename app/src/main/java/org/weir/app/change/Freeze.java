// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * An entry of the record of freezes: from then on the control loop installs nothing, or installs
 * again. Immutable.
 */
public final class Freeze {
    private final boolean frozen;
    private final long timeMs;
    private final String who;
    private final String via;
    private final String what;

    /**
     * An entry.
     *
     * @param frozen whether settings are frozen from then on
     * @param timeMs wall-clock time, ms since 1970
     * @param edit the author, with the reason
     */
    public Freeze(boolean frozen, long timeMs, Edit edit) {
        this.frozen = frozen;
        this.timeMs = timeMs;
        who = Objects.requireNonNull(edit.who());
        via = Objects.requireNonNull(edit.via());
        what = Objects.requireNonNull(edit.what());
    }

    /** Whether settings are frozen from then on. */
    public boolean frozen() {
        return frozen;
    }

    /** Wall-clock time, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** User who asked for it. */
    public String who() {
        return who;
    }

    /** Interface by which it came: REST or shell. */
    public String via() {
        return via;
    }

    /** The reason that was given; empty if none. */
    public String what() {
        return what;
    }

    /**
     * Sentence for somebody who freezes the settings while this freeze lasts.
     *
     * @param reason the reason that he or she gives; empty if none
     */
    public String alreadyText(String reason) {
        return "already frozen by "
                + who
                + " since "
                + Instant.ofEpochMilli(timeMs).truncatedTo(ChronoUnit.SECONDS)
                + (what.isEmpty() ? "" : " (" + what + ")")
                + (reason.isEmpty() ? "" : "; your reason is not recorded");
    }
}
