// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.WeirService;
import org.weir.app.host.HostView;
import org.weir.app.json.HostJson;
import org.weir.app.rest.list.ListQuery;

/** Hosts at the ports of Weir's switches. */
@Path("hosts")
public final class HostsResource extends WeirResource {

    /**
     * The hosts that pass the filters, by id.
     *
     * @param uri has the filters and the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, PortsResource.PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        ListQuery.Page<HostView> page = query.hostPage(query.hosts(service.hosts()));
        return Response.ok(page.toJson("hosts", HostJson.HOST::writeAll).toString()).build();
    }
}
