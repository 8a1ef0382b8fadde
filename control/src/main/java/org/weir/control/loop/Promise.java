// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Objects;
import java.util.Optional;

/**
 * Promise of a decision for one class at one port: that all its targets will be kept until the next
 * decision. Immutable.
 */
public final class Promise {
    /** Kinds of promise. */
    public enum Status {
        /** All targets are expected to be kept; {@link Promise#basis} says at which load. */
        GIVEN("given"),
        /** A target may be missed at the present loads. */
        NOT_GIVEN("not given"),
        /** All targets were promised, and measurements contradict the promise. */
        WITHDRAWN("withdrawn");

        private final String word;

        Status(String word) {
            this.word = word;
        }

        /** The status in a word or two. */
        public String word() {
            return word;
        }
    }

    /** Reason for which a promise can be given. */
    public enum Basis {
        /** The class's own share suffices, whatever the other classes send. */
        GUARANTEED("guaranteed"),
        /** The present loads of the other classes leave enough. */
        PRESENT_LOAD("present load");

        private final String word;

        Basis(String word) {
            this.word = word;
        }

        /** The basis in a word or two. */
        public String word() {
            return word;
        }
    }

    /** Reason of a promise that is not given because the class's load is not known yet. */
    public static final String LOAD_UNKNOWN = "the load is not known yet";

    static final Promise GUARANTEED = new Promise(Status.GIVEN, Basis.GUARANTEED, "");
    static final Promise AT_PRESENT_LOAD = new Promise(Status.GIVEN, Basis.PRESENT_LOAD, "");

    private final Status status;
    private final Basis basis;
    private final String reason;

    private Promise(Status status, Basis basis, String reason) {
        this.status = status;
        this.basis = basis;
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /**
     * A promise that is not given.
     *
     * @param reason the reason, one sentence
     */
    public static Promise notGiven(String reason) {
        return new Promise(Status.NOT_GIVEN, null, reason);
    }

    static Promise withdrawn(String reason) {
        return new Promise(Status.WITHDRAWN, null, reason);
    }

    /** Its kind. */
    public Status status() {
        return status;
    }

    /** Reason for which it can be given; empty unless it is given. */
    public Optional<Basis> basis() {
        return Optional.ofNullable(basis);
    }

    /** True if all targets are expected to be kept. */
    public boolean isGiven() {
        return status == Status.GIVEN;
    }

    /** Reason for which it is not given; empty if it is. */
    public String reason() {
        return reason;
    }

    @Override
    public String toString() {
        return status.word() + (isGiven() ? " (" + basis.word() + ")" : ": " + reason);
    }
}
