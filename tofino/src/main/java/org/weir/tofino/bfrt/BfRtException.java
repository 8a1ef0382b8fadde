// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

/** Something that BF Runtime would not do. The message names the table, the field and the rule. */
public class BfRtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Reason for a failure. */
    public enum Reason {
        /** No server answers, or it went away, or did not answer in time. */
        UNREACHABLE,
        /** Another client has the client id, or the program. */
        CONFLICT,
        /** The switch has no table, field, action or entry of that name. */
        NO_SUCH_NAME,
        /** A value breaks a rule; said by this side or by the switch. */
        INVALID,
        /** The switch refused for another reason. */
        REFUSED,
        /** The answer cannot be understood. */
        PROTOCOL
    }

    private final Reason reason;

    /**
     * @param reason reason for the failure
     * @param message one sentence for a reader
     */
    public BfRtException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /**
     * @param reason reason for the failure
     * @param message one sentence for a reader
     * @param cause cause
     */
    public BfRtException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Reason for the failure. */
    public Reason reason() {
        return reason;
    }
}
