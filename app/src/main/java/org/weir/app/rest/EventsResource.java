// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.List;
import java.util.Set;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.WeirService;
import org.weir.app.event.Event;
import org.weir.app.explain.KnownNames;
import org.weir.app.json.EventJson;
import org.weir.app.rest.list.ListQuery;

/** The last events of the network and of the policy. */
@Path("events")
public final class EventsResource extends WeirResource {

    private static final Set<String> PARAMETERS =
            Set.of(
                    ListQuery.DEVICE,
                    ListQuery.PORT,
                    ListQuery.KIND,
                    ListQuery.LIMIT,
                    ListQuery.AFTER);

    /**
     * The events that pass the filters, newest first.
     *
     * @param uri has the filters and the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, PARAMETERS);
        WeirService weir = weir();
        List<Event> all = weir.events();
        query.text(ListQuery.DEVICE)
                .ifPresent(device -> KnownNames.requireDevice(weir, all, device));
        ListQuery.Page<Event> page = query.eventPage(query.events(all));
        return Response.ok(page.toJson("events", EventJson.EVENT::writeAll).toString()).build();
    }
}
