// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.List;
import org.weir.lab.network.NetworkSpec;
import org.weir.runner.InputException;
import org.weir.runner.host.HostAgents;
import org.weir.runner.host.HostNamespaces;
import org.weir.runner.onos.OnosFile;

/** Kinds of hosts that {@code weir up} runs: the values of {@code --hosts}. */
enum HostChoice {
    /** Hosts of this process, which send the network's flows and obey feedback. */
    IN_PROCESS,

    /** Network namespaces, for programs of this machine; they have no agent. */
    NAMESPACES,

    /** Network namespaces with an agent each, which makes programs obey feedback. */
    NAMESPACES_WITH_AGENTS;

    /** The value for hosts of this process. */
    static final String SIMULATED = "simulated";

    private static final String NETNS = "netns";

    /**
     * Reads the value and checks that what it asks for is there.
     *
     * @param agents true if {@code --agents} is given
     */
    static HostChoice parse(String text, boolean agents, NetworkSpec network)
            throws InputException {
        switch (text) {
            case SIMULATED:
                if (agents) {
                    throw new InputException(
                            "--agents: needs --hosts netns; simulated hosts obey feedback"
                                    + " themselves");
                }
                return IN_PROCESS;
            case NETNS:
                HostNamespaces.check(network.hosts());
                if (agents) {
                    HostAgents.check();
                    return NAMESPACES_WITH_AGENTS;
                }
                return NAMESPACES;
            default:
                throw new InputException(
                        "--hosts: must be "
                                + SIMULATED
                                + " or "
                                + NETNS
                                + ", not \""
                                + text
                                + "\"");
        }
    }

    /** True if hosts are network namespaces. */
    boolean areNamespaces() {
        return this != IN_PROCESS;
    }

    /** The network with the flows that its hosts send. */
    NetworkSpec applyTo(NetworkSpec network) {
        return areNamespaces() ? network.withFlows(List.of()) : network;
    }

    /** The configuration with what the edge of the network believes of the hosts. */
    OnosFile applyTo(OnosFile configuration, NetworkSpec network) {
        return configuration.withEdge(this == NAMESPACES ? List.of() : network.hosts());
    }
}
