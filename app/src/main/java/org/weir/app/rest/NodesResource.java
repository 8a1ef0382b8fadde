// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.weir.app.json.NodeJson;

/** Nodes of ONOS's cluster, and the switches that each controls. */
@Path("nodes")
public final class NodesResource extends WeirResource {

    /** All nodes. */
    @GET
    public Response all() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("nodes", NodeJson.nodes(weir().nodes()));
        return Response.ok(node.toString()).build();
    }
}
