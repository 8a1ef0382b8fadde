// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.weir.app.Alert;
import org.weir.app.json.AlertJson;

/** The alerts: unreachable devices and hosts, refused settings, and other present faults. */
@Path("alerts")
public final class AlertsResource extends WeirResource {

    /** All of them, one by one and grouped. */
    @GET
    public Response all() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        List<Alert> alerts = anyWeir().alerts();
        node.set("alerts", AlertJson.alerts(alerts));
        node.set("groups", AlertJson.grouped(alerts));
        return Response.ok(node.toString()).build();
    }
}
