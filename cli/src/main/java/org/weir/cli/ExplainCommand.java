// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.explain.LastDecision;
import org.weir.app.explain.PortExplanation;
import org.weir.app.json.PortJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.TextTable;

/** Shell command that says in sentences why ports have their settings. */
@Service
@Command(
        scope = "onos",
        name = "weir-explain",
        description = "Says in sentences why a port has its settings")
public final class ExplainCommand extends WeirCommand {

    @Argument(index = 0, name = "port", description = "device/port, or device", required = true)
    @Completion(PortCompleter.class)
    private String port;

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        if (outputJson()) {
            ArrayNode ports = mapper().createArrayNode();
            for (PortView one : PortSelection.parse(port).of(weir)) {
                ports.add(PortJson.explained(one, LastDecision.about(one, weir)));
            }
            print("%s", mapper().createObjectNode().set("ports", ports));
            return;
        }
        for (PortView one : PortSelection.parse(port).of(weir)) {
            PortExplanation.sentences(one, weir.classes(), LastDecision.about(one, weir))
                    .forEach(text -> TextTable.wrap(text).forEach(line -> print("%s", line)));
        }
    }
}
