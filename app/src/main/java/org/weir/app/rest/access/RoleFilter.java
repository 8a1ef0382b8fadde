// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.access;

import java.io.IOException;
import java.util.Set;
import javax.ws.rs.ForbiddenException;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.ext.Provider;
import org.onlab.rest.AuthorizationFilter;
import org.weir.app.rest.problem.RequestException;

/**
 * ONOS's rule of who may change things, with one addition: the role {@value #AGENT} may register
 * agents and nothing else, so that no host needs an administrator's password.
 */
@Provider
@PreMatching
public final class RoleFilter implements ContainerRequestFilter {

    /** Path of the registrations of agents, below the API's base. */
    public static final String AGENTS_PATH = "agents";

    /** Role of hosts' agents. */
    static final String AGENT = "agent";

    /** Methods for which ONOS asks for no role but viewer. */
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final AuthorizationFilter onos = new AuthorizationFilter();

    @Override
    public void filter(ContainerRequestContext request) throws IOException {
        boolean isRegistration = request.getUriInfo().getPath().startsWith(AGENTS_PATH + "/");
        if (isRegistration && request.getSecurityContext().isUserInRole(AGENT)) {
            return;
        }
        try {
            onos.filter(request);
        } catch (ForbiddenException e) {
            throw RequestException.forbidden(
                    READING.contains(request.getMethod())
                            ? "Reading needs the role viewer."
                            : isRegistration
                                    ? "This needs the role agent, or the roles admin and viewer."
                                    : "Changing anything needs the roles admin and viewer.");
        }
    }
}
