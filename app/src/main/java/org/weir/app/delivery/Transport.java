// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.util.concurrent.CompletableFuture;
import org.weir.app.event.Event;
import org.weir.app.webhook.Webhook;

/** Way by which an event gets to a receiver. */
interface Transport {

    /**
     * Tries once to deliver an event; returns at once.
     *
     * @return completes when the receiver has taken it; fails with the reason if not, within a time
     *     that the transport limits
     */
    CompletableFuture<Void> send(Webhook webhook, Event event);

    /** Sends nothing more, and ends attempts that are under way. */
    void stop();
}
