// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.events;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.cli.base.WeirCommand;

/** Shell command that removes a webhook. */
@Service
@Command(
        scope = "onos",
        name = "weir-webhook-remove",
        description = "Removes a receiver of Weir's events, with the events that wait for it")
public final class WebhookRemoveCommand extends WeirCommand {

    @Argument(index = 0, name = "name", description = "name of the webhook", required = true)
    @Completion(WebhookCompleter.class)
    private String name;

    @Override
    protected void doExecute() {
        weir().webhooks().remove(name);
        print("there is no webhook %s", name);
    }
}
