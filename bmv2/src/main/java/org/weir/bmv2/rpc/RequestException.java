// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.rpc;

import io.grpc.Status;
import org.weir.bmv2.controlplane.ControlException;

/**
 * A client's request that is refused. The message names the object (table, counter, port, ...), the
 * field where there is one, and the rule that was broken.
 */
public final class RequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Status.Code code;

    /** A refusal with the status code that tells the client what kind it is. */
    public RequestException(Status.Code code, String message) {
        super(message);
        this.code = code;
    }

    /** A request that is wrong in any state of the switch. */
    public static RequestException invalid(String message) {
        return new RequestException(Status.Code.INVALID_ARGUMENT, message);
    }

    /** A request for something that does not exist. */
    public static RequestException notFound(String message) {
        return new RequestException(Status.Code.NOT_FOUND, message);
    }

    /** A valid request that this switch does not implement. */
    public static RequestException unimplemented(String message) {
        return new RequestException(Status.Code.UNIMPLEMENTED, message);
    }

    /** Refusal of the switch as a gRPC status. */
    public static RequestException of(ControlException refusal) {
        Status.Code code =
                switch (refusal.reason()) {
                    case ALREADY_EXISTS -> Status.Code.ALREADY_EXISTS;
                    case NOT_FOUND -> Status.Code.NOT_FOUND;
                    case RESOURCE_EXHAUSTED -> Status.Code.RESOURCE_EXHAUSTED;
                    case INVALID -> Status.Code.INVALID_ARGUMENT;
                    case PERMISSION_DENIED -> Status.Code.PERMISSION_DENIED;
                };
        return new RequestException(code, refusal.getMessage());
    }

    /** The kind of refusal. */
    public Status.Code code() {
        return code;
    }

    /** The refusal as gRPC's status. */
    public Status status() {
        return code.toStatus().withDescription(getMessage());
    }
}
