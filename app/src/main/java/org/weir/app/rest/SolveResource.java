// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.weir.app.json.DecisionJson;

/** Solves now instead of when the period ends. */
@Path("solve")
public final class SolveResource extends WeirResource {

    /** Measures, solves and installs once; answers with the decisions and their reasons. */
    @POST
    public Response solve() {
        return Response.ok(DecisionJson.report(weir().solveNow()).toString()).build();
    }
}
