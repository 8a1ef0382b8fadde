// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import org.weir.app.host.HostAddress;
import org.weir.app.host.HostView;
import org.weir.app.shape.JsonShape;

/** Hosts as JSON, the same for REST and the ONOS shell. */
public final class HostJson {

    /** An address of a host. */
    public static final JsonShape<HostAddress> ADDRESS =
            JsonShape.<HostAddress>named("HostAddress")
                    .field(
                            "address",
                            STRING.example("10.0.0.1"),
                            "IPv4 or IPv6 address.",
                            HostAddress::address)
                    .field(
                            "agent",
                            STRING.oneOf("registered", "policy", "none"),
                            "registered: an agent is registered with the address; policy: the"
                                    + " policy's agents contains it; none: neither.",
                            one -> one.agent().word())
                    .field(
                            "feedback",
                            STRING.oneOf("delivered", "withheld").orNull(),
                            "Treatment of feedback packets to the address by the rules of its"
                                    + " switch; null if this node of ONOS does not know them,"
                                    + " because another node controls the switch or the switch has"
                                    + " refused them.",
                            one ->
                                    one.getsFeedback()
                                            .map(gets -> gets ? "delivered" : "withheld")
                                            .orElse(null))
                    .end();

    /** A host. */
    public static final JsonShape<HostView> HOST =
            JsonShape.<HostView>named("Host")
                    .field(
                            "host",
                            STRING.example("02:00:00:00:00:01/None"),
                            "ONOS's id of the host: its MAC address and VLAN.",
                            HostView::id)
                    .field("device", STRING, "ONOS id of its switch.", HostView::device)
                    .field("port", INTEGER.atLeast(1), "Port of that switch.", HostView::port)
                    .field(
                            "addresses",
                            ADDRESS.type().list(),
                            "Its IP addresses; empty while none is known.",
                            HostView::addresses)
                    .end();

    private HostJson() {}
}
