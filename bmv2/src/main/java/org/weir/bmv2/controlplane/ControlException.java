// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

/**
 * A control plane's request that the switch refuses. Nothing has been changed. The message names
 * the object (table, counter, ...), where there is one the field, and the rule that was broken.
 */
public final class ControlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Reason for a refusal; the names are those of gRPC's status codes that P4Runtime asks for. */
    public enum Reason {
        /** The object to insert exists already. */
        ALREADY_EXISTS,
        /** The object to change, delete or read does not exist. */
        NOT_FOUND,
        /** The object is full. */
        RESOURCE_EXHAUSTED,
        /** The request itself is wrong: a width, a kind, a name, a range. */
        INVALID,
        /** The program declares the object constant. */
        PERMISSION_DENIED
    }

    private final Reason reason;

    /** A refusal with its reason. */
    public ControlException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Reason for which the request was refused. */
    public Reason reason() {
        return reason;
    }
}
