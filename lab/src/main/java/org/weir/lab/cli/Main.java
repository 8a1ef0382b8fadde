// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import org.weir.lab.up.Up;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands of the lab: {@code up} and {@code lab}. */
@Command(
        name = "weir",
        mixinStandardHelpOptions = true,
        subcommands = {Up.class, LabCommand.class},
        description = "QoS for P4 networks, on this machine.")
public final class Main implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    /** A command line whose errors are one line and a hint, with exit code 2. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.setParameterExceptionHandler(
                (exception, arguments) -> {
                    CommandLine failed = exception.getCommandLine();
                    String name = failed.getCommandSpec().qualifiedName();
                    failed.getErr().println(name + ": " + exception.getMessage());
                    failed.getErr().println("see " + name + " --help");
                    return failed.getCommandSpec().exitCodeOnInvalidInput();
                });
        return commandLine;
    }

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }
}
