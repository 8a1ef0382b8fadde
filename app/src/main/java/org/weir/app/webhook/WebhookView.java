// SPDX-License-Identifier: Apache-2.0
package org.weir.app.webhook;

import java.util.Objects;

/** A webhook with the state of its deliveries. Immutable. */
public final class WebhookView {

    private final Webhook webhook;
    private final DeliveryState state;

    /**
     * A view.
     *
     * @param webhook the webhook
     * @param state its deliveries
     */
    public WebhookView(Webhook webhook, DeliveryState state) {
        this.webhook = Objects.requireNonNull(webhook);
        this.state = Objects.requireNonNull(state);
    }

    /** The webhook. */
    public Webhook webhook() {
        return webhook;
    }

    /** Its deliveries, of all nodes since the webhook was made. */
    public DeliveryState state() {
        return state;
    }
}
