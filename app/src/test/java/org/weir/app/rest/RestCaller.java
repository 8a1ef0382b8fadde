// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import javax.ws.rs.core.MultivaluedMap;
import javax.ws.rs.core.SecurityContext;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.weir.app.WeirService;

/**
 * Calls the REST application through Jersey itself, from the path to the bytes, without a socket.
 */
final class RestCaller {

    /** Roles of an administrator of ONOS. */
    static final Set<String> ADMIN = Set.of("admin", "viewer");

    /** Roles of ONOS's guest. */
    static final Set<String> VIEWER = Set.of("viewer");

    private static final URI BASE = URI.create("http://localhost/onos/weir/v1/");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApplicationHandler handler;

    RestCaller(WeirService service) {
        this(() -> service);
    }

    RestCaller(Supplier<WeirService> services) {
        handler = new ApplicationHandler(new WeirRestApplication(services));
    }

    /** GET as an administrator. */
    Answer get(String path) throws IOException {
        return call("GET", path, null, ADMIN);
    }

    /** PUT as an administrator. */
    Answer put(String path, String body) throws IOException {
        return call("PUT", path, body, ADMIN);
    }

    /**
     * Any request.
     *
     * @param method HTTP method
     * @param path relative to the API's base, as it stands in a URL
     * @param body JSON, or null for none
     * @param roles of the caller
     */
    Answer call(String method, String path, String body, Set<String> roles) throws IOException {
        return call(method, path, body, roles, Map.of());
    }

    /** Any request with headers of its own. */
    Answer call(
            String method, String path, String body, Set<String> roles, Map<String, String> headers)
            throws IOException {
        ContainerRequest request =
                new ContainerRequest(
                        BASE,
                        BASE.resolve(path),
                        method,
                        caller(roles),
                        new MapPropertiesDelegate());
        if (!headers.containsKey("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        if (body != null) {
            request.setEntityStream(
                    new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ContainerResponse response = handler.apply(request, bytes).get();
            return new Answer(
                    response.getStatus(),
                    String.valueOf(response.getMediaType()),
                    response.getStringHeaders(),
                    bytes.toString(StandardCharsets.UTF_8));
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static SecurityContext caller(Set<String> roles) {
        return new SecurityContext() {
            @Override
            public Principal getUserPrincipal() {
                return () -> "somebody";
            }

            @Override
            public boolean isUserInRole(String role) {
                return roles.contains(role);
            }

            @Override
            public boolean isSecure() {
                return false;
            }

            @Override
            public String getAuthenticationScheme() {
                return SecurityContext.BASIC_AUTH;
            }
        };
    }

    /** Answer to a request. */
    static final class Answer {
        private final int status;
        private final String mediaType;
        private final MultivaluedMap<String, String> headers;
        private final String body;

        private Answer(
                int status, String mediaType, MultivaluedMap<String, String> headers, String body) {
            this.status = status;
            this.mediaType = mediaType;
            this.headers = headers;
            this.body = body;
        }

        int status() {
            return status;
        }

        String header(String name) {
            return headers.getFirst(name);
        }

        /** The body as it is. */
        String text() {
            return body;
        }

        String mediaType() {
            return mediaType;
        }

        JsonNode json() throws IOException {
            return MAPPER.readTree(body);
        }
    }
}
