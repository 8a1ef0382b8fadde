// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.WeirService;
import org.weir.app.flow.FlowList;
import org.weir.app.flow.FlowView;
import org.weir.app.json.FlowJson;
import org.weir.app.rest.list.ListQuery;

/** Flows that agents shape. */
@Path("flows")
public final class FlowsResource extends WeirResource {

    /**
     * The flows that pass the filters, by source and then the other ends.
     *
     * @param uri has the filters and the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, QueuesResource.PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        FlowList all = service.flows();
        ListQuery.Page<FlowView> page = query.flowPage(query.flows(all.flows()));
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("flows", FlowJson.FLOW.writeAll(page.elements()));
        node.put("omitted", all.omitted());
        node.put("next", page.next());
        return Response.ok(node.toString()).build();
    }
}
