// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.weir.app.metrics.OpenMetrics;

/** The figures of queues, switches and the control loop, for a monitoring system. */
@Path("metrics")
public final class MetricsResource extends WeirResource {

    /**
     * OpenMetrics text, whatever the request accepts.
     *
     * @throws IOException never
     */
    @GET
    @Produces(MediaType.WILDCARD)
    public Response get() throws IOException {
        return Response.ok(OpenMetrics.text(weir()), OpenMetrics.MEDIA_TYPE).build();
    }
}
