// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.OptionalInt;

/** The rule by which a switch marks the packets of a queue and sends feedback. Immutable. */
public final class Marking {

    /** The kinds of marking. */
    public enum Kind {
        /** A packet is marked if it finds a depth of at least K. */
        DEPTH("depth"),
        /** Packets are marked while λ exceeds λ*, whatever the depth. */
        RATE("rate"),
        /** The settings mark nothing; marking is left to the port's AQM algorithm. */
        OFF("off");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The kind in JSON and in tables. */
        public String word() {
            return word;
        }
    }

    /** Rate-based marking. */
    public static final Marking BY_RATE = new Marking(Kind.RATE, 0);

    /** No threshold marking. */
    public static final Marking OFF = new Marking(Kind.OFF, 0);

    private final Kind kind;
    private final int thresholdPackets;

    private Marking(Kind kind, int thresholdPackets) {
        this.kind = kind;
        this.thresholdPackets = thresholdPackets;
    }

    /**
     * Threshold marking.
     *
     * @param thresholdPackets K, at least 1
     * @throws IllegalArgumentException if K is below 1
     */
    public static Marking atDepth(int thresholdPackets) {
        if (thresholdPackets < 1) {
            throw new IllegalArgumentException(
                    "thresholdPackets must be at least 1, was " + thresholdPackets);
        }
        return new Marking(Kind.DEPTH, thresholdPackets);
    }

    /** The kind of marking. */
    public Kind kind() {
        return kind;
    }

    /** K, packets; empty unless the kind is {@link Kind#DEPTH}. */
    public OptionalInt thresholdPackets() {
        return kind == Kind.DEPTH ? OptionalInt.of(thresholdPackets) : OptionalInt.empty();
    }

    /** Text for the column K of a table: the packets, or {@code rate} or {@code off}. */
    public String column() {
        return kind == Kind.DEPTH ? Integer.toString(thresholdPackets) : kind.word();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Marking
                && kind == ((Marking) other).kind
                && thresholdPackets == ((Marking) other).thresholdPackets;
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + thresholdPackets;
    }

    @Override
    public String toString() {
        return kind == Kind.DEPTH ? "K " + thresholdPackets : "marking " + kind.word();
    }
}
