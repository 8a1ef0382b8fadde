// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.cli.base.WeirCommand;

/** Shell command that ends a freeze. */
@Service
@Command(
        scope = "onos",
        name = "weir-unfreeze",
        description = "Ends a freeze: the control loop installs settings again")
public final class UnfreezeCommand extends WeirCommand {

    @Reference private Session session;

    @Override
    protected void doExecute() {
        weir().setFrozen(false, ShellUser.edit(session, ""));
        print("settings are not frozen");
    }
}
