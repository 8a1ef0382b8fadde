// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.problem;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import javax.ws.rs.core.Response;

/**
 * Problem document (RFC 9457) of a refused request: type, title, status and detail, and as an
 * extension the field at fault.
 */
public final class ProblemDocument {

    /** Media type of RFC 9457. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private final int status;
    private final String title;
    private final String field;
    private final String detail;

    /**
     * A problem.
     *
     * @param status HTTP status, 400..599
     * @param title short text that is the same for every problem of this kind
     * @param field path of the field at fault, or null when it is not one field's fault
     * @param detail one sentence naming the rule that is broken
     */
    public ProblemDocument(int status, String title, String field, String detail) {
        this.status = status;
        this.title = Objects.requireNonNull(title);
        this.field = field;
        this.detail = Objects.requireNonNull(detail);
    }

    /** The body. */
    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        // RFC 9457, section 4.2.1: about:blank says that the status tells the kind of problem.
        node.put("type", "about:blank");
        node.put("title", title);
        node.put("status", status);
        node.put("detail", detail);
        node.put("field", field);
        return node;
    }

    /** The whole answer. */
    public Response response() {
        return Response.status(status).type(MEDIA_TYPE).entity(json().toString()).build();
    }
}
