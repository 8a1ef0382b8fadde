// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir lab list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the experiments and schemes, or the cases and parameters of one.")
final class LabListCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "Experiment whose cases and parameters are listed.")
    private String id;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (id == null) {
            for (Experiment experiment : Experiments.all()) {
                out.printf(Locale.ROOT, "%-16s %s%n", experiment.id(), experiment.title());
            }
            out.println();
            Schemes.all().forEach(scheme -> print(scheme, out));
            Schemes.overTcp().forEach(scheme -> print(scheme, out));
        } else {
            print(LabRunCommand.experiment(spec, id), out);
        }
        out.flush();
        return 0;
    }

    private static void print(Scheme scheme, PrintWriter out) {
        out.printf(Locale.ROOT, "%-18s %s%n", scheme.name(), scheme.title());
        out.printf(Locale.ROOT, "%-18s senders %s%n", "", scheme.senders());
    }

    private static void print(Experiment experiment, PrintWriter out) {
        out.println(experiment.source() + ": " + experiment.title());
        for (Case one : experiment.cases()) {
            out.printf("%n%s%n", one.label());
            for (Parameter parameter :
                    Runner.declared(experiment.scenario(), Schemes.named(one.scheme()))
                            .with(one.settings())
                            .declared()) {
                out.printf(
                        Locale.ROOT,
                        "  %-20s %12s %-8s %s (%s to %s; %s)%n",
                        parameter.name(),
                        Parameter.text(
                                one.settings().getOrDefault(parameter.name(), parameter.normal())),
                        parameter.unit(),
                        parameter.meaning(),
                        Parameter.text(parameter.min()),
                        Parameter.text(parameter.max()),
                        parameter.source());
            }
        }
    }

    /** For the parser. */
    LabListCommand() {}

    static ParameterException unknown(CommandSpec spec, String id) {
        return new ParameterException(
                spec.commandLine(), "no experiment is named \"" + id + "\"; lab list names them");
    }
}
