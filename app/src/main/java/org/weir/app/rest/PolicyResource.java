// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import javax.ws.rs.Consumes;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.weir.app.WeirService;
import org.weir.app.change.RunningPolicy;
import org.weir.app.rest.problem.RequestException;

/** The whole policy that runs, which stands in ONOS's network configuration. */
@Path("policy")
public final class PolicyResource extends WeirResource {

    /** The policy. */
    @GET
    public Response get() {
        return answer(
                weir().runningPolicy()
                        .orElseThrow(
                                () ->
                                        RequestException.notFound(
                                                "policy", "none is in force; PUT one")));
    }

    /**
     * Replaces the policy.
     *
     * @param body the whole policy; what it leaves out takes the policy's defaults
     * @throws IOException if the connection fails
     */
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(InputStream body) throws IOException {
        WeirService service = weir();
        return answer(setPolicy(service, RequestBody.object(body), edit("policy replaced")));
    }

    /**
     * Puts an earlier version in force again, as a new version.
     *
     * @param body object with the number of the earlier version
     * @throws IOException if the connection fails
     */
    @POST
    @Path("rollback")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response rollBack(InputStream body) throws IOException {
        WeirService service = weir();
        ObjectNode request = RequestBody.object(body);
        RequestBody.allow(request, "version");
        long version = RequestBody.whole(request, "version", 1);
        return answer(
                service.changes().rollBack(version, edit("rolled back to version " + version)));
    }

    private static Response answer(RunningPolicy policy) {
        return Response.ok(policy.document().toString()).tag(tag(policy.version())).build();
    }
}
