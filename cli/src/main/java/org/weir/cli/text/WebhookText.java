// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.weir.app.event.EventKind;
import org.weir.app.webhook.DeliveryState;
import org.weir.app.webhook.Webhook;
import org.weir.app.webhook.WebhookView;

/** Webhooks as text for the shell: a table, then URL and kinds of each. */
public final class WebhookText {

    private WebhookText() {}

    /** A heading and one line for each webhook, then a sentence for each. */
    public static List<String> lines(List<WebhookView> webhooks) {
        TextTable table =
                new TextTable("webhook", "signed", "delivered", "waiting", "failed", "dropped");
        List<String> sentences = new ArrayList<>();
        for (WebhookView view : webhooks) {
            DeliveryState state = view.state();
            table.row(
                    view.webhook().name(),
                    view.webhook().isSigned() ? "yes" : "no",
                    Long.toString(state.delivered()),
                    Integer.toString(state.waiting()),
                    Long.toString(state.failed()),
                    Long.toString(state.dropped()));
            sentences.addAll(
                    TextTable.wrap(
                            sentence(view.webhook())
                                    + (state.error() == null
                                            ? ""
                                            : "; last attempt: " + state.error())));
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.addAll(sentences);
        return lines;
    }

    /** Name, URL and kinds of a webhook. */
    public static String sentence(Webhook webhook) {
        return webhook
                + " gets "
                + webhook.kinds().stream().map(EventKind::word).collect(Collectors.joining(", "));
    }
}
