// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.app.ClassChange;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;
import org.weir.app.change.Plan;
import org.weir.app.change.RunningPolicy;
import org.weir.app.json.ChangeJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.ChangeText;

/** Tries a change of a class on paper. */
@Service
@Command(
        scope = "onos",
        name = "weir-plan",
        description = "Shows the predicted effect of a change of a class, and stores it as a plan")
public final class PlanCommand extends WeirCommand {

    @Argument(index = 0, name = "class", description = "name of the class", required = true)
    @Completion(ClassCompleter.class)
    private String name;

    @Argument(
            index = 1,
            name = "change",
            description = "the change, as weir-class-set takes it",
            multiValued = true)
    @Completion(ClassOptionCompleter.class)
    private List<String> options;

    @Reference private Session session;

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        ClassChange change = ClassOptions.parse(options);
        RunningPolicy running = weir.runningPolicy().orElseThrow(PlanCommand::withoutPolicy);
        Plan plan =
                weir.changes()
                        .plan(
                                change.in(running.document(), name),
                                running.edit(ShellUser.edit(session, "planned")));
        if (outputJson()) {
            print("%s", ChangeJson.PLAN.write(plan));
            return;
        }
        ChangeText.plan(plan).forEach(line -> print("%s", line));
    }

    private static RejectedException withoutPolicy() {
        return new RejectedException(RejectedException.Reason.UNAVAILABLE, "no policy is in force");
    }
}
