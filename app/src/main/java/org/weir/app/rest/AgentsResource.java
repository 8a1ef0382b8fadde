// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import javax.ws.rs.Consumes;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.weir.app.json.AgentJson;
import org.weir.app.rest.access.RoleFilter;
import org.weir.app.rest.problem.RequestException;

/** Hosts that have an agent and so get feedback packets, by the policy or by registration. */
@Path(RoleFilter.AGENTS_PATH)
public final class AgentsResource extends WeirResource {

    private static final String LEASE = "leaseSeconds";

    /** All of them. */
    @GET
    public Response all() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("agents", AgentJson.agents(weir().agents()));
        return Response.ok(node.toString()).build();
    }

    /**
     * Registers an agent, or renews its lease; to send the same twice is to send it once.
     *
     * @param address address of its host
     * @param body the lease
     * @throws IOException if the connection fails
     */
    @PUT
    @Path("{address}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response register(@PathParam("address") String address, InputStream body)
            throws IOException {
        ObjectNode request = RequestBody.object(body, RequestBody.MAX_LEASE_BYTES);
        for (Iterator<String> names = request.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!name.equals(LEASE)) {
                throw RequestException.badRequest(name, "is no field; there is " + LEASE);
            }
        }
        long seconds = RequestBody.whole(request, LEASE, 1);
        if (seconds > Integer.MAX_VALUE) {
            throw RequestException.badRequest(LEASE, "must be at most " + Integer.MAX_VALUE);
        }
        weir().registerAgent(address, (int) seconds);
        return Response.noContent().build();
    }

    /**
     * Takes the flows that an agent limits, in place of those that it reported last.
     *
     * @param address address from which the flows come
     * @param body the flows
     * @throws IOException if the connection fails
     */
    @PUT
    @Path("{address}/flows")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response report(@PathParam("address") String address, InputStream body)
            throws IOException {
        ObjectNode report = RequestBody.object(body, RequestBody.MAX_REPORT_BYTES);
        weir().reportFlows(address, report);
        return Response.noContent().build();
    }

    /**
     * Ends a registration; does nothing if there is none.
     *
     * @param address address of the agent's host
     */
    @DELETE
    @Path("{address}")
    public Response remove(@PathParam("address") String address) {
        weir().removeAgent(address);
        return Response.noContent().build();
    }
}
