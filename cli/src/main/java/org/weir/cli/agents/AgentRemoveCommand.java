// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.AgentCompleter;

/** Shell command that ends the registration of a host's agent. */
@Service
@Command(
        scope = "onos",
        name = "weir-agent-remove",
        description = "Ends the registration of a host's agent, if there is one")
public final class AgentRemoveCommand extends WeirCommand {

    @Argument(index = 0, name = "address", description = "address of the host", required = true)
    @Completion(AgentCompleter.class)
    private String address;

    @Override
    protected void doExecute() {
        weir().removeAgent(address);
        print("%s has no registered agent", address);
    }
}
