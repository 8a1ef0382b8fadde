// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.weir.app.change.Freeze;
import org.weir.app.json.FreezeJson;
import org.weir.app.rest.problem.RequestException;

/** The switch by which an operator stops the control loop from installing settings. */
@Path("freeze")
public final class FreezeResource extends WeirResource {

    private static final String REASON = "reason";

    /** Whether settings are frozen, with the record. */
    @GET
    public Response get() {
        return Response.ok(FreezeJson.of(weir()).toString()).build();
    }

    /**
     * Freezes the settings; if they are frozen, it does nothing and says by whom they are.
     *
     * @param body object with a reason; may be empty
     * @throws IOException if the connection fails
     */
    @POST
    public Response freeze(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(RequestBody.MAX_BYTES + 1);
        String reason = "";
        if (bytes.length > 0) {
            ObjectNode request = RequestBody.object(new ByteArrayInputStream(bytes));
            RequestBody.allow(request, REASON);
            JsonNode given = request.path(REASON);
            if (request.has(REASON) && !given.isTextual()) {
                throw RequestException.badRequest(REASON, "must be a text");
            }
            reason = given.asText();
        }
        Optional<Freeze> already = weir().setFrozen(true, edit(reason));
        return Response.ok(FreezeJson.of(weir(), already, reason).toString()).build();
    }

    /** Ends the freeze; does nothing if settings are not frozen. */
    @DELETE
    public Response unfreeze() {
        weir().setFrozen(false, edit(""));
        return get();
    }
}
