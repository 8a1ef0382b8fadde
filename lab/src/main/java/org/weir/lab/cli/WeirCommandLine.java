// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import picocli.CommandLine;

/** How Weir's commands read their command lines. */
public final class WeirCommandLine {
    private WeirCommandLine() {}

    /**
     * Runs a command; a wrong command line is told in one line and a hint, with exit code 2.
     *
     * @param command an object annotated as a picocli command
     * @return the exit code
     */
    public static int execute(Object command, String... arguments) {
        CommandLine commandLine = new CommandLine(command);
        commandLine.setParameterExceptionHandler(
                (exception, given) -> {
                    CommandLine failed = exception.getCommandLine();
                    String name = failed.getCommandSpec().qualifiedName();
                    failed.getErr().println(name + ": " + exception.getMessage());
                    failed.getErr().println("see " + name + " --help");
                    return failed.getCommandSpec().exitCodeOnInvalidInput();
                });
        return commandLine.execute(arguments);
    }
}
