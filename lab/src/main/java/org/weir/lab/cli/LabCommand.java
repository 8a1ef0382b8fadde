// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Experiments;
import org.weir.lab.experiment.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir lab}: published experiments, run again in virtual time. */
@Command(
        name = "weir lab",
        mixinStandardHelpOptions = true,
        description = "Runs published experiments again, in virtual time.")
public final class LabCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "give list or run");
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the experiments.")
    int list() {
        PrintWriter out = spec.commandLine().getOut();
        for (Experiment experiment : Experiments.all()) {
            out.printf(Locale.ROOT, "%-20s %s%n", experiment.id(), experiment.title());
        }
        out.flush();
        return 0;
    }

    @Command(
            name = "run",
            mixinStandardHelpOptions = true,
            description = "Runs an experiment; prints what was published beside what is measured.")
    int run(
            @Parameters(paramLabel = "ID", description = "As lab list prints it.") String id,
            @Option(
                            names = "--seed",
                            defaultValue = "1",
                            description = "Of all random numbers (default: ${DEFAULT-VALUE}).")
                    long seed) {
        Experiment experiment =
                Experiments.find(id)
                        .orElseThrow(
                                () ->
                                        new ParameterException(
                                                spec.commandLine(),
                                                "no experiment is named \""
                                                        + id
                                                        + "\"; lab list names them"));
        PrintWriter out = spec.commandLine().getOut();
        Result result = experiment.run(seed);
        out.println(experiment.title());
        out.println(result.conditions());
        out.printf(Locale.ROOT, "%-28s %10s %10s %8s%n", "", "published", "measured", "ratio");
        for (Result.Row row : result.rows()) {
            out.printf(
                    Locale.ROOT,
                    "%-28s %10.3f %10.3f %8.3f %s%n",
                    row.quantity(),
                    row.published(),
                    row.measured(),
                    row.measured() / row.published(),
                    row.unit());
        }
        out.flush();
        return 0;
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new LabCommand(), arguments));
    }
}
