// SPDX-License-Identifier: Apache-2.0
package org.weir.app.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.weir.app.rest.problem.ProblemServlet;

/**
 * Serves the dashboard and the page of the REST interface: fixed files that read everything they
 * show from REST.
 */
public final class DashboardServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final String FOLDER = "/org/weir/app/ui/";

    /** Every file there is, by the path under the dashboard, with its media type. */
    private static final Map<String, String> FILES =
            Map.of(
                    "index.html", "text/html",
                    "dashboard.css", "text/css",
                    "dashboard.js", "text/javascript",
                    "licences.txt", "text/plain",
                    "rest.html", "text/html",
                    "rest.js", "text/javascript",
                    "shared.js", "text/javascript");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String path = request.getPathInfo();
        if (path == null) {
            // Without the slash the page's relative links would miss their folder.
            response.sendRedirect(request.getContextPath() + request.getServletPath() + "/");
            return;
        }
        String name = path.equals("/") ? "index.html" : path.substring(1);
        String type = FILES.get(name);
        if (type == null) {
            ProblemServlet.answer(response, 404, "There is no such page.");
            return;
        }
        response.setContentType(type);
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-cache");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                        + " img-src 'self' data:; base-uri 'none'; frame-ancestors 'self'");
        try (InputStream file = open(name)) {
            file.transferTo(response.getOutputStream());
        }
    }

    /** Names of the files, relative to the dashboard. */
    static Set<String> files() {
        return FILES.keySet();
    }

    /**
     * One of the files.
     *
     * @param name one of {@link #files()}
     * @return its bytes, for the caller to close
     */
    static InputStream open(String name) {
        return DashboardServlet.class.getResourceAsStream(FOLDER + name);
    }
}
