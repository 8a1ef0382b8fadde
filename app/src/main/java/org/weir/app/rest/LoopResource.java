// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.Set;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.json.LoopJson;
import org.weir.app.rest.list.ListQuery;

/** Times of the control loop, from a measurement to settings that a switch has confirmed. */
@Path("loop")
public final class LoopResource extends WeirResource {

    private static final long MOST_SETTINGS = 999_999_999_999_999_999L;

    /**
     * The times of the last settings.
     *
     * @param uri its parameter {@code after} leaves out the first so many settings since the
     *     application's start; without it, all that are kept are shown
     */
    @GET
    public Response get(@Context UriInfo uri) {
        long after =
                ListQuery.of(uri, Set.of(ListQuery.AFTER))
                        .number(ListQuery.AFTER, 0, MOST_SETTINGS)
                        .orElse(0L);
        return Response.ok(LoopJson.loop(weir().loop(after)).toString()).build();
    }
}
