// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.json.AlertJson;
import org.weir.app.json.PortJson;
import org.weir.app.rest.list.ListQuery;
import org.weir.app.rest.path.PathPort;

/** Controlled ports, with measurements and settings of each queue. */
@Path("ports")
public final class PortsResource extends WeirResource {

    /** Parameters of a list of ports. */
    static final Set<String> PARAMETERS =
            Set.of(ListQuery.DEVICE, ListQuery.PORT, ListQuery.LIMIT, ListQuery.AFTER);

    /**
     * The ports that pass the filters, by device and number.
     *
     * @param uri has the filters and the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery query = ListQuery.of(uri, PARAMETERS);
        WeirService service = weir();
        query.requireKnown(service);
        ListQuery.Page<PortView> page = query.page(query.ports(service.ports()), ListQuery.Key::of);
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("ports", PortJson.ports(page.elements()));
        node.put("next", page.next());
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
