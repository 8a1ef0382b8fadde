// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import javax.ws.rs.Consumes;
import javax.ws.rs.GET;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.weir.app.ClassView;
import org.weir.app.WeirService;
import org.weir.app.change.Edit;
import org.weir.app.change.RunningPolicy;
import org.weir.app.change.VersionStep;
import org.weir.app.json.ClassJson;
import org.weir.app.rest.problem.RequestException;

/** Traffic classes, with their targets and match rules. */
@Path("classes")
public final class ClassesResource extends WeirResource {

    /** Number of times that a change is made again after one of another node or caller. */
    private static final int MOST_TURNS = 100;

    /** Time until a change is made again, ms. */
    private static final long TURN_MS = 20;

    /** Status of a request whose condition does not hold. */
    private static final int PRECONDITION_FAILED = 412;

    /** Fields that a PUT may change. */
    static final Set<String> CHANGEABLE = Set.of("importance", "targets", "match");

    /** Fields that a PUT may repeat as a GET shows them, but not change. */
    private static final Set<String> FIXED = Set.of("name", "index", "kind");

    /** All classes, in policy order. */
    @GET
    public Response all() {
        WeirService service = weir();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("classes", ClassJson.classes(service.classes(), policy(service)));
        return Response.ok(node.toString()).build();
    }

    /**
     * One class.
     *
     * @param name its name
     */
    @GET
    @Path("{name}")
    public Response one(@PathParam("name") String name) {
        WeirService service = weir();
        return Response.ok(describe(service, find(service, name)).toString()).build();
    }

    /**
     * Changes a class. A field that is given replaces the class's own, one that is not stays; to
     * send the same twice is to send it once.
     *
     * @param name its name
     * @param body the class as a GET shows it, or a part of that
     * @throws IOException if the connection fails
     */
    @PUT
    @Path("{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response change(@PathParam("name") String name, InputStream body) throws IOException {
        WeirService service = weir();
        find(service, name);
        ObjectNode change = RequestBody.object(body);
        Edit edit = edit("class " + name + " changed");
        RunningPolicy changed =
                edit.basedOn().isPresent()
                        ? change(service, name, change, edit)
                        : changeInTurn(service, name, change, edit);
        // Of the caller's own version: another may run by now.
        ClassView own =
                service.classes(changed).stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return Response.ok(ClassJson.trafficClass(own, changed.document()).toString())
                .tag(tag(changed.version()))
                .build();
    }

    /** Makes the change again to what another node or caller has made meanwhile. */
    private static RunningPolicy changeInTurn(
            WeirService service, String name, ObjectNode change, Edit edit) {
        for (int left = MOST_TURNS; ; left--) {
            long version = service.changes().version();
            try {
                return change(service, name, change, version == 0 ? edit : edit.of(version));
            } catch (RequestException e) {
                boolean isStale = e.status() == PRECONDITION_FAILED;
                if (!isStale || left == 0) {
                    throw e;
                }
                await();
            }
        }
    }

    /** Gives this node time to hear of the version of another. */
    private static void await() {
        try {
            Thread.sleep(TURN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static RunningPolicy change(
            WeirService service, String name, ObjectNode change, Edit edit) {
        ClassView current = find(service, name);
        ObjectNode shown = describe(service, current);
        // Of the very version that the edit is of: the configuration may be one ahead or behind.
        ObjectNode policy =
                (edit.basedOn().isPresent()
                                ? service.changes().version(edit.basedOn().getAsLong())
                                : Optional.<VersionStep>empty())
                        .map(VersionStep::policy)
                        .orElseGet(() -> policy(service));
        ObjectNode target = classOf(policy, name);
        change.fields()
                .forEachRemaining(
                        entry -> {
                            String field = entry.getKey();
                            if (CHANGEABLE.contains(field)) {
                                target.set(field, entry.getValue());
                            } else {
                                checkUnchanged(field, shown.get(field), entry.getValue());
                            }
                        });
        return setPolicy(service, policy, edit);
    }

    /** The class in a document in which it may have another index than in the policy in force. */
    private static ObjectNode classOf(ObjectNode policy, String name) {
        for (JsonNode one : policy.path("classes")) {
            if (one.path("name").asText().equals(name)) {
                return (ObjectNode) one;
            }
        }
        throw RequestException.notFound("name", "no class is called " + name);
    }

    private static void checkUnchanged(String field, JsonNode shown, JsonNode given) {
        if (!FIXED.contains(field)) {
            throw RequestException.badRequest(
                    field, "is not a field of a class; a class has importance, targets, match");
        }
        if (!shown.equals(given)) {
            throw RequestException.conflict(
                    field, "cannot be changed here: it is " + shown + "; PUT the policy instead");
        }
    }

    private static ObjectNode describe(WeirService service, ClassView one) {
        return ClassJson.trafficClass(one, policy(service));
    }

    private static ObjectNode policy(WeirService service) {
        return service.policyDocument().orElseGet(JsonNodeFactory.instance::objectNode);
    }

    private static ClassView find(WeirService service, String name) {
        return service.trafficClass(name)
                .orElseThrow(() -> RequestException.notFound("name", "no class is called " + name));
    }
}
