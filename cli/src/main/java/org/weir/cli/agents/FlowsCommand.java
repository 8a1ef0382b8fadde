// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onlab.packet.IpAddress;
import org.weir.app.WeirService;
import org.weir.app.explain.KnownNames;
import org.weir.app.flow.FlowEnds;
import org.weir.app.flow.FlowList;
import org.weir.app.flow.FlowView;
import org.weir.app.json.FlowJson;
import org.weir.cli.ClassCompleter;
import org.weir.cli.PortCompleter;
import org.weir.cli.PortSelection;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.TextTable;

/** Shell command that shows the flows that agents shape. */
@Service
@Command(
        scope = "onos",
        name = "weir-flows",
        description = "Shows the flows that the agents of hosts shape because of feedback")
public final class FlowsCommand extends WeirCommand {

    private static final String UNKNOWN = "-";
    private static final double MS_PER_SECOND = 1000;
    private static final double BPS_PER_MBPS = 1e6;
    private static final int TCP = 6;
    private static final int UDP = 17;

    @Option(name = "--class", description = "Only those of a class")
    @Completion(ClassCompleter.class)
    private String className;

    @Argument(
            name = "port",
            description = "device, or device/port, of the source host (default: all)")
    @Completion(PortCompleter.class)
    private String port;

    @Override
    protected void doExecute() {
        PortSelection selection = PortSelection.parse(port);
        WeirService weir = weir();
        KnownNames.requireDevice(weir, selection.device());
        KnownNames.requireClass(weir, className);
        FlowList all = weir.flows();
        List<FlowView> flows =
                all.flows().stream()
                        .filter(one -> selection.has(one.device(), one.port()))
                        .filter(
                                one ->
                                        className == null
                                                || className.equals(one.className().orElse(null)))
                        .collect(Collectors.toList());
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("flows", FlowJson.FLOW.writeAll(flows));
            node.put("omitted", all.omitted());
            print("%s", node);
            return;
        }
        lines(flows, all.omitted(), System.currentTimeMillis()).forEach(line -> print("%s", line));
    }

    /** A heading, one line per flow, and a line about flows that no report has. */
    static List<String> lines(List<FlowView> flows, long omitted, long nowMs) {
        TextTable table =
                new TextTable(
                        "source",
                        "destination",
                        "protocol",
                        "class",
                        "allowed Mb/s",
                        "feedback s ago",
                        "port");
        for (FlowView one : flows) {
            FlowEnds ends = one.ends();
            table.row(
                    end(ends.source(), ends.sourcePort()),
                    end(ends.destination(), ends.destinationPort()),
                    protocol(ends.protocol()),
                    one.className().orElse(UNKNOWN),
                    number(one.flow().allowedRateBps() / BPS_PER_MBPS, 3),
                    number(Math.max(0, nowMs - one.flow().lastFeedbackMs()) / MS_PER_SECOND, 1),
                    place(one));
        }
        List<String> lines = new ArrayList<>(table.lines());
        if (omitted > 0) {
            lines.add(omitted + " further shaped flows are in no report of an agent");
        }
        return lines;
    }

    private static String place(FlowView flow) {
        Optional<String> device = flow.device();
        return device.map(one -> one + "/" + flow.port().orElse(0)).orElse(UNKNOWN);
    }

    private static String end(IpAddress address, int port) {
        String text = address.isIp6() ? "[" + address + "]" : address.toString();
        return port == 0 ? address.toString() : text + ":" + port;
    }

    private static String protocol(int number) {
        switch (number) {
            case TCP:
                return "tcp";
            case UDP:
                return "udp";
            default:
                return String.valueOf(number);
        }
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
