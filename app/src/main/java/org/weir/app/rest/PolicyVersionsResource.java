// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Response;
import org.weir.app.WeirService;
import org.weir.app.json.ChangeJson;
import org.weir.app.rest.problem.RequestException;

/** The policies that were in force, and who put them there. */
@Path("policy/versions")
public final class PolicyVersionsResource extends WeirResource {

    /** All versions that are kept, oldest first, without their policies. */
    @GET
    public Response all() {
        WeirService service = weir();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("running", service.changes().version());
        node.set("versions", ChangeJson.VERSION.writeAll(service.changes().versions()));
        return Response.ok(node.toString()).build();
    }

    /**
     * One version, with its policy and what it changed.
     *
     * @param number its number
     */
    @GET
    @Path("{version}")
    public Response one(@PathParam("version") String number) {
        long wanted = PathNumber.of("version", number);
        return weir().changes()
                .version(wanted)
                .map(step -> Response.ok(ChangeJson.VERSION_DETAIL.write(step).toString()).build())
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        "version", "there is no version " + number));
    }
}
