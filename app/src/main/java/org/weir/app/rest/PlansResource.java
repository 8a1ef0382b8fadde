// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import javax.ws.rs.Consumes;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.RunningPolicy;
import org.weir.app.change.VersionStep;
import org.weir.app.json.ChangeJson;
import org.weir.app.rest.list.ListQuery;
import org.weir.app.rest.path.PathNumber;
import org.weir.app.rest.problem.RequestException;

/** Policies that are tried on paper before they come into force. */
@Path("plans")
public final class PlansResource extends WeirResource {

    private static final String POLICY = "policy";
    private static final String CLASSES = "classes";
    private static final String GUARD_SECONDS = "guardSeconds";
    private static final String PORTS = "ports";

    /** Number of times that a plan is made again after a change of another caller. */
    private static final int MOST_TURNS = 100;

    /**
     * The plans that are kept, oldest first, without their policies and ports.
     *
     * @param uri has the page
     */
    @GET
    public Response all(@Context UriInfo uri) {
        ListQuery.Page<Plan> page =
                ListQuery.of(uri, ListQuery.PAGE)
                        .numberedPage(weir().changes().plans(), Plan::number);
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("plans", ChangeJson.PLAN_SUMMARY.writeAll(page.elements()));
        node.put("next", page.next());
        return Response.ok(node.toString()).build();
    }

    /**
     * Makes a plan; nothing that runs changes.
     *
     * @param body object with either a whole policy, or classes of the running policy by name with
     *     the fields that are to change
     * @throws IOException if the connection fails
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response make(InputStream body) throws IOException {
        Plan plan = plan(weir(), RequestBody.object(body), edit("planned"));
        return Response.created(URI.create("plans/" + plan.number())).entity(json(plan)).build();
    }

    private static Plan plan(WeirService service, ObjectNode request, Edit edit) {
        RequestBody.allow(request, POLICY, CLASSES);
        if (request.has(POLICY) == request.has(CLASSES)) {
            throw RequestException.badRequest(
                    null, "The body must have either policy or classes, not both.");
        }
        JsonNode given = request.has(POLICY) ? request.get(POLICY) : request.get(CLASSES);
        if (!given.isObject()) {
            throw RequestException.badRequest(
                    request.has(POLICY) ? POLICY : CLASSES, "must be an object");
        }
        if (request.has(POLICY)) {
            return service.changes().plan((ObjectNode) given, edit);
        }
        return planInTurn(service, given, edit);
    }

    /** Makes the plan again on what another has changed meanwhile, unless the edit forbids it. */
    private static Plan planInTurn(WeirService service, JsonNode classes, Edit edit) {
        for (int left = MOST_TURNS; ; left--) {
            RunningPolicy running =
                    service.runningPolicy()
                            .orElseThrow(
                                    () ->
                                            RequestException.notFound(
                                                    POLICY, "none is in force; PUT one"));
            boolean isFree = edit.basedOn().isEmpty();
            try {
                ObjectNode policy =
                        isFree
                                ? running.document()
                                : version(service, edit.basedOn().getAsLong(), running);
                classes.fields().forEachRemaining(one -> change(policy, one));
                return service.changes().plan(policy, isFree ? running.edit(edit) : edit);
            } catch (RejectedException e) {
                boolean isStale = e.reason() == RejectedException.Reason.STALE;
                if (!isFree || !isStale || left == 0) {
                    throw e;
                }
            }
        }
    }

    private static ObjectNode version(WeirService service, long version, RunningPolicy running) {
        return version == running.version()
                ? running.document()
                : service.changes()
                        .version(version)
                        .map(VersionStep::policy)
                        .orElseGet(running::document);
    }

    /** Changes a class as {@code PUT classes/NAME} does. */
    private static void change(ObjectNode policy, Map.Entry<String, JsonNode> change) {
        String path = CLASSES + "." + change.getKey();
        if (!change.getValue().isObject()) {
            throw RequestException.badRequest(path, "must be an object");
        }
        for (JsonNode one : policy.path(CLASSES)) {
            if (one.path("name").asText().equals(change.getKey())) {
                change.getValue()
                        .fields()
                        .forEachRemaining(
                                field -> {
                                    if (!ClassesResource.CHANGEABLE.contains(field.getKey())) {
                                        throw RequestException.badRequest(
                                                path + "." + field.getKey(),
                                                "cannot be changed here; a class has importance,"
                                                        + " targets, match");
                                    }
                                    ((ObjectNode) one).set(field.getKey(), field.getValue());
                                });
                return;
            }
        }
        throw RequestException.badRequest(path, "no class is called " + change.getKey());
    }

    /**
     * One plan.
     *
     * @param number its number
     */
    @GET
    @Path("{plan}")
    public Response one(@PathParam("plan") String number) {
        return weir().changes()
                .plan(PathNumber.of("plan", number))
                .map(plan -> Response.ok(json(plan)).build())
                .orElseThrow(() -> RequestException.notFound("plan", "there is no plan " + number));
    }

    /**
     * Puts a plan in force, at all ports or at some first.
     *
     * @param number its number
     * @param body object with the ports that get it first, without which all get it, and with the
     *     time in which the plan is taken back if targets are missed more than before; may be empty
     * @throws IOException if the connection fails
     */
    @POST
    @Path("{plan}/apply")
    public Response apply(@PathParam("plan") String number, InputStream body) throws IOException {
        long wanted = PathNumber.of("plan", number);
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        byte[] bytes = body.readNBytes(RequestBody.MAX_BYTES + 1);
        if (bytes.length > 0) {
            request = RequestBody.object(new ByteArrayInputStream(bytes));
            RequestBody.allow(request, GUARD_SECONDS, PORTS);
        }
        long given = request.has(GUARD_SECONDS) ? RequestBody.whole(request, GUARD_SECONDS, 0) : 0;
        int guardSeconds = (int) Math.min(Integer.MAX_VALUE, given);
        PolicyChanges changes = weir().changes();
        Plan applied =
                request.has(PORTS)
                        ? changes.applyTo(
                                wanted,
                                RequestBody.ports(request, PORTS),
                                guardSeconds,
                                edit("plan " + wanted + " applied to some ports"))
                        : changes.apply(wanted, guardSeconds, edit("plan " + wanted + " applied"));
        return Response.ok(json(applied)).build();
    }

    /**
     * Ends a canary.
     *
     * @param number number of the plan that is one
     */
    @POST
    @Path("{plan}/rollback")
    public Response rollBack(@PathParam("plan") String number) {
        long wanted = PathNumber.of("plan", number);
        Plan ended =
                weir().changes().endCanary(wanted, edit("canary of plan " + wanted + " ended"));
        return Response.ok(json(ended)).build();
    }

    /**
     * Attaches the result of a simulation, in place of an earlier one.
     *
     * @param number the plan's number
     * @param body the result, of the shape {@code Simulation}
     * @throws IOException if the connection fails
     */
    @PUT
    @Path("{plan}/simulation")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response simulated(@PathParam("plan") String number, InputStream body)
            throws IOException {
        long wanted = PathNumber.of("plan", number);
        Plan plan = weir().changes().simulated(wanted, RequestBody.object(body));
        return Response.ok(json(plan)).build();
    }

    /**
     * Forgets a plan; to forget it twice is to forget it once.
     *
     * @param number its number
     */
    @DELETE
    @Path("{plan}")
    public Response forget(@PathParam("plan") String number) {
        weir().changes().forget(PathNumber.of("plan", number));
        return Response.noContent().build();
    }

    private static String json(Plan plan) {
        return ChangeJson.PLAN.write(plan).toString();
    }
}
