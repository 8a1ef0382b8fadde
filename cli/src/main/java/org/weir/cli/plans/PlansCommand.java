// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.plans;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.RejectedException;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyChanges;
import org.weir.app.json.ChangeJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.PlanCompleter;
import org.weir.cli.text.ChangeText;

/** Shows plans. */
@Service
@Command(
        scope = "onos",
        name = "weir-plans",
        description = "Shows the plans for Weir's policy, or one of them")
public final class PlansCommand extends WeirCommand {

    @Argument(name = "plan", description = "number of a plan; without it, all are listed")
    @Completion(PlanCompleter.class)
    private long number;

    @Override
    protected void doExecute() {
        PolicyChanges changes = weir().changes();
        if (number != 0) {
            Plan plan = changes.plan(number).orElseThrow(this::unknown);
            if (outputJson()) {
                print("%s", ChangeJson.PLAN.write(plan));
            } else {
                ChangeText.plan(plan).forEach(line -> print("%s", line));
            }
        } else if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("plans", ChangeJson.PLAN_SUMMARY.writeAll(changes.plans()));
            print("%s", node);
        } else {
            ChangeText.plans(changes.plans()).forEach(line -> print("%s", line));
        }
    }

    private RejectedException unknown() {
        return new RejectedException(
                RejectedException.Reason.UNKNOWN, "there is no plan " + number);
    }
}
