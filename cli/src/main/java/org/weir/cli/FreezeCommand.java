// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.app.change.Freeze;
import org.weir.cli.base.WeirCommand;

/** Shell command that freezes the settings. */
@Service
@Command(
        scope = "onos",
        name = "weir-freeze",
        description =
                "Freezes the settings: no weights, thresholds, limits and target rates are"
                        + " installed")
public final class FreezeCommand extends WeirCommand {

    @Argument(index = 0, name = "reason", description = "text for the record, in quotes")
    private String reason = "";

    @Reference private Session session;

    @Override
    protected void doExecute() {
        Optional<Freeze> already = weir().setFrozen(true, ShellUser.edit(session, reason));
        print("%s", already.map(one -> one.alreadyText(reason)).orElse("settings are frozen"));
    }
}
