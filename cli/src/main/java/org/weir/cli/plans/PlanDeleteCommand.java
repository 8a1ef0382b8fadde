// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.plans;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.PlanCompleter;

/** Shell command that deletes a plan. */
@Service
@Command(
        scope = "onos",
        name = "weir-plan-delete",
        description = "Deletes a plan; does nothing if there is none with this number")
public final class PlanDeleteCommand extends WeirCommand {

    @Argument(name = "plan", description = "number of the plan", required = true)
    @Completion(PlanCompleter.class)
    private long number;

    @Override
    protected void doExecute() {
        weir().changes().forget(number);
        print("there is no plan %d any more", number);
    }
}
