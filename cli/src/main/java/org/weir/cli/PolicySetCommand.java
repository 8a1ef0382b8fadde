// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.app.WeirService;
import org.weir.app.change.Plan;
import org.weir.app.change.RunningPolicy;
import org.weir.app.json.ChangeJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.ChangeText;

/** Shell command that replaces the policy by that of a file, or plans to. */
@Service
@Command(
        scope = "onos",
        name = "weir-policy-set",
        description = "Replaces the whole policy by that of a file, or makes a plan of it")
public final class PolicySetCommand extends WeirCommand {

    @Argument(
            name = "file",
            description = "file with the policy as JSON, on the machine of this ONOS node",
            required = true)
    private String file;

    @Option(name = "--plan", description = "Makes a plan of the policy; nothing that runs changes")
    private boolean isPlan;

    @Reference private Session session;

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        ObjectNode policy = PolicyFile.read(file);
        if (!isPlan) {
            RunningPolicy own = weir.setPolicy(policy, ShellUser.edit(session, "policy replaced"));
            ChangeText.inForce(own.version(), weir.changes().version())
                    .forEach(line -> print("%s", line));
            return;
        }
        Plan plan = weir.changes().plan(policy, ShellUser.edit(session, "planned"));
        if (outputJson()) {
            print("%s", ChangeJson.PLAN.write(plan));
            return;
        }
        ChangeText.plan(plan).forEach(line -> print("%s", line));
    }
}
