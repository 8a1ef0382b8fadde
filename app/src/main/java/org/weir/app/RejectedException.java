// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Optional;

/** A request that cannot be carried out. The message names the field and the rule it breaks. */
public final class RejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Kind of refusal, from which a caller chooses its own error code. */
    public enum Reason {
        /** The thing named does not exist. */
        UNKNOWN,
        /** The request breaks a rule of the policy. */
        INVALID,
        /** The request was made for another version of the policy than the one that runs. */
        STALE,
        /** The request is fine, and the application cannot serve it now. */
        UNAVAILABLE,
        /**
         * Another node of the cluster, or ONOS's store, whose part the answer needs, does not
         * answer; the same request may be made again.
         */
        NODE_UNANSWERED,
        /**
         * ONOS's store does not answer; what it was asked to change may be changed all the same.
         */
        UNANSWERED
    }

    private final Reason reason;
    private final String field;

    /**
     * A refusal.
     *
     * @param reason kind of refusal
     * @param message one line naming the field and the rule
     */
    public RejectedException(Reason reason, String message) {
        this(reason, null, message);
    }

    /**
     * A refusal because of one field.
     *
     * @param reason kind of refusal
     * @param field path of the field in the policy, such as {@code classes[0].targets.delayMs}
     * @param message one line naming the field and the rule
     */
    public RejectedException(Reason reason, String field, String message) {
        super(message);
        this.reason = reason;
        this.field = field;
    }

    /** Path of the field at fault in the policy; empty when it is not one field's fault. */
    public Optional<String> field() {
        return Optional.ofNullable(field);
    }

    /** Kind of refusal. */
    public Reason reason() {
        return reason;
    }
}
