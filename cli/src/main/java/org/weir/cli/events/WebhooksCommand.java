// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.json.WebhookJson;
import org.weir.app.webhook.WebhookView;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.WebhookText;

/** Shell command that shows the webhooks and what was delivered to each. */
@Service
@Command(
        scope = "onos",
        name = "weir-webhooks",
        description = "Shows the receivers of Weir's events, and the events delivered to each")
public final class WebhooksCommand extends WeirCommand {

    @Override
    protected void doExecute() {
        List<WebhookView> webhooks = weir().webhooks().all();
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("webhooks", WebhookJson.WEBHOOK.writeAll(webhooks));
            print("%s", node);
            return;
        }
        WebhookText.lines(webhooks).forEach(line -> print("%s", line));
    }
}
