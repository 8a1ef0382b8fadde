// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;

/** Alerts about hosts without a route, and switches that refuse routes. */
final class RouteAlerts {

    private static final String HOST_UNREACHABLE = AlertType.HOST_UNREACHABLE.word();
    private static final String PORT_FULL = AlertType.PORT_ADDRESSES.word();
    private static final String ROUTES_REFUSED = AlertType.ROUTES_REFUSED.word();
    private static final int NAMED_SWITCHES = 3;

    private final AlertBoard alerts;

    /**
     * Alerts on a board.
     *
     * @param alerts list of alerts
     */
    RouteAlerts(AlertBoard alerts) {
        this.alerts = alerts;
    }

    /** A switch has confirmed its routes. */
    void confirmed(DeviceId device) {
        alerts.clear(ROUTES_REFUSED, device.toString());
    }

    /** A switch has refused routes. */
    void refused(DeviceId device, Throwable error) {
        alerts.raise(ROUTES_REFUSED, device.toString(), error);
    }

    /**
     * Lists the hosts without a path.
     *
     * @param cutOff by address of a host: the switches without a path to it
     */
    void replaceUnreachable(Map<IpAddress, Set<DeviceId>> cutOff) {
        Map<String, String> texts = new TreeMap<>();
        Map<String, List<String>> from = new TreeMap<>();
        cutOff.forEach(
                (address, switches) -> {
                    texts.put(address.toString(), noPath(switches));
                    from.put(
                            address.toString(),
                            switches.stream().map(DeviceId::toString).collect(Collectors.toList()));
                });
        alerts.replace(HOST_UNREACHABLE, texts, from);
    }

    /**
     * Lists the ports with more addresses than they may have.
     *
     * @param refused by port: number of addresses without a route
     */
    void replaceFullPorts(Map<ConnectPoint, Integer> refused) {
        Map<String, String> texts = new TreeMap<>();
        refused.forEach(
                (port, count) ->
                        texts.put(
                                port.toString(),
                                count
                                        + " addresses of hosts have no route: the port has as many"
                                        + " as the policy allows (edge.addresses)"));
        alerts.replace(PORT_FULL, texts);
    }

    private static String noPath(Set<DeviceId> from) {
        StringBuilder text = new StringBuilder("no path from ");
        text.append(from.size()).append(from.size() == 1 ? " switch: " : " switches: ");
        int named = 0;
        for (DeviceId device : from) {
            if (named == NAMED_SWITCHES) {
                return text.append(", …").toString();
            }
            text.append(named++ == 0 ? "" : ", ").append(device);
        }
        return text.toString();
    }
}
