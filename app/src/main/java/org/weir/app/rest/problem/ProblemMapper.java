// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.problem;

import javax.ws.rs.WebApplicationException;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.Response.Status;
import javax.ws.rs.ext.ExceptionMapper;
import javax.ws.rs.ext.Provider;
import org.onlab.osgi.ServiceNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.RejectedException;

/** Turns whatever went wrong into a problem document; no answer of this API is without one. */
@Provider
public final class ProblemMapper implements ExceptionMapper<Throwable> {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemMapper.class);

    @Override
    public Response toResponse(Throwable thrown) {
        if (thrown instanceof RequestException) {
            RequestException bad = (RequestException) thrown;
            return problem(bad.status(), bad.field(), bad.getMessage());
        }
        if (thrown instanceof RejectedException) {
            RejectedException rejected = (RejectedException) thrown;
            return problem(
                    statusOf(rejected.reason()),
                    rejected.field().orElse(null),
                    rejected.getMessage());
        }
        if (thrown instanceof ServiceNotFoundException) {
            return problem(503, null, "Weir is not active in this ONOS.");
        }
        if (thrown instanceof WebApplicationException) {
            return ofContainer((WebApplicationException) thrown);
        }
        LOG.error("A request failed", thrown);
        return problem(500, null, "The request failed inside ONOS; ONOS's log has the reason.");
    }

    private static Response ofContainer(WebApplicationException thrown) {
        int status = thrown.getResponse().getStatus();
        switch (status) {
            case 404:
                return problem(status, null, "No such resource.");
            case 405:
                return Response.fromResponse(
                                problem(status, null, "The resource does not take this method."))
                        .header("Allow", thrown.getResponse().getHeaderString("Allow"))
                        .build();
            case 406:
                return problem(
                        status,
                        null,
                        "The resource has no answer of a type that the request accepts.");
            case 415:
                return problem(status, null, "The body has to be application/json.");
            default:
                return problem(status, null, String.valueOf(thrown.getMessage()));
        }
    }

    private static int statusOf(RejectedException.Reason reason) {
        switch (reason) {
            case UNKNOWN:
                return 404;
            case STALE:
            case UNAVAILABLE:
                return 409;
            case UNANSWERED:
            case NODE_UNANSWERED:
                return 503;
            default:
                return 400;
        }
    }

    private static Response problem(int status, String field, String detail) {
        Status known = Status.fromStatusCode(status);
        String title = known == null ? "Problem" : known.getReasonPhrase();
        return new ProblemDocument(status, title, field, detail).response();
    }
}
