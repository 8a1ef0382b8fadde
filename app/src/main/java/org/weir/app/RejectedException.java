// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

/** A request that cannot be carried out. The message names the field and the rule it breaks. */
public final class RejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What kind of refusal it is, so that a caller can answer in its own terms. */
    public enum Reason {
        /** The thing named does not exist. */
        UNKNOWN,
        /** The request breaks a rule of the policy. */
        INVALID,
        /** The request is fine, and the application cannot serve it now. */
        UNAVAILABLE
    }

    private final Reason reason;

    /**
     * A refusal.
     *
     * @param reason kind of refusal
     * @param message one line naming the field and the rule
     */
    public RejectedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Kind of refusal. */
    public Reason reason() {
        return reason;
    }
}
