// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;

/**
 * The description of this API in OpenAPI 3.1, for generators of clients and documentation. It is
 * the file {@code docs/openapi.json} of the sources from which the application was built.
 */
@Path("openapi.json")
public final class OpenApiResource extends WeirResource {

    private static final String FILE = "openapi.json";

    /**
     * The description. It does not depend on the state of Weir, so an inactive Weir has it, too.
     */
    @GET
    public Response get() throws IOException {
        try (InputStream file = OpenApiResource.class.getResourceAsStream(FILE)) {
            return Response.ok(new String(file.readAllBytes(), StandardCharsets.UTF_8)).build();
        }
    }
}
