// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.weir.app.json.DeviceJson;

/** Switches: which can be talked to, and what they dropped outside the queues of classes. */
@Path("devices")
public final class DevicesResource extends WeirResource {

    /** All switches. */
    @GET
    public Response all() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("devices", DeviceJson.devices(weir().devices()));
        return Response.ok(node.toString()).build();
    }
}
