// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.problem;

/** A request that is at fault before it reaches the service: bad JSON, an unknown path or name. */
public final class RequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String field;

    private RequestException(int status, String field, String detail) {
        super(detail);
        this.status = status;
        this.field = field;
    }

    /**
     * 400: a field breaks a rule.
     *
     * @param field path of the field, or null for the body as a whole
     * @param rule the rule it breaks
     */
    public static RequestException badRequest(String field, String rule) {
        return new RequestException(400, field, field == null ? rule : field + ": " + rule);
    }

    /** 403: the user lacks a role, or the request comes from a page of another site. */
    public static RequestException forbidden(String rule) {
        return new RequestException(403, null, rule);
    }

    /**
     * 404: the object that the path names does not exist.
     *
     * @param field part of the path
     * @param rule the rule that the name breaks
     */
    public static RequestException notFound(String field, String rule) {
        return new RequestException(404, field, field + ": " + rule);
    }

    /**
     * 409: the request contradicts what runs.
     *
     * @param field path of the field
     * @param rule the rule it breaks
     */
    public static RequestException conflict(String field, String rule) {
        return new RequestException(409, field, field + ": " + rule);
    }

    /** 412: the condition of the request's header does not hold. */
    public static RequestException preconditionFailed(String rule) {
        return new RequestException(412, null, rule);
    }

    /** 503: the server has no room for the request now, or cannot answer it now. */
    public static RequestException unavailable(String rule) {
        return new RequestException(503, null, rule);
    }

    /** HTTP status of the answer. */
    public int status() {
        return status;
    }

    /** Path of the field at fault, or null. */
    public String field() {
        return field;
    }
}
