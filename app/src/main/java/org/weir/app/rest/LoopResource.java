// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.Response;
import org.weir.app.json.LoopJson;
import org.weir.app.rest.problem.RequestException;

/** Times of the control loop, from a measurement to settings that a switch has confirmed. */
@Path("loop")
public final class LoopResource extends WeirResource {

    private static final String AFTER = "after";

    /**
     * The times of the last settings.
     *
     * @param after leaves out the first so many settings since the application's start; all that
     *     are kept are shown without it
     */
    @GET
    public Response get(@QueryParam(AFTER) String after) {
        return Response.ok(LoopJson.loop(weir().loop(count(after))).toString()).build();
    }

    private static long count(String text) {
        if (text == null) {
            return 0;
        }
        if (!text.matches("\\d{1,18}")) {
            throw RequestException.badRequest(
                    AFTER, "must be a whole number from 0 to 999999999999999999, was " + text);
        }
        return Long.parseLong(text);
    }
}
