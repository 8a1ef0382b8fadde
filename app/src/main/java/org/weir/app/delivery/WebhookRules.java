// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.weir.app.RejectedException;
import org.weir.app.event.EventKind;
import org.weir.app.webhook.Webhook;

/** Rules of a webhook's fields. */
final class WebhookRules {

    /** Largest number of webhooks. */
    static final int MOST = 8;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final int LONGEST_URL = 2000;
    private static final int MOST_PORT = 65535;
    private static final int SHORTEST_SECRET = 16;
    private static final int LONGEST_SECRET = 256;

    /** Kinds that a webhook gets unless others are named. */
    private static final List<EventKind> USUAL =
            List.of(EventKind.ALERT_BEGAN, EventKind.ALERT_ENDED);

    private WebhookRules() {}

    /**
     * A webhook of fields.
     *
     * @param secret null for none
     * @param kinds null for the usual ones
     * @param sinceMs wall-clock time from which on it gets events, ms since 1970
     * @throws RejectedException naming the field and the rule that is broken; never with the secret
     */
    static Webhook check(String name, String url, String secret, List<String> kinds, long sinceMs) {
        checkName(name);
        checkUrl(url);
        if (secret != null
                && (secret.length() < SHORTEST_SECRET || secret.length() > LONGEST_SECRET)) {
            throw broken(
                    "secret",
                    "must have " + SHORTEST_SECRET + " to " + LONGEST_SECRET + " characters");
        }
        return new Webhook(name, url, secret, kinds == null ? USUAL : kinds(kinds), sinceMs);
    }

    /** Checks the name of a webhook. */
    static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw broken(
                    "name",
                    "must have 1 to 40 lower-case letters, digits and hyphens, and begin with no"
                            + " hyphen");
        }
    }

    private static void checkUrl(String text) {
        if (text.length() > LONGEST_URL) {
            throw broken("url", "must have at most " + LONGEST_URL + " characters");
        }
        if (text.contains(Webhook.HIDDEN)) {
            throw broken("url", "must be the whole URL, which GET does not show");
        }
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw broken("url", "is no URL: " + e.getReason() + " at character " + e.getIndex());
        }
        boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!isHttp || url.getHost() == null) {
            throw broken("url", "must be an absolute URL of http or https, with a host");
        }
        if (url.getUserInfo() != null) {
            throw broken("url", "must not have a user or a password");
        }
        if (url.getFragment() != null) {
            throw broken("url", "must not have a fragment (#)");
        }
        if (url.getPort() == 0 || url.getPort() > MOST_PORT) {
            throw broken("url", "must have a port from 1 to " + MOST_PORT);
        }
    }

    private static List<EventKind> kinds(List<String> words) {
        Set<EventKind> kinds = new LinkedHashSet<>();
        for (String word : words) {
            kinds.add(
                    EventKind.of(word)
                            .orElseThrow(
                                    () ->
                                            broken(
                                                    "kinds",
                                                    "must be of "
                                                            + String.join(", ", EventKind.words())
                                                            + "; was "
                                                            + word)));
        }
        if (kinds.isEmpty()) {
            throw broken("kinds", "must name at least one kind of event");
        }
        if (kinds.size() < words.size()) {
            throw broken("kinds", "must name each kind once");
        }
        return new ArrayList<>(kinds);
    }

    private static RejectedException broken(String field, String rule) {
        return new RejectedException(RejectedException.Reason.INVALID, field, field + ": " + rule);
    }
}
