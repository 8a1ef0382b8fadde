// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.plans;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.app.change.Canary;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyChanges;
import org.weir.cli.PortCompleter;
import org.weir.cli.ShellUser;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.PlanCompleter;

/** Puts a plan in force. */
@Service
@Command(
        scope = "onos",
        name = "weir-plan-apply",
        description = "Puts a plan for Weir's policy into force")
public final class PlanApplyCommand extends WeirCommand {

    @Option(
            name = "--guard",
            description =
                    "duration of the guard in seconds, 20 to 3600: it restores the previous policy"
                            + " if targets are missed more often than before; 0 for no guard")
    private int guardSeconds;

    @Option(
            name = "--ports",
            description =
                    "ports that get the plan first, such as device:s1/4, separated by commas"
                            + " (canary); without it, all ports get the plan")
    @Completion(PortCompleter.class)
    private String ports;

    @Argument(name = "plan", description = "number of the plan", required = true)
    @Completion(PlanCompleter.class)
    private long number;

    @Reference private Session session;

    @Override
    protected void doExecute() {
        PolicyChanges changes = weir().changes();
        Edit edit = ShellUser.edit(session, "plan " + number + " applied");
        Plan plan =
                ports == null
                        ? changes.apply(number, guardSeconds, edit)
                        : changes.applyTo(number, Canary.ports(ports), guardSeconds, edit);
        print(
                "plan %d is %s, version %d is in force",
                number, plan.state().word(), changes.version());
        plan.canary()
                .filter(canary -> plan.state() == Plan.State.CANARY)
                .ifPresent(canary -> print("ports with the plan: %s", canary.text()));
    }
}
