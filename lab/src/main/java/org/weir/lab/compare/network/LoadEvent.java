// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.Locale;

/**
 * A change during a run.
 *
 * @param kind of the change
 * @param fromPart its beginning, as a part of the run, 0 to 1
 * @param untilPart its end, above {@code fromPart}, at most 1
 * @param amount of it, in the kind's unit
 * @param classIndex class of the traffic that a tenant, flood, incast or bulk adds, 0 to 2
 */
public record LoadEvent(
        Kind kind, double fromPart, double untilPart, double amount, int classIndex) {
    /** Part of its rate that a line has during a {@link Kind#SLOW_LINK}. */
    public static final double SLOW_LINK_PART = 0.1;

    /** The kinds. */
    public enum Kind {
        /** Shares of classes A and C change places; amount is the load meanwhile, 0 to 1. */
        MIX,
        /**
         * Pairs of hosts begin to send, usually class B, beside what all send; amount is their
         * load, as a part of a host's line.
         */
        TENANT,
        /**
         * The last host sends, usually class C, to the first and ignores feedback; amount is its
         * rate as a part of a host's line. It sends no messages in the whole run.
         */
        FLOOD,
        /** One line between switches has a tenth of its rate, in both directions; no amount. */
        SLOW_LINK,
        /** Traffic of a leaf or edge switch's first uplink goes by the second; no amount. */
        REROUTE,
        /**
         * All other hosts send the first one a message, usually of class C, at once; amount is how
         * often in a control period.
         */
        INCAST,
        /** Shares of classes A and B change places; amount is the load meanwhile, 0 to 1. */
        SHIFT,
        /**
         * Shares of the classes move on, A's to B, B's to C, C's to A; amount is the load
         * meanwhile, 0 to 1.
         */
        ROTATE,
        /**
         * Each host always has something to send, usually in class C, to the host one half of all
         * hosts farther, until the run ends; amount is the number of messages that share this.
         */
        BULK
    }

    /** Checks the times and the amount. */
    public LoadEvent {
        if (!(fromPart >= 0 && untilPart > fromPart && untilPart <= 1)) {
            throw new IllegalArgumentException("an event must be within 0 to 1 of the run");
        }
        if (classIndex < 0 || classIndex > 2) {
            throw new IllegalArgumentException("an event's class must be 0 to 2");
        }
        if (!(amount >= 0)) {
            throw new IllegalArgumentException("an event's amount must not be negative");
        }
    }

    /** An event of the kind's usual class: B of a tenant, C of all others. */
    public LoadEvent(Kind kind, double fromPart, double untilPart, double amount) {
        this(kind, fromPart, untilPart, amount, kind == Kind.TENANT ? 1 : 2);
    }

    /** True if the kind adds traffic of a class. */
    private boolean isOfClass() {
        return kind == Kind.TENANT
                || kind == Kind.FLOOD
                || kind == Kind.INCAST
                || kind == Kind.BULK;
    }

    /** Whether it is under way. */
    public boolean isOnAt(double part) {
        return part >= fromPart && part < untilPart;
    }

    @Override
    public String toString() {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return String.format(Locale.ROOT, "%s %.2f to %.2f", name, fromPart, untilPart)
                + (isOfClass() ? " of " + (char) ('A' + classIndex) : "")
                + (amount > 0 ? String.format(Locale.ROOT, " (%.2f)", amount) : "");
    }
}
