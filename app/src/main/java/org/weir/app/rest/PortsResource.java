// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Response;
import org.weir.app.WeirService;
import org.weir.app.json.AlertJson;
import org.weir.app.json.PortJson;

/** Controlled ports, with measurements and settings of each queue. */
@Path("ports")
public final class PortsResource extends WeirResource {

    /** All ports. */
    @GET
    public Response all() {
        WeirService service = weir();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("ports", PortJson.ports(service.ports()));
        node.put("resolves", service.resolves());
        node.set("unreachable", AlertJson.unreachable(service.alerts()));
        return Response.ok(node.toString()).build();
    }

    /**
     * One port.
     *
     * @param device ONOS device id
     * @param port port number
     */
    @GET
    @Path("{device}/{port}")
    public Response one(@PathParam("device") String device, @PathParam("port") String port) {
        return Response.ok(PortJson.port(PathPort.find(weir(), device, port)).toString()).build();
    }
}
