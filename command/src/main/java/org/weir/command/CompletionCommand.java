// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import org.weir.bmv2.cli.WeirCommandLine;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir completion}: a script with which bash and zsh complete the commands of ./weir. */
@Command(
        name = "weir completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script with which bash and zsh complete commands and options.",
        footerHeading = "%nExample, for the shell that you use now:%n",
        footer = "  source <(./weir completion)")
public final class CompletionCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().print(script());
        spec.commandLine().getOut().flush();
    }

    /** The script. */
    static String script() {
        return AutoComplete.bash("weir", WeirCommands.all());
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new CompletionCommand(), arguments));
    }
}
