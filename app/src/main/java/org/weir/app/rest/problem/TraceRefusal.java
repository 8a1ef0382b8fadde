// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.problem;

import java.io.IOException;
import java.io.UncheckedIOException;
import javax.servlet.AsyncContext;
import javax.servlet.ServletRequestEvent;
import javax.servlet.ServletRequestListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Refusal of the method TRACE: 405 with the methods that the resource has (RFC 9110, section
 * 15.5.6), and a problem document. ONOS's web container refuses TRACE before any filter or servlet
 * of an application, with neither of them; a listener comes earlier. A listener has the request
 * only. The asynchronous context of the request leads to the response.
 */
public final class TraceRefusal implements ServletRequestListener {
    private static final String TRACE = "TRACE";

    private final AllowedMethods allowed;

    /** The refusal for the resources that {@code openapi.json} describes. */
    public TraceRefusal() {
        this(AllowedMethods.ofServedDocument());
    }

    /**
     * The refusal for some resources.
     *
     * @param allowed methods of the resources of REST
     */
    TraceRefusal(AllowedMethods allowed) {
        this.allowed = allowed;
    }

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        HttpServletRequest request = (HttpServletRequest) event.getServletRequest();
        if (!TRACE.equals(request.getMethod())) {
            return;
        }
        AsyncContext context = request.startAsync();
        HttpServletResponse response = (HttpServletResponse) context.getResponse();
        String path = request.getRequestURI().substring(request.getContextPath().length());
        response.setHeader("Allow", allowed.of(path));
        try {
            ProblemServlet.answer(response, 405, "The resource does not take this method.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            context.complete();
        }
    }

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
        // There is nothing to release.
    }
}
