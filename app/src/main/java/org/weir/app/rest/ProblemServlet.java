// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.RequestDispatcher;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.ws.rs.core.Response.Status;

/**
 * Answers with a problem document where REST itself does not get to answer: paths outside of it,
 * and refusals of the container (no or wrong credentials).
 */
public final class ProblemServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Object refused = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        int status = refused instanceof Integer ? (Integer) refused : 404;
        answer(response, status, detail(status));
    }

    private static String detail(int status) {
        switch (status) {
            case 401:
                return "This request needs a user of ONOS, by basic authentication.";
            case 403:
                return "This needs the role viewer.";
            case 404:
                return "No such resource. REST is under v1/, the dashboard under ui/.";
            default:
                return "The request failed.";
        }
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
