// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.json.AlertJson;
import org.weir.app.json.PortJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.AlertText;
import org.weir.cli.text.FreezeText;
import org.weir.cli.text.PortText;

/** Shell command that shows measurements and settings of the controlled ports' queues. */
@Service
@Command(
        scope = "onos",
        name = "weir-ports",
        description = "Shows the measured queues and the settings of ports under Weir's control")
public final class PortsCommand extends WeirCommand {

    @Argument(index = 0, name = "port", description = "device, or device/port (default: all ports)")
    @Completion(PortCompleter.class)
    private String port;

    @Option(
            name = "--all",
            description = "Shows ports without traffic too, and every alert instead of each type")
    private boolean all;

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        List<PortView> ports = PortSelection.parse(port).of(weir);
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("ports", PortJson.ports(ports));
            node.put("resolves", weir.resolves());
            node.set("unreachable", AlertJson.unreachable(weir.alerts()));
            print("%s", node);
            return;
        }
        if (ports.isEmpty()) {
            print(
                    weir.configured()
                            ? "No port is under control."
                            : "No policy is running: Weir controls nothing yet.");
        }
        boolean folds = port == null && !all;
        List<PortView> idle = new ArrayList<>();
        for (PortView one : ports) {
            if (folds && PortText.isIdle(one)) {
                idle.add(one);
            } else {
                PortText.lines(one).forEach(line -> print("%s", line));
            }
        }
        if (!idle.isEmpty()) {
            print("%s", PortText.idle(idle));
        }
        FreezeText.warning(weir.isFreezeKnown(), weir.isFrozen())
                .ifPresent(line -> print("%s", line));
        AlertText.lines(weir.alerts(), all).forEach(line -> print("%s", line));
    }
}
