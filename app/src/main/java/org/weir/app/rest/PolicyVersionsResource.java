// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.WeirService;
import org.weir.app.change.PolicyVersion;
import org.weir.app.json.ChangeJson;
import org.weir.app.rest.list.ListQuery;
import org.weir.app.rest.path.PathNumber;
import org.weir.app.rest.problem.RequestException;

/** The policies that were in force, and who put them there. */
@Path("policy/versions")
public final class PolicyVersionsResource extends WeirResource {

    /**
     * The versions that are kept, oldest first, without their policies.
     *
     * @param uri has the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        WeirService service = weir();
        ListQuery.Page<PolicyVersion> page =
                ListQuery.of(uri, ListQuery.PAGE)
                        .numberedPage(service.changes().versions(), PolicyVersion::version);
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("running", service.changes().version());
        node.set("versions", ChangeJson.VERSION.writeAll(page.elements()));
        node.put("next", page.next());
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
