// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.LoopView;
import org.weir.app.WeirService;
import org.weir.app.json.LoopJson;
import org.weir.cli.text.LoopText;

/** Shows how long the control loop takes from a measurement to confirmed settings. */
@Service
@Command(
        scope = "onos",
        name = "weir-loop",
        description = "Shows the time from a measurement of changed load to confirmed settings")
public final class LoopCommand extends AbstractShellCommand {

    @Override
    protected void doExecute() {
        LoopView loop = get(WeirService.class).loop(0);
        if (outputJson()) {
            print("%s", LoopJson.loop(loop));
            return;
        }
        LoopText.lines(loop).forEach(line -> print("%s", line));
    }
}
