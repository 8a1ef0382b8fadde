// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onlab.packet.IpAddress;
import org.weir.app.AgentView;
import org.weir.app.WeirService;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.AgentCompleter;

/** Shell command that registers the agent of a host. */
@Service
@Command(
        scope = "onos",
        name = "weir-agent-set",
        description = "Registers the agent of a host: the host gets feedback until the lease ends")
public final class AgentSetCommand extends WeirCommand {

    @Argument(index = 0, name = "address", description = "address of the host", required = true)
    @Completion(AgentCompleter.class)
    private String address;

    @Argument(
            index = 1,
            name = "lease",
            description = "seconds until the registration ends, 5 to 3600",
            required = true)
    private int leaseSeconds;

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        weir.registerAgent(address, leaseSeconds);
        print("%s", text(address, leaseSeconds, weir.agents()));
    }

    /**
     * The effect of a registration, as one sentence.
     *
     * @param agents all agents, this one among them
     */
    static String text(String address, int leaseSeconds, List<AgentView> agents) {
        IpAddress host = IpAddress.valueOf(address);
        String text = address + " is registered for " + leaseSeconds + " s";
        for (AgentView agent : agents) {
            if (IpAddress.valueOf(agent.address()).equals(host)) {
                return text
                        + (agent.device().isEmpty()
                                ? "; ONOS knows no host with this address, so no switch sends it"
                                        + " feedback yet"
                                : agent.byPolicy()
                                        ? "; by the policy it gets feedback after that, too"
                                        : "; it gets feedback until then");
            }
        }
        return text;
    }
}
