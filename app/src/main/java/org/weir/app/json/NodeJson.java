// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import org.weir.app.ControlledDevice;
import org.weir.app.NodeView;
import org.weir.app.shape.JsonShape;

/** Instances of ONOS as JSON, the same for REST and the ONOS shell. */
public final class NodeJson {

    /** A switch under control. */
    public static final JsonShape<ControlledDevice> CONTROLLED =
            JsonShape.<ControlledDevice>named("ControlledDevice")
                    .field("device", STRING, "ONOS device id.", ControlledDevice::device)
                    .field(
                            "term",
                            INTEGER,
                            "Number of the mastership term; rises with each change of master.",
                            ControlledDevice::term)
                    .field(
                            "sinceMs",
                            INTEGER,
                            "Start of the term on the node's clock, ms since 1970.",
                            ControlledDevice::sinceMs)
                    .field(
                            "rulesRead",
                            BOOLEAN,
                            "Whether the node has read the switch's rules from the store; it"
                                    + " writes from then on.",
                            ControlledDevice::isRulesRead)
                    .field(
                            "rulesReconciled",
                            BOOLEAN,
                            "Whether the switch has confirmed the rules from before the term.",
                            ControlledDevice::isRulesReconciled)
                    .field(
                            "ports",
                            INTEGER.atLeast(0),
                            "Ports under control.",
                            ControlledDevice::ports)
                    .field(
                            "adoptedPorts",
                            INTEGER.atLeast(0),
                            "Ports under control whose settings were taken over.",
                            ControlledDevice::adoptedPorts)
                    .field(
                            "firstRoundDone",
                            BOOLEAN,
                            "Whether the control loop has decided on the ports once in the term.",
                            ControlledDevice::isFirstRoundDone)
                    .end();

    /** A node. */
    public static final JsonShape<NodeView> NODE =
            JsonShape.<NodeView>named("Node")
                    .field("id", STRING.example("127.0.0.1"), "Id in the cluster.", NodeView::id)
                    .field("address", STRING, "IP address.", NodeView::address)
                    .field(
                            "state",
                            STRING.oneOf("ready", "lost"),
                            "ready: the node answers and its services run.",
                            node -> node.isReady() ? "ready" : "lost")
                    .field(
                            "devices",
                            CONTROLLED.type().list(),
                            "Switches that the node controls.",
                            NodeView::devices)
                    .end();

    private NodeJson() {}

    /** Nodes as an array, in the same order. */
    public static ArrayNode nodes(List<NodeView> nodes) {
        return NODE.writeAll(nodes);
    }
}
