// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.NUMBER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import org.weir.app.AgentView;
import org.weir.app.shape.JsonShape;

/** Hosts with an agent as JSON, the same for REST and the ONOS shell. */
public final class AgentJson {

    private static final double MS_PER_SECOND = 1000;

    /** A host. */
    public static final JsonShape<AgentView> AGENT =
            JsonShape.<AgentView>named("Agent")
                    .field(
                            "address",
                            STRING.example("10.0.0.1"),
                            "IPv4 or IPv6 address of the host.",
                            AgentView::address)
                    .field(
                            "byPolicy",
                            BOOLEAN,
                            "True if the policy's agents contains the address, so that the host"
                                    + " gets feedback without a registration.",
                            AgentView::byPolicy)
                    .field(
                            "leaseSeconds",
                            NUMBER.orNull(),
                            "Time until the registration of its agent ends, s; null if none is "
                                    + "registered.",
                            agent ->
                                    agent.leaseMs().isPresent()
                                            ? agent.leaseMs().getAsLong() / MS_PER_SECOND
                                            : null)
                    .field(
                            "device",
                            STRING.orNull(),
                            "Switch where the host is and feedback is enabled for it; null if no "
                                    + "switch has seen the host.",
                            agent -> agent.device().orElse(null))
                    .end();

    private AgentJson() {}

    /** Hosts as an array, in the same order. */
    public static ArrayNode agents(List<AgentView> agents) {
        return AGENT.writeAll(agents);
    }
}
