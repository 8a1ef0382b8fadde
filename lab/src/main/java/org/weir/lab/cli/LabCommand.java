// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir lab}: experiments in virtual time. */
@Command(
        name = "weir lab",
        mixinStandardHelpOptions = true,
        description = "Runs experiments in virtual time and compares them with published results.",
        subcommands = {
            LabListCommand.class,
            LabRunCommand.class,
            LabNetworkCommand.class,
            LabReportCommand.class,
            LabCompareCommand.class
        })
public final class LabCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "give list, run, compare, network or report");
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new LabCommand(), arguments));
    }
}
