// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.nio.file.Path;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.lab.plugin.Plugins;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
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
            LabCompareCommand.class,
            LabClassPathCommand.class
        })
public final class LabCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Option(
            names = "--plugin",
            paramLabel = "JAR",
            scope = ScopeType.INHERIT,
            description =
                    "Also has the schemes and TCP congestion controls of this jar (docs/tutorial-own-scheme.md).")
    private void plugin(Path jar) {
        try {
            Plugins.load(jar);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--plugin: " + e.getMessage(), e);
        }
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "give list, run, compare, network, report or class-path");
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new LabCommand(), arguments));
    }
}
