// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.AgentView;
import org.weir.app.json.AgentJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.TextTable;

/** Shows the hosts that get feedback because they have an agent. */
@Service
@Command(
        scope = "onos",
        name = "weir-agents",
        description =
                "Shows the hosts that get Weir's feedback packets, with the rest of their"
                        + " leases")
public final class AgentsCommand extends WeirCommand {

    private static final double MS_PER_SECOND = 1000;

    @Override
    protected void doExecute() {
        List<AgentView> agents = weir().agents();
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("agents", AgentJson.agents(agents));
            print("%s", node);
            return;
        }
        lines(agents).forEach(line -> print("%s", line));
    }

    /** A heading and one line per host. */
    static List<String> lines(List<AgentView> agents) {
        TextTable table = new TextTable("address", "policy", "lease s", "switch");
        for (AgentView agent : agents) {
            table.row(
                    agent.address(),
                    agent.byPolicy() ? "yes" : "no",
                    agent.leaseMs().isPresent()
                            ? String.format(
                                    Locale.ROOT,
                                    "%.0f",
                                    agent.leaseMs().getAsLong() / MS_PER_SECOND)
                            : "-",
                    agent.device().orElse("-"));
        }
        return table.lines();
    }
}
