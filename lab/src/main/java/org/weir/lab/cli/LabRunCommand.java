// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.weir.control.cli.FileFault;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.experiment.run.Estimate;
import org.weir.lab.experiment.run.Result;
import org.weir.lab.experiment.run.ResultFiles;
import org.weir.lab.experiment.run.RunObserver;
import org.weir.lab.experiment.run.Runner;
import org.weir.lab.experiment.run.Verdict;
import org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider;
import org.weir.lab.host.transport.tcp.congestion.CongestionControls;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir lab run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs experiments over seeds, and prints published and measured values.")
final class LabRunCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final String PAPERS = "papers";
    private static final String TCP = "tcp:";
    private static final String TCP_PARAMETER = "tcp";

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "ID",
            description =
                    "Experiments by their ids in lab list; papers: all but those over TCP and the"
                            + " data centre's; or all.")
    private List<String> ids;

    @Option(
            names = "--scheme",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Only these schemes, including schemes that the experiment does not name"
                            + " (default: all of the experiment's).")
    private Set<String> schemes = new LinkedHashSet<>();

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A parameter's value; lab list ID names them.")
    private Map<String, Double> settings = new LinkedHashMap<>();

    @Option(
            names = "--transport",
            paramLabel = "TRANSPORT",
            description =
                    "Senders of TCP instead of the scheme's in the data centre's experiments:"
                            + " tcp:reno, tcp:cubic, tcp:reno-linux, tcp:cubic-linux, tcp:dctcp, tcp:prague, tcp:bbr or one of a plugin.")
    private String transport;

    @Option(
            names = "--seeds",
            defaultValue = "1",
            paramLabel = "N",
            description = "Runs of each case (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "SEED",
            description =
                    "Seed of the first run; the next runs count on (default: ${DEFAULT-VALUE}).")
    private long firstSeed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Number of concurrent runs (default: the processors); does not change"
                            + " results.")
    private int threads = RunCounts.defaultThreads();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Writes DIR/ID/result.json and the series.")
    private Path out;

    @Mixin private TraceOptions trace;

    private void chooseTransport(List<Experiment> experiments) {
        if (!transport.startsWith(TCP)) {
            throw new ParameterException(
                    spec.commandLine(), "--transport must be tcp:…, not \"" + transport + "\"");
        }
        for (Experiment experiment : experiments) {
            if (experiment.scenario().parameters().stream()
                    .noneMatch(one -> one.name().equals(TCP_PARAMETER))) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--transport: "
                                + experiment.id()
                                + " has no TCP senders; leave out --transport");
            }
        }
        try {
            CongestionControlProvider one =
                    CongestionControls.named(transport.substring(TCP.length()));
            settings.put(TCP_PARAMETER, CongestionControls.all().indexOf(one) + 1.0);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--transport tcp: " + e.getMessage(), e);
        }
    }

    @Override
    public Integer call() {
        List<Long> numbers;
        try {
            numbers = RunCounts.seeds(firstSeed, seeds);
            RunCounts.checkThreads(threads);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        List<Experiment> experiments = new ArrayList<>();
        for (String id : ids) {
            if (id.equals(ALL)) {
                experiments.addAll(Experiments.all());
            } else if (id.equals(PAPERS)) {
                experiments.addAll(Experiments.ofPapers());
            } else {
                experiments.add(experiment(spec, id));
            }
        }
        if (transport != null) {
            chooseTransport(experiments);
        }
        refuseFileAsOut(experiments);
        RunProgress progress = RunProgress.onStandardError(spec.commandLine().getErr());
        try (Runner runner = new Runner(threads, observer(progress, experiments))) {
            trace.check();
            List<Supplier<Result>> results = new ArrayList<>();
            for (Experiment experiment : experiments) {
                results.add(runner.start(experiment, schemes, settings, numbers));
            }
            prepare(experiments);
            for (Supplier<Result> waiting : results) {
                Result result = waiting.get();
                progress.clear();
                print(result);
                write(result);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new ParameterException(
                    spec.commandLine(), "--trace: cannot write: " + FileFault.of(e.getCause()), e);
        } finally {
            progress.clear();
        }
        return 0;
    }

    /** Before a run starts, and without writing: the experiments' settings are not checked yet. */
    private void refuseFileAsOut(List<Experiment> experiments) {
        if (out == null) {
            return;
        }
        List<Path> folders = new ArrayList<>(List.of(out));
        experiments.forEach(one -> folders.add(out.resolve(one.id())));
        for (Path folder : folders) {
            if (Files.exists(folder) && !Files.isDirectory(folder)) {
                throw new ParameterException(
                        spec.commandLine(), "--out: " + folder + ": is a file, not a folder");
            }
        }
    }

    /** Runs may take hours; so a path that cannot be written is reported before them. */
    private void prepare(List<Experiment> experiments) {
        if (out == null) {
            return;
        }
        try {
            for (Experiment experiment : experiments) {
                ResultFiles.prepare(experiment, out);
            }
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private void write(Result result) {
        if (out == null) {
            return;
        }
        try {
            ResultFiles.write(result, out);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private ParameterException cannotWrite(IOException e) {
        return new ParameterException(
                spec.commandLine(), "--out: cannot write " + out + ": " + FileFault.of(e), e);
    }

    private RunObserver observer(RunProgress progress, List<Experiment> experiments) {
        if (!trace.areGiven()) {
            return progress;
        }
        boolean onlyRun =
                seeds == 1
                        && experiments.size() == 1
                        && experiments.get(0).casesOf(schemes).size() == 1;
        return new RunObservers(List.of(progress, trace.ofRuns(onlyRun)));
    }

    static Experiment experiment(CommandSpec spec, String id) {
        return Experiments.find(id).orElseThrow(() -> LabListCommand.unknown(spec, id));
    }

    private void print(Result result) {
        PrintWriter print = spec.commandLine().getOut();
        Experiment experiment = result.experiment();
        print.printf("%s: %s (%s)%n", experiment.id(), experiment.title(), experiment.source());
        for (Quantity quantity : experiment.scenario().quantities()) {
            if (!experiment.quantities().contains(quantity.name())) {
                continue;
            }
            print.printf("  %s, %s%n", quantity.label(), quantity.unit());
            for (Result.CaseResult one : result.cases()) {
                Estimate estimate = one.estimates().get(quantity.name());
                print.printf(
                        Locale.ROOT,
                        "    %-28s %12.4f ± %.4f%n",
                        one.label(),
                        estimate.mean(),
                        estimate.halfWidth());
            }
        }
        for (Verdict verdict : Verdict.of(result)) {
            print(print, "  ", verdict, reproduced(verdict));
            if (!verdict.comesOut() && !verdict.statement().reason().isEmpty()) {
                print.printf("    because %s%n", verdict.statement().reason());
            }
            for (Verdict shown : verdict.shownBy()) {
                print(print, "    shown by: ", shown, shown.comesOut() ? "so" : "NOT so");
            }
        }
        print.flush();
    }

    private static String reproduced(Verdict verdict) {
        if (verdict.isReproduced()) {
            return "reproduced";
        }
        return verdict.comesOut() ? "order only" : "not reproduced";
    }

    private static void print(PrintWriter print, String begin, Verdict verdict, String end) {
        double published = verdict.statement().published();
        print.printf(
                Locale.ROOT,
                "%-62s %10s %10.4f%s %s%n",
                begin + verdict.statement().text(),
                Double.isNaN(published) ? "" : String.format(Locale.ROOT, "%.4f", published),
                verdict.measured(),
                Double.isFinite(verdict.halfWidth())
                        ? String.format(Locale.ROOT, " ± %.4f", verdict.halfWidth())
                        : "",
                end);
    }
}
