// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import org.weir.app.route.RouteView;
import org.weir.app.shape.JsonShape;

/** Static routes as JSON, the same for REST and the ONOS shell. */
public final class RouteJson {

    /** A static route. */
    public static final JsonShape<RouteView> ROUTE =
            JsonShape.<RouteView>named("Route")
                    .describe("A static route of the policy.")
                    .field(
                            "prefix",
                            STRING.example("0.0.0.0/0"),
                            "Destinations of the packets.",
                            RouteView::prefix)
                    .field(
                            "nextHop",
                            STRING.example("10.0.0.254"),
                            "IP address of the next hop.",
                            RouteView::nextHop)
                    .field(
                            "state",
                            STRING.oneOf("installed", "next-hop-unknown", "host"),
                            "installed: each switch with a path to the next hop has the route, or"
                                    + " is being given it; next-hop-unknown: no switch has the"
                                    + " route, because ONOS knows no host with this address; host:"
                                    + " the prefix is the address of a host, to which its own"
                                    + " route leads.",
                            one -> one.state().word())
                    .field(
                            "device",
                            STRING.orNull(),
                            "ONOS id of the next hop's switch; null if the next hop is not known.",
                            RouteView::device)
                    .field(
                            "port",
                            INTEGER.orNull(),
                            "Port of the next hop at that switch; null if the next hop is not"
                                    + " known.",
                            RouteView::port)
                    .end();

    private RouteJson() {}
}
