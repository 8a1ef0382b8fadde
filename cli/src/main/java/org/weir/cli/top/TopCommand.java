// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.top;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.weir.cli.PortCompleter;
import org.weir.cli.PortSelection;
import org.weir.cli.base.WeirCommand;

/** Shell command that follows the queues live, worst first. */
@Service
@Command(
        scope = "onos",
        name = "weir-top",
        description = "Follows the queues of Weir's ports live, worst first; Ctrl-C ends it")
public final class TopCommand extends WeirCommand {
    private static final int OTHER_LINES = 5;
    private static final int FEWEST_QUEUES = 5;
    private static final long MS_PER_SECOND = 1000;

    @Argument(index = 0, name = "port", description = "device, or device/port (default: all ports)")
    @Completion(PortCompleter.class)
    private String port;

    @Option(
            name = "--rounds",
            description = "ends after so many rounds (default: 0, Ctrl-C ends it)")
    private int rounds;

    @Option(name = "--interval", description = "seconds between two rounds, 1 to 3600 (default: 2)")
    private int intervalSeconds = 2;

    @Option(
            name = "--queues",
            description = "most queues in a round (default: 0, what the terminal has room for)")
    private int queues;

    @Option(name = "--all", description = "also shows queues without traffic")
    private boolean all;

    @Option(
            name = "--plain",
            description = "shows all queues and never clears the screen, as for a pipe to grep")
    private boolean plain;

    @Reference private Session session;

    @Override
    protected void doExecute() {
        check("--rounds", rounds, 0, Integer.MAX_VALUE);
        check("--interval", intervalSeconds, 1, 3600);
        check("--queues", queues, 0, Integer.MAX_VALUE);
        PortSelection selection = PortSelection.parse(port);
        selection.of(weir());
        // In a pipe the session's terminal is there too, and does not get the text.
        boolean hasScreen = !plain && session != null && session.getTerminal() != null;
        int height = hasScreen ? height() : 0;
        new Rounds(
                        () -> new TopTable(selection.of(weir()), weir().classes()),
                        text -> print("%s", text),
                        System::nanoTime,
                        () -> Thread.sleep(intervalSeconds * MS_PER_SECOND))
                .run(rounds, height > 0, most(height), all);
    }

    private int height() {
        return session.getTerminal().getHeight();
    }

    private int most(int height) {
        if (queues > 0) {
            return queues;
        }
        return height > 0 ? Math.max(FEWEST_QUEUES, height - OTHER_LINES) : Integer.MAX_VALUE;
    }

    private static void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    most == Integer.MAX_VALUE
                            ? option + ": must be at least " + least + ", is " + value
                            : option + ": must be " + least + " to " + most + ", is " + value);
        }
    }
}
