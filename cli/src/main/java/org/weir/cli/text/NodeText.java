// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.List;
import org.weir.app.ControlledDevice;
import org.weir.app.NodeView;

/** Nodes as text for the shell: a line for each switch that a node controls. */
public final class NodeText {

    private static final String NONE = "-";

    private NodeText() {}

    /**
     * A heading and one line per node and switch.
     *
     * @param nodes the nodes
     * @return the lines
     */
    public static List<String> lines(List<NodeView> nodes) {
        TextTable table =
                new TextTable(
                        "node", "state", "device", "since", "term", "ports", "adopted", "step");
        for (NodeView node : nodes) {
            String state = node.isReady() ? "ready" : "lost";
            if (node.devices().isEmpty()) {
                table.row(node.id(), state, NONE, NONE, NONE, NONE, NONE, NONE);
            }
            for (ControlledDevice device : node.devices()) {
                table.row(
                        node.id(),
                        state,
                        device.device(),
                        UtcTime.text(device.sinceMs()),
                        Long.toString(device.term()),
                        Integer.toString(device.ports()),
                        Integer.toString(device.adoptedPorts()),
                        step(device));
            }
        }
        return table.lines();
    }

    /** The last step of the takeover that is done. */
    private static String step(ControlledDevice device) {
        if (device.isFirstRoundDone()) {
            return device.isRulesReconciled() ? "in control" : "first round done";
        }
        if (device.isRulesReconciled()) {
            return "rules reconciled";
        }
        return device.isRulesRead() ? "rules read" : "connected";
    }
}
