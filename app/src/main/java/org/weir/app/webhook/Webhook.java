// SPDX-License-Identifier: Apache-2.0
package org.weir.app.webhook;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.weir.app.event.EventKind;

/** A receiver of events: a URL to which ONOS posts each event of some kinds. Immutable. */
public final class Webhook {

    /** Stands for path and query in a URL that is shown. */
    public static final String HIDDEN = "…";

    private final String name;
    private final String url;
    private final String secret;
    private final List<EventKind> kinds;
    private final long sinceMs;

    /**
     * A webhook.
     *
     * @param name its name
     * @param url absolute URL, of http or https
     * @param secret key of the signatures; null for none
     * @param kinds kinds of event that it gets, at least one
     * @param sinceMs wall-clock time from which on it gets events, ms since 1970
     */
    public Webhook(String name, String url, String secret, List<EventKind> kinds, long sinceMs) {
        this.name = Objects.requireNonNull(name);
        this.url = Objects.requireNonNull(url);
        this.secret = secret;
        this.kinds = List.copyOf(kinds);
        this.sinceMs = sinceMs;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Absolute URL, of http or https. Its path must not be shown: it may be a secret. */
    public String url() {
        return url;
    }

    /** URL without path and query, such as {@code https://ops.example.org/…}. */
    public String shownUrl() {
        URI whole = URI.create(url);
        String port = whole.getPort() < 0 ? "" : ":" + whole.getPort();
        boolean hasMore = whole.getPath().length() > 1 || whole.getQuery() != null;
        return whole.getScheme()
                + "://"
                + whole.getHost()
                + port
                + (hasMore ? "/" + HIDDEN : whole.getPath());
    }

    /** Key of the signatures; null for none. It must not be shown. */
    public String secret() {
        return secret;
    }

    /** True if requests to it carry a signature. */
    public boolean isSigned() {
        return secret != null;
    }

    /** Kinds of event that it gets. */
    public List<EventKind> kinds() {
        return kinds;
    }

    /** Wall-clock time from which on it gets events, ms since 1970. */
    public long sinceMs() {
        return sinceMs;
    }

    /** Name and URL, without path, query and secret. */
    @Override
    public String toString() {
        return name + " " + shownUrl();
    }
}
