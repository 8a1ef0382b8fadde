// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.agents;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.WeirService;
import org.weir.cli.completion.AgentCompleter;

/** Shell command that registers the agent of a host. */
@Service
@Command(
        scope = "onos",
        name = "weir-agent-set",
        description = "Registers the agent of a host: the host gets feedback until the lease ends")
public final class AgentSetCommand extends AbstractShellCommand {

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
        get(WeirService.class).registerAgent(address, leaseSeconds);
        print("%s gets feedback for %d s", address, leaseSeconds);
    }
}
