// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.json.RouteJson;
import org.weir.app.route.RouteView;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.TextTable;

/** Shell command that shows the static routes. */
@Service
@Command(
        scope = "onos",
        name = "weir-routes",
        description = "Shows the static routes of Weir's policy, and whether they are installed")
public final class RoutesCommand extends WeirCommand {

    @Override
    protected void doExecute() {
        List<RouteView> routes = weir().routes();
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("routes", RouteJson.ROUTE.writeAll(routes));
            print("%s", node);
            return;
        }
        lines(routes).forEach(line -> print("%s", line));
    }

    /** A heading and one line per route; {@code -} is unknown. */
    static List<String> lines(List<RouteView> routes) {
        TextTable table = new TextTable("prefix", "next hop", "port", "state");
        for (RouteView route : routes) {
            table.row(
                    route.prefix(),
                    route.nextHop(),
                    route.device()
                            .map(device -> device + "/" + route.port().getAsLong())
                            .orElse("-"),
                    route.state().word());
        }
        return table.lines();
    }
}
