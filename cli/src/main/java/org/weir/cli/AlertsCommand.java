// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.Alert;
import org.weir.app.WeirService;
import org.weir.app.json.AlertJson;
import org.weir.cli.text.AlertText;

/** Shell command that shows the alerts. */
@Service
@Command(
        scope = "onos",
        name = "weir-alerts",
        description = "Shows Weir's alerts: present faults in the network")
public final class AlertsCommand extends AbstractShellCommand {

    @Option(name = "--all", description = "Lists every alert instead of one line per alert type")
    private boolean all;

    @Override
    protected void doExecute() {
        List<Alert> alerts = get(WeirService.class).alerts();
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("alerts", AlertJson.alerts(alerts));
            node.set("groups", AlertJson.grouped(alerts));
            print("%s", node);
            return;
        }
        if (alerts.isEmpty()) {
            print("There are no alerts.");
        }
        AlertText.lines(alerts, all).forEach(line -> print("%s", line));
    }
}
