// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.ClassChange;
import org.weir.app.ClassChange.Target;
import org.weir.app.ClassView;
import org.weir.app.WeirService;

/** Changes what a traffic class is promised. */
@Service
@Command(
        scope = "onos",
        name = "weir-class-set",
        description = "Changes the targets or the importance of one of Weir's traffic classes")
public final class ClassSetCommand extends AbstractShellCommand {

    @Argument(index = 0, name = "class", description = "name of the class", required = true)
    @Completion(ClassCompleter.class)
    private String name;

    @Option(name = "--delay-ms", description = "largest mean queueing delay, ms; none: no target")
    private String delayMs;

    @Option(
            name = "--p99-delay-ms",
            description = "largest 99th percentile of the queueing delay, ms; none: no target")
    private String p99DelayMs;

    @Option(
            name = "--jitter-ms",
            description = "largest standard deviation of the queueing delay, ms; none: no target")
    private String jitterMs;

    @Option(
            name = "--loss",
            description = "largest dropped share of the packets, 0..1; none: no target")
    private String lossFraction;

    @Option(
            name = "--min-rate",
            description = "rate served whenever it is offered, bit/s; none: no target")
    private String minRateBps;

    @Option(
            name = "--max-rate",
            description = "rate above which senders are slowed down, bit/s; none: no limit")
    private String maxRateBps;

    @Option(name = "--importance", description = "relative importance, greater than 0")
    private String importance;

    @Override
    protected void doExecute() {
        ClassChange change = change();
        if (change.isEmpty()) {
            throw new IllegalArgumentException(
                    "class: name at least one of --delay-ms, --p99-delay-ms, --jitter-ms, --loss,"
                            + " --min-rate, --max-rate, --importance");
        }
        ClassView changed = get(WeirService.class).setClass(name, change);
        ClassText.lines(List.of(changed)).forEach(line -> print("%s", line));
    }

    private ClassChange change() {
        ClassChange change = ClassChange.none();
        change = TargetOption.add(change, Target.DELAY_MS, delayMs);
        change = TargetOption.add(change, Target.P99_DELAY_MS, p99DelayMs);
        change = TargetOption.add(change, Target.JITTER_MS, jitterMs);
        change = TargetOption.add(change, Target.LOSS_FRACTION, lossFraction);
        change = TargetOption.add(change, Target.MIN_RATE_BPS, minRateBps);
        change = TargetOption.add(change, Target.MAX_RATE_BPS, maxRateBps);
        return importance == null
                ? change
                : change.withImportance(TargetOption.number("importance", importance));
    }
}
