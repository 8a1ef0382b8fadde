// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.access;

import java.io.IOException;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.ext.Provider;
import org.onlab.rest.AuthorizationFilter;

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

    private final AuthorizationFilter onos = new AuthorizationFilter();

    @Override
    public void filter(ContainerRequestContext request) throws IOException {
        boolean registers =
                request.getUriInfo().getPath().startsWith(AGENTS_PATH + "/")
                        && request.getSecurityContext().isUserInRole(AGENT);
        if (!registers) {
            onos.filter(request);
        }
    }
}
