// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.weir.app.Problem;
import org.weir.app.json.ConditionJson;

/** What does not work at the moment: unreachable devices and hosts, refused settings. */
@Path("problems")
public final class ProblemsResource extends WeirResource {

    /** All of them, one by one and folded. */
    @GET
    public Response all() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        List<Problem> problems = weir().problems();
        node.set("problems", ConditionJson.problems(problems));
        node.set("folded", ConditionJson.folded(problems));
        return Response.ok(node.toString()).build();
    }
}
