// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.explain.LastDecision;
import org.weir.app.json.PortJson;
import org.weir.app.rest.list.ListQuery;
import org.weir.app.rest.path.PathPort;

/** The settings that the queues run with, and why. */
@Path("settings")
public final class SettingsResource extends WeirResource {

    /**
     * Settings of the ports that pass the filters, by device and number.
     *
     * @param uri has the filters and the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, PortsResource.PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        ListQuery.Page<PortView> page = query.page(query.ports(service.ports()), ListQuery.Key::of);
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode ports = node.putArray("ports");
        page.elements().forEach(port -> ports.add(PortJson.settings(port)));
        node.put("next", page.next());
        return Response.ok(node.toString()).build();
    }

    /**
     * Settings of one port and the decision that led to them (null before the first).
     *
     * @param device ONOS device id
     * @param port port number
     */
    @GET
    @Path("{device}/{port}")
    public Response one(@PathParam("device") String device, @PathParam("port") String port) {
        WeirService service = weir();
        PortView found = PathPort.find(service, device, port);
        return Response.ok(PortJson.explained(found, LastDecision.about(found, service)).toString())
                .build();
    }
}
