// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.weir.app.json.RouteJson;

/** Static routes of the policy, with their states. */
@Path("routes")
public final class RoutesResource extends WeirResource {

    /** All routes, in the order of the policy. */
    @GET
    public Response all() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("routes", RouteJson.ROUTE.writeAll(weir().routes()));
        return Response.ok(node.toString()).build();
    }
}
