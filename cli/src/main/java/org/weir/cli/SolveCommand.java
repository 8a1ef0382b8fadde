// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.DecisionView;
import org.weir.app.SolveReport;
import org.weir.app.json.DecisionJson;
import org.weir.cli.base.WeirCommand;

/** Shell command that solves now and prints the decisions with their reasons. */
@Service
@Command(
        scope = "onos",
        name = "weir-solve",
        description = "Measures, solves and installs now, and explains each decision")
public final class SolveCommand extends WeirCommand {

    @Override
    protected void doExecute() {
        SolveReport report = weir().solveNow();
        if (outputJson()) {
            print("%s", DecisionJson.report(report));
            return;
        }
        report.decisions().forEach(this::explain);
        print("%d ports solved in %.1f ms", report.decisions().size(), report.solveMs());
    }

    private void explain(DecisionView decision) {
        print(
                "%s/%d  %s, %s",
                decision.device(),
                decision.port(),
                decision.installed() ? "new settings" : "settings stay",
                decision.feasible()
                        ? "all targets are expected to be met"
                        : "some targets may be missed");
        decision.explanation().forEach(line -> print("  %s", line));
    }
}
