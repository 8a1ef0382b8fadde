// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Objects;

/**
 * Promise of a decision for one class at one port: that all its targets will be kept until the next
 * decision. Immutable.
 */
public final class Promise {
    /** Kinds of promise. */
    public enum Status {
        /** All targets are expected to be kept. */
        GIVEN("given"),
        /** The model of the queue predicts that a target will be missed. */
        NOT_GIVEN("not given"),
        /** The model predicts that all are kept, and what was measured contradicts it. */
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

    static final Promise GIVEN = new Promise(Status.GIVEN, "");

    private final Status status;
    private final String reason;

    private Promise(Status status, String reason) {
        this.status = status;
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    static Promise notGiven(String reason) {
        return new Promise(Status.NOT_GIVEN, reason);
    }

    static Promise withdrawn(String reason) {
        return new Promise(Status.WITHDRAWN, reason);
    }

    /** Its kind. */
    public Status status() {
        return status;
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
        return isGiven() ? status.word() : status.word() + ": " + reason;
    }
}
