// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.ws.rs.Consumes;
import javax.ws.rs.DELETE;
import javax.ws.rs.GET;
import javax.ws.rs.PUT;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.weir.app.json.WebhookJson;
import org.weir.app.rest.problem.RequestException;
import org.weir.app.webhook.SecretEdit;

/** Webhooks: URLs to which ONOS posts events. */
@Path(WebhooksResource.PATH)
public final class WebhooksResource extends WeirResource {

    /** Path below the API's base. */
    static final String PATH = "webhooks";

    private static final String URL = "url";
    private static final String SECRET = "secret";
    private static final String KINDS = "kinds";

    /** All of them, with what was delivered to each. */
    @GET
    public Response all() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("webhooks", WebhookJson.WEBHOOK.writeAll(weir().webhooks().all()));
        return Response.ok(node.toString()).build();
    }

    /**
     * One of them.
     *
     * @param name its name
     */
    @GET
    @Path("{name}")
    public Response one(@PathParam("name") String name) {
        return weir().webhooks()
                .one(name)
                .map(view -> Response.ok(WebhookJson.WEBHOOK.write(view).toString()).build())
                .orElseThrow(
                        () -> RequestException.notFound("name", "there is no webhook " + name));
    }

    /**
     * Makes or replaces one; to send the same twice is to send it once. A webhook keeps its secret
     * unless the body has one or null.
     *
     * @param name its name
     * @param body URL, secret and kinds
     * @throws IOException if the connection fails
     */
    @PUT
    @Path("{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(@PathParam("name") String name, InputStream body) throws IOException {
        ObjectNode request = RequestBody.object(body);
        RequestBody.allow(request, URL, SECRET, KINDS);
        if (!request.path(URL).isTextual()) {
            throw RequestException.badRequest(URL, "must be there, a text");
        }
        weir().webhooks().put(name, request.path(URL).asText(), secret(request), kinds(request));
        return Response.noContent().build();
    }

    private static SecretEdit secret(ObjectNode request) {
        JsonNode secret = request.path(SECRET);
        if (secret.isMissingNode()) {
            return SecretEdit.KEEP;
        }
        if (!secret.isTextual() && !secret.isNull()) {
            throw RequestException.badRequest(SECRET, "must be a text, or null to remove it");
        }
        return secret.isNull() ? SecretEdit.REMOVE : SecretEdit.to(secret.asText());
    }

    private static List<String> kinds(ObjectNode request) {
        if (!request.has(KINDS)) {
            return null;
        }
        List<String> words = new ArrayList<>();
        for (JsonNode word : request.path(KINDS)) {
            if (!word.isTextual()) {
                throw RequestException.badRequest(KINDS, "must be a list of texts");
            }
            words.add(word.asText());
        }
        if (!request.path(KINDS).isArray()) {
            throw RequestException.badRequest(KINDS, "must be a list of texts");
        }
        return words;
    }

    /**
     * Removes one with its waiting events; does nothing if there is none.
     *
     * @param name its name
     */
    @DELETE
    @Path("{name}")
    public Response remove(@PathParam("name") String name) {
        weir().webhooks().remove(name);
        return Response.noContent().build();
    }
}
