// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import org.weir.bmv2.cli.WeirVersion;
import picocli.CommandLine;

/** Command-line parser of Weir's commands. */
public final class WeirCommandLine {
    private WeirCommandLine() {}

    /**
     * Runs a command; a wrong command line is reported in one line and a hint, with exit code 2.
     *
     * @param command an object annotated as a picocli command
     * @return the exit code
     */
    public static int execute(Object command, String... arguments) {
        return of(command).execute(arguments);
    }

    /** The command, with its version and with our way to tell what is wrong. */
    static CommandLine of(Object command) {
        CommandLine commandLine = new CommandLine(command);
        giveVersion(commandLine);
        commandLine.setParameterExceptionHandler(
                (exception, given) -> {
                    CommandLine failed = exception.getCommandLine();
                    String name = failed.getCommandSpec().qualifiedName();
                    failed.getErr().println(name + ": " + exception.getMessage());
                    failed.getErr().println("see " + name + " --help");
                    return failed.getCommandSpec().exitCodeOnInvalidInput();
                });
        return commandLine;
    }

    private static void giveVersion(CommandLine commandLine) {
        commandLine.getCommandSpec().versionProvider(new WeirVersion());
        commandLine.getSubcommands().values().forEach(WeirCommandLine::giveVersion);
    }
}
