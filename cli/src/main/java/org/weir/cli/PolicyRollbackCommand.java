// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.RunningPolicy;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.VersionCompleter;
import org.weir.cli.text.ChangeText;

/** Puts an earlier version of the policy in force again. */
@Service
@Command(
        scope = "onos",
        name = "weir-policy-rollback",
        description = "Puts an earlier version of Weir's policy into force again, as a new version")
public final class PolicyRollbackCommand extends WeirCommand {

    @Argument(name = "version", description = "number of the earlier version", required = true)
    @Completion(VersionCompleter.class)
    private long version;

    @Reference private Session session;

    @Override
    protected void doExecute() {
        PolicyChanges changes = weir().changes();
        RunningPolicy own =
                changes.rollBack(
                        version, ShellUser.edit(session, "rolled back to version " + version));
        ChangeText.inForce(own.version(), changes.version()).forEach(line -> print("%s", line));
    }
}
