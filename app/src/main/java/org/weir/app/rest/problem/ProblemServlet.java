// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.problem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.ws.rs.core.Response.Status;

/**
 * Answers with a problem document: itself for paths that belong neither to REST nor to the
 * dashboard, and by {@link #answer} for other servlets.
 */
public final class ProblemServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        answer(response, 404, "No such resource. REST is under v1/, the dashboard under ui/.");
    }

    /**
     * Writes a problem document.
     *
     * @param response the response to write
     * @param status HTTP status
     * @param detail one sentence
     * @throws IOException if the connection fails
     */
    public static void answer(HttpServletResponse response, int status, String detail)
            throws IOException {
        Status known = Status.fromStatusCode(status);
        String title = known == null ? "Problem" : known.getReasonPhrase();
        response.setStatus(status);
        response.setContentType(ProblemDocument.MEDIA_TYPE);
        String body = new ProblemDocument(status, title, null, detail).json().toString();
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
