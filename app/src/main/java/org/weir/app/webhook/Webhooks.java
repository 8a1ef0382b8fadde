// SPDX-License-Identifier: Apache-2.0
package org.weir.app.webhook;

import java.util.List;
import java.util.Optional;

/**
 * The webhooks of the cluster. Refusals are {@code RejectedException}s, whose message names the
 * field and the rule; after one nothing has changed.
 */
public interface Webhooks {

    /** All of them with the states of their deliveries, by name. */
    List<WebhookView> all();

    /** One of them; empty if there is none of this name. */
    Optional<WebhookView> one(String name);

    /**
     * Makes a webhook, or replaces one of this name, whose waiting events then go to the new URL.
     *
     * @param name its name
     * @param url absolute URL, of http or https
     * @param secret the key of the signatures, if it changes; it stays when the URL changes, as
     *     signatures do not tell it
     * @param kinds words of the kinds of event that it gets; null for the beginning and the end of
     *     alerts
     */
    void put(String name, String url, SecretEdit secret, List<String> kinds);

    /** Removes a webhook with its waiting events; does nothing if there is none. */
    void remove(String name);
}
