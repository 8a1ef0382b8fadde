// SPDX-License-Identifier: Apache-2.0
package org.weir.bench;

import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir bench jmh}: runs the micro-benchmarks. */
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        description =
                "Runs micro-benchmarks with JMH; prints time, processor time and bytes allocated per operation.")
public final class JmhCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Option(names = "--list", description = "Only lists the benchmarks.")
    private boolean list;

    @Parameters(
            arity = "0..*",
            paramLabel = "REGEX|-OPTION",
            description =
                    "Benchmarks to run (default: all). JMH's own options may follow after --, such"
                            + " as -- -f 1 -wi 3.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() throws RunnerException {
        CommandLineOptions given;
        try {
            given = new CommandLineOptions(arguments.toArray(String[]::new));
        } catch (CommandLineOptionException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .parent(given)
                        .shouldFailOnError(true)
                        .addProfiler(GCProfiler.class)
                        .addProfiler(CpuTimeProfiler.class);
        Runner runner = new Runner(options.build());
        if (list) {
            runner.list();
        } else {
            runner.run();
        }
        return 0;
    }
}
