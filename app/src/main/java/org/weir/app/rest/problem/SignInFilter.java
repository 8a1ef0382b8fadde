// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.problem;

import java.io.IOException;
import java.util.List;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Refusal of each request without a user of ONOS who has one of Weir's roles: 401 without a user,
 * 403 without a role, both with a problem document. A security constraint in {@code web.xml} would
 * do the same with an empty body: Jetty writes error pages for GET, HEAD and POST only. The user
 * and the roles come from the container's login service, as with a constraint.
 */
public final class SignInFilter implements Filter {

    /** Roles of which a user needs one; what each may do is decided in REST. */
    private static final List<String> ROLES = List.of("admin", "viewer", "agent");

    private static final String CHALLENGE = "Basic realm=\"karaf\", charset=\"UTF-8\"";

    @Override
    public void init(FilterConfig config) {
        // There is nothing to set up.
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest asked = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        if (asked.getUserPrincipal() == null) {
            answer.setHeader("WWW-Authenticate", CHALLENGE);
            ProblemServlet.answer(
                    answer, 401, "This request needs a user of ONOS, by basic authentication.");
        } else if (ROLES.stream().noneMatch(asked::isUserInRole)) {
            ProblemServlet.answer(answer, 403, "This needs the role viewer.");
        } else {
            chain.doFilter(request, response);
        }
    }

    @Override
    public void destroy() {
        // There is nothing to release.
    }
}
