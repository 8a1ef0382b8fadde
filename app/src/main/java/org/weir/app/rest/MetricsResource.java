// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.io.IOException;
import java.util.Set;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.WeirService;
import org.weir.app.metrics.OpenMetrics;
import org.weir.app.rest.list.ListQuery;

/** The figures of queues, switches and the control loop, for a monitoring system. */
@Path("metrics")
public final class MetricsResource extends WeirResource {

    private static final Set<String> PARAMETERS = Set.of(ListQuery.DEVICE);

    /**
     * OpenMetrics text, whatever the request accepts.
     *
     * @param uri has the filter
     * @throws IOException never
     */
    @GET
    @Produces(MediaType.WILDCARD)
    public Response get(@Context UriInfo uri) throws IOException {
        ListQuery query = ListQuery.of(uri, PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        String text = OpenMetrics.text(service, query.text(ListQuery.DEVICE));
        return Response.ok(text, OpenMetrics.MEDIA_TYPE).build();
    }
}
