// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.LoopView;
import org.weir.app.json.LoopJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.LoopText;

/** Shows how long the control loop takes from a measurement to confirmed settings. */
@Service
@Command(
        scope = "onos",
        name = "weir-loop",
        description = "Shows the time from a measurement of changed load to confirmed settings")
public final class LoopCommand extends WeirCommand {

    @Option(
            name = "--after",
            description = "leaves out the first so many confirmed settings (default: 0)")
    private long after;

    @Override
    protected void doExecute() {
        if (after < 0) {
            throw new IllegalArgumentException("--after: must be at least 0, is " + after);
        }
        LoopView loop = weir().loop(after);
        if (outputJson()) {
            print("%s", LoopJson.loop(loop));
            return;
        }
        LoopText.lines(loop).forEach(line -> print("%s", line));
    }
}
