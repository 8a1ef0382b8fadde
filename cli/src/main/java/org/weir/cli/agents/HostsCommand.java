// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.WeirService;
import org.weir.app.explain.KnownNames;
import org.weir.app.host.HostAddress;
import org.weir.app.host.HostView;
import org.weir.app.json.HostJson;
import org.weir.cli.PortCompleter;
import org.weir.cli.PortSelection;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.TextTable;

/** Shell command that shows the hosts. */
@Service
@Command(
        scope = "onos",
        name = "weir-hosts",
        description = "Shows the hosts of Weir's switches, and whether they get feedback packets")
public final class HostsCommand extends WeirCommand {

    private static final String NONE = "-";

    @Argument(name = "port", description = "device, or device/port (default: all)")
    @Completion(PortCompleter.class)
    private String port;

    @Override
    protected void doExecute() {
        PortSelection selection = PortSelection.parse(port);
        WeirService weir = weir();
        KnownNames.requireDevice(weir, selection.device());
        List<HostView> hosts =
                weir.hosts().stream()
                        .filter(
                                host ->
                                        selection.has(
                                                Optional.of(host.device()),
                                                OptionalLong.of(host.port())))
                        .collect(Collectors.toList());
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("hosts", HostJson.HOST.writeAll(hosts));
            print("%s", node);
            return;
        }
        lines(hosts).forEach(line -> print("%s", line));
    }

    /** A heading and one line per address; a host without an address has one line too. */
    static List<String> lines(List<HostView> hosts) {
        TextTable table = new TextTable("host", "port", "address", "agent", "feedback");
        for (HostView host : hosts) {
            String place = host.device() + "/" + host.port();
            for (HostAddress one : host.addresses()) {
                table.row(
                        host.id(),
                        place,
                        one.address(),
                        one.agent().word(),
                        one.getsFeedback()
                                .map(gets -> gets ? "delivered" : "withheld")
                                .orElse("unknown"));
            }
            if (host.addresses().isEmpty()) {
                table.row(host.id(), place, NONE, NONE, NONE);
            }
        }
        return table.lines();
    }
}
