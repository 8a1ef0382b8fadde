// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import java.util.stream.Collectors;
import org.weir.app.event.EventKind;
import org.weir.app.shape.JsonShape;
import org.weir.app.webhook.WebhookView;

/** Webhooks as JSON, the same for REST and the ONOS shell; never with a secret. */
public final class WebhookJson {

    /** A webhook with its deliveries. */
    public static final JsonShape<WebhookView> WEBHOOK =
            JsonShape.<WebhookView>named("Webhook")
                    .field(
                            "name",
                            STRING.example("operations"),
                            "Name.",
                            view -> view.webhook().name())
                    .field(
                            "url",
                            STRING.example("https://ops.example.org/…"),
                            "URL of the receiver, with … for path and query, which may be secrets.",
                            view -> view.webhook().shownUrl())
                    .field(
                            "signed",
                            BOOLEAN,
                            "True if requests carry a signature, because the webhook has a secret.",
                            view -> view.webhook().isSigned())
                    .field(
                            "kinds",
                            STRING.oneOf(EventKind.words()).list(),
                            "Kinds of event that the receiver gets.",
                            view ->
                                    view.webhook().kinds().stream()
                                            .map(EventKind::word)
                                            .collect(Collectors.toList()))
                    .field(
                            "delivered",
                            INTEGER.atLeast(0),
                            "Events that the receiver has taken: it has answered with a status"
                                    + " 2xx.",
                            view -> view.state().delivered())
                    .field(
                            "failed",
                            INTEGER.atLeast(0),
                            "Events that were given up after an hour of attempts.",
                            view -> view.state().failed())
                    .field(
                            "dropped",
                            INTEGER.atLeast(0),
                            "Events that were removed from the full queue, the oldest first.",
                            view -> view.state().dropped())
                    .field(
                            "waiting",
                            INTEGER.atLeast(0),
                            "Events in the queue.",
                            view -> view.state().waiting())
                    .field(
                            "lastDeliveredMs",
                            INTEGER.orNull(),
                            "Time of the last delivery, ms since 1970; null before the first.",
                            view ->
                                    view.state().lastDeliveredMs() == 0
                                            ? null
                                            : view.state().lastDeliveredMs())
                    .field(
                            "error",
                            STRING.orNull(),
                            "Reason for which the last attempt failed; null if it succeeded.",
                            view -> view.state().error())
                    .end();

    private WebhookJson() {}
}
