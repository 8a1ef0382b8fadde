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
import org.weir.app.ClassView;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.ClassText;

/** Changes what a traffic class is promised. */
@Service
@Command(
        scope = "onos",
        name = "weir-class-set",
        description = "Changes the targets or the importance of one of Weir's traffic classes")
public final class ClassSetCommand extends WeirCommand {

    @Argument(index = 0, name = "class", description = "name of the class", required = true)
    @Completion(ClassCompleter.class)
    private String name;

    @Argument(
            index = 1,
            name = "change",
            description =
                    "--delay-ms MS, --p99-delay-ms MS, --jitter-ms MS (mean, 99th percentile and"
                            + " standard deviation of the queueing delay), --loss FRACTION,"
                            + " --min-rate BPS, --max-rate BPS, --importance NUMBER; 'none'"
                            + " instead of a number removes the target",
            multiValued = true)
    @Completion(ClassOptionCompleter.class)
    private List<String> options;

    @Reference private Session session;

    @Override
    protected void doExecute() {
        ClassChange change = ClassOptions.parse(options);
        ClassView changed =
                weir().setClass(
                                name,
                                change,
                                ShellUser.edit(session, "class " + name + " changed"));
        ClassText.lines(List.of(changed)).forEach(line -> print("%s", line));
    }
}
