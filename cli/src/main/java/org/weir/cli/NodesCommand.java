// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.NodeView;
import org.weir.app.json.NodeJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.NodeText;

/** Shows the nodes of the cluster, and the switches that each controls. */
@Service
@Command(
        scope = "onos",
        name = "weir-nodes",
        description = "Shows ONOS's nodes, the switches that each controls, and since when")
public final class NodesCommand extends WeirCommand {

    @Override
    protected void doExecute() {
        List<NodeView> nodes = weir().nodes();
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("nodes", NodeJson.nodes(nodes));
            print("%s", node);
            return;
        }
        NodeText.lines(nodes).forEach(line -> print("%s", line));
    }
}
