// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.plans;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.app.change.Plan;
import org.weir.cli.ShellUser;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.PlanCompleter;

/** Ends a canary. */
@Service
@Command(
        scope = "onos",
        name = "weir-plan-rollback",
        description = "Gives the ports of a canary the policy of the other ports again")
public final class PlanRollbackCommand extends WeirCommand {

    @Argument(name = "plan", description = "number of the plan", required = true)
    @Completion(PlanCompleter.class)
    private long number;

    @Reference private Session session;

    @Override
    protected void doExecute() {
        Plan plan =
                weir().changes()
                        .endCanary(
                                number,
                                ShellUser.edit(session, "canary of plan " + number + " ended"));
        print("plan %d is %s", number, plan.state().word());
    }
}
