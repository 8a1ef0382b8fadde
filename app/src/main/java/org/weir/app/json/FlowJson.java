// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import org.weir.app.flow.FlowView;
import org.weir.app.shape.JsonShape;

/** Shaped flows as JSON, the same for REST and the ONOS shell. */
public final class FlowJson {

    /** A flow. */
    public static final JsonShape<FlowView> FLOW =
            JsonShape.<FlowView>named("Flow")
                    .field(
                            "source",
                            STRING.example("10.0.0.1"),
                            "Source address.",
                            one -> one.ends().source())
                    .field(
                            "destination",
                            STRING.example("10.0.0.5"),
                            "Destination address.",
                            one -> one.ends().destination())
                    .field(
                            "protocol",
                            INTEGER.atLeast(0),
                            "IP protocol: 6 is TCP, 17 is UDP.",
                            one -> one.ends().protocol())
                    .field(
                            "sourcePort",
                            INTEGER.atLeast(0),
                            "Source port; 0 for a protocol without ports.",
                            one -> one.ends().sourcePort())
                    .field(
                            "destinationPort",
                            INTEGER.atLeast(0),
                            "Destination port; 0 for a protocol without ports.",
                            one -> one.ends().destinationPort())
                    .field(
                            "class",
                            STRING.orNull(),
                            "Name of the class that the last feedback packet named; null if it"
                                    + " named none, or a class that the policy does not have.",
                            FlowView::className)
                    .field(
                            "allowedRateBps",
                            INTEGER.atLeast(1),
                            "Rate to which the agent limits the flow, bit/s of Ethernet frames. The"
                                    + " flow may send less.",
                            one -> one.flow().allowedRateBps())
                    .field(
                            "lastFeedbackMs",
                            INTEGER,
                            "Time of the last feedback about the flow, ms since 1970.",
                            one -> one.flow().lastFeedbackMs())
                    .field(
                            "reportedMs",
                            INTEGER,
                            "Time of the agent's report, ms since 1970.",
                            one -> one.flow().reportedMs())
                    .field(
                            "device",
                            STRING.orNull(),
                            "ONOS id of the switch of the source host; null if no switch has seen"
                                    + " the host.",
                            FlowView::device)
                    .field(
                            "port",
                            INTEGER.atLeast(1).orNull(),
                            "Port of that switch; null if no switch has seen the host.",
                            FlowView::port)
                    .end();

    private FlowJson() {}
}
