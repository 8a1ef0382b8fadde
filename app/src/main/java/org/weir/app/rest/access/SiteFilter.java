// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.access;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import javax.ws.rs.HttpMethod;
import javax.ws.rs.container.ContainerRequestContext;
import javax.ws.rs.container.ContainerRequestFilter;
import javax.ws.rs.container.PreMatching;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.ext.Provider;
import org.weir.app.rest.problem.RequestException;

/**
 * Refuses requests that change something and come from a page of another site. A browser adds the
 * password that it remembers to every request to this server, also to that of a foreign page, so
 * the password alone does not show that its user wants the change. Browsers state the page in
 * {@code Sec-Fetch-Site} (W3C Fetch Metadata) and {@code Origin} (RFC 6454); other clients state
 * neither.
 */
@Provider
@PreMatching
public final class SiteFilter implements ContainerRequestFilter {

    private static final Set<String> READS =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    /** This server's own pages, and requests that no page made. */
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    @Override
    public void filter(ContainerRequestContext request) {
        if (!READS.contains(request.getMethod()) && isForeign(request)) {
            throw RequestException.forbidden(
                    "A page of another site may not change anything here: its request states"
                            + " another Origin, or Sec-Fetch-Site, than this server's.");
        }
    }

    private static boolean isForeign(ContainerRequestContext request) {
        String site = request.getHeaderString("Sec-Fetch-Site");
        if (site != null) {
            return !OWN_SITE.contains(site);
        }
        String origin = request.getHeaderString("Origin");
        // The scheme may differ: TLS may end at a proxy.
        return origin != null
                && !authority(origin).equalsIgnoreCase(request.getHeaderString(HttpHeaders.HOST));
    }

    /** Host and port of an origin; empty if it has none, such as {@code null}. */
    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getAuthority();
            return authority == null ? "" : authority.toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
