// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.WeirService;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;
import org.weir.app.explain.KnownNames;
import org.weir.app.json.EventJson;
import org.weir.cli.PortCompleter;
import org.weir.cli.PortSelection;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.EventText;

/** Shell command that shows the last events. */
@Service
@Command(
        scope = "onos",
        name = "weir-events",
        description = "Shows Weir's last events, newest first")
public final class EventsCommand extends WeirCommand {

    private static final int MOST = 100_000;

    @Argument(index = 0, name = "port", description = "device, or device/port (default: all)")
    @Completion(PortCompleter.class)
    private String port;

    @Option(name = "--kind", description = "Shows events of this kind only")
    @Completion(EventKindCompleter.class)
    private String kind;

    @Option(name = "--limit", description = "Largest number of events (default: 50)")
    private int limit = 50;

    @Override
    protected void doExecute() {
        if (kind != null && EventKind.of(kind).isEmpty()) {
            throw new IllegalArgumentException(
                    "--kind: must be one of " + String.join(", ", EventKind.words()));
        }
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("--limit: must be from 1 to " + MOST);
        }
        PortSelection selection = PortSelection.parse(port);
        WeirService weir = weir();
        List<Event> all = weir.events();
        KnownNames.requireDevice(weir, all, selection.device());
        List<Event> events =
                all.stream()
                        .filter(event -> selection.has(event.device(), event.port()))
                        .filter(event -> kind == null || event.kind().word().equals(kind))
                        .limit(limit)
                        .collect(Collectors.toList());
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("events", EventJson.EVENT.writeAll(events));
            print("%s", node);
            return;
        }
        if (events.isEmpty()) {
            print("There are no such events.");
        }
        EventText.lines(events).forEach(line -> print("%s", line));
    }
}
