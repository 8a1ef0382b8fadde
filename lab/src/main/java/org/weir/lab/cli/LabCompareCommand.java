// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.weir.control.cli.FileFault;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.network.NetworkDraw;
import org.weir.lab.compare.plot.PlotFiles;
import org.weir.lab.compare.result.ComparisonReport;
import org.weir.lab.compare.result.EndedRuns;
import org.weir.lab.compare.result.MarkdownTable;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunFolder;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.result.RunsCsv;
import org.weir.lab.compare.run.Comparison;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.tuning.SearchFolder;
import org.weir.lab.compare.tuning.TunedFile;
import org.weir.lab.compare.tuning.TuningSearch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir lab compare}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Runs each scheme on each network with each seed, and prints a comparison.",
            "With --tune, searches parameters of the schemes on these networks instead.",
            "With --from, prints the tables of an earlier comparison."
        })
final class LabCompareCommand implements Callable<Integer> {
    /** Options that only runs need. */
    private static final List<String> OPTIONS_OF_RUNS =
            List.of(
                    "--seeds",
                    "--seed",
                    "--periods",
                    "--held-out",
                    "--tune",
                    "--tuned",
                    "--threads");

    @Spec private CommandSpec spec;

    @Parameters(
            index = "0",
            split = ",",
            paramLabel = "SCHEMES",
            description = {
                "NAME[@scaled|@tuned][:parameter=value]..., separated by commas; lab list has the"
                        + " names;",
                "targets and its variants targets-defaults, -agents, -off, -rates, -static,"
                        + " -weights, -thresholds, -no-feedback, -oracle, -hindsight, -fluid;"
                        + " targets-dctcp (DCTCP's senders) has the same variants but -agents."
            })
    private List<String> schemeNames;

    @Parameters(
            index = "1",
            split = ",",
            paramLabel = "NETWORKS",
            description = {
                "Names of the catalogue, separated by commas; steady, moving, all; held-out:COUNT,",
                "contended:COUNT or independent:COUNT, which a seed draws; one of them by its name,"
                        + " such as independent-500-3."
            })
    private List<String> networkNames;

    @Option(
            names = "--seeds",
            defaultValue = "3",
            paramLabel = "N",
            description = "Runs of each scheme on each network (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "SEED",
            description =
                    "Seed of the first run; the next runs count on (default:"
                            + " ${DEFAULT-VALUE}).")
    private long firstSeed;

    @Option(
            names = "--periods",
            defaultValue = "12",
            paramLabel = "N",
            description =
                    "Length of a run in periods of the controller; a period is the longer of 10 ms"
                            + " and the time of 1000 packets on a host's line (default:"
                            + " ${DEFAULT-VALUE}).")
    private int periods;

    @Option(
            names = "--held-out",
            defaultValue = "1",
            paramLabel = "SEED",
            description =
                    "Draws the networks of held-out:COUNT, contended:COUNT and independent:COUNT"
                            + " (default: ${DEFAULT-VALUE}).")
    private long heldOutSeed;

    @Option(
            names = "--tune",
            paramLabel = "BUDGET",
            description =
                    "Candidates of each scheme; writes DIR/tuned.json and DIR/search.csv after each"
                            + " scheme. The same command again goes on with the schemes that are"
                            + " missing.")
    private Integer budget;

    @Option(
            names = "--tuned",
            paramLabel = "FILE",
            description = "A tuned.json, for schemes with @tuned.")
    private Path tunedFile;

    @Option(
            names = "--with",
            paramLabel = "LABEL=FILE",
            description =
                    "A runs.csv of an earlier comparison; its rows for the same networks and seeds"
                            + " are added to the table, as LABEL/SCHEME.")
    private Map<String, Path> earlier = new LinkedHashMap<>();

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = {
                "Runs nothing: prints the tables of an earlier comparison again, from the runs.csv"
                        + " and the other files of its --out DIR, such as against another --base.",
                "Only --only, --except, --base, --with, --markdown and --out can be given as well;"
                        + " --out writes the tables, not the plots."
            })
    private Path from;

    @Mixin private NetworkFilter filter;

    @Option(
            names = "--base",
            paramLabel = "SCHEME",
            description = "Scheme with which the others are compared (default: the first).")
    private String base;

    @Option(
            names = "--markdown",
            split = ",",
            paramLabel = "COLUMN",
            description =
                    "Prints one table in Markdown instead, with a row for each scheme and these"
                            + " columns, separated by commas: ${COMPLETION-CANDIDATES}.",
            converter = MarkdownColumn.class,
            completionCandidates = MarkdownColumn.Names.class)
    private List<MarkdownTable.Column> markdown = List.of();

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
            description = "Writes tables as text and CSV, plots as SVG and as Vega-Lite.")
    private Path out;

    @Override
    public Integer call() {
        try {
            if (from != null) {
                printAgain();
                return 0;
            }
            check();
            List<ComparedNetwork> networks = networks();
            List<SchemeChoice> schemes = schemes();
            if (out != null) {
                Files.createDirectories(out);
            }
            if (budget != null) {
                tune(schemes, networks);
            } else {
                compare(schemes, networks);
            }
            return 0;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (IOException e) {
            Optional<Path> file =
                    e instanceof FileSystemException at && at.getFile() != null
                            ? Optional.of(Path.of(at.getFile()))
                            : Optional.empty();
            String named = file.map(one -> optionOf(one) + one + ": ").orElse("");
            throw new ParameterException(spec.commandLine(), named + FileFault.of(e), e);
        }
    }

    /** The option that a file belongs to, and a colon; empty if it belongs to none. */
    private String optionOf(Path file) {
        if (earlier.containsValue(file)) {
            return "--with: ";
        }
        if (out != null && file.startsWith(out) && (from == null || !file.startsWith(from))) {
            return "--out: ";
        }
        if (from != null && file.startsWith(from)) {
            return "--from: ";
        }
        return out == null ? "" : "--out: ";
    }

    private void check() {
        if (schemeNames == null || networkNames == null) {
            throw new IllegalArgumentException(
                    "SCHEMES and NETWORKS must be given, or --from with an earlier comparison");
        }
        if (filter.isGiven()) {
            throw new IllegalArgumentException("--only and --except need --from");
        }
        seedNumbers();
        RunCounts.checkThreads(threads);
        if (periods < 2 || periods > 10_000) {
            throw new IllegalArgumentException("--periods must be 2 to 10000, not " + periods);
        }
        if (budget != null && (budget < 1 || out == null)) {
            throw new IllegalArgumentException("--tune must be at least 1 and needs --out");
        }
        if (budget != null && !markdown.isEmpty()) {
            throw new IllegalArgumentException("--tune prints no table; leave out --markdown");
        }
    }

    private List<ComparedNetwork> networks() {
        Map<String, ComparedNetwork> networks = new LinkedHashMap<>();
        for (String name : networkNames) {
            List<ComparedNetwork> more =
                    NetworkDraw.named(name, heldOutSeed)
                            .orElseGet(() -> NetworkCatalogue.named(name));
            more.forEach(one -> networks.put(one.name(), one));
        }
        return List.copyOf(networks.values());
    }

    private Map<String, Map<String, Double>> tuned() {
        try {
            return TunedFile.read(Files.readString(tunedFile));
        } catch (IOException e) {
            throw new IllegalArgumentException("--tuned: " + tunedFile + ": " + FileFault.of(e), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--tuned: " + tunedFile + ": " + e.getMessage(), e);
        }
    }

    private List<SchemeChoice> schemes() {
        Map<String, Map<String, Double>> tuned = tunedFile == null ? Map.of() : tuned();
        List<SchemeChoice> schemes = new ArrayList<>();
        for (String name : schemeNames) {
            schemes.add(SchemeChoice.read(name, tuned));
        }
        // Values out of range are reported before anything runs.
        for (ComparedNetwork network : networks()) {
            schemes.forEach(one -> one.values(network));
        }
        return schemes;
    }

    private List<Long> seedNumbers() {
        return RunCounts.seeds(firstSeed, seeds);
    }

    /**
     * @param runs that will be made
     * @param more is told of each run that has ended
     */
    private Comparison comparison(int runs, Consumer<RunOutcome> more) {
        PrintWriter err = spec.commandLine().getErr();
        AtomicInteger done = new AtomicInteger();
        return new Comparison(
                threads,
                periods,
                run -> {
                    more.accept(run);
                    RunRow row = run.row();
                    err.println(
                            done.incrementAndGet()
                                    + "/"
                                    + runs
                                    + " "
                                    + row.network()
                                    + " "
                                    + row.scheme()
                                    + " seed "
                                    + row.seed()
                                    + String.format(
                                            Locale.ROOT,
                                            ": %.2f %% kept, %.2f Mb/s",
                                            100 * row.keptPart(),
                                            row.metrics().get(Metric.GOODPUT_MBPS)));
                    err.flush();
                });
    }

    private void compare(List<SchemeChoice> schemes, List<ComparedNetwork> networks)
            throws IOException {
        String chosen = base == null ? schemes.get(0).label() : base;
        if (earlier.isEmpty() && schemes.stream().noneMatch(one -> one.label().equals(chosen))) {
            throw new IllegalArgumentException("--base must be one of SCHEMES, not " + chosen);
        }
        // Before the files of this comparison begin, which may be in the same folder.
        List<RunRow> before = earlierRows();
        List<RunOutcome> runs;
        EndedRuns ended = out == null ? null : new EndedRuns(out);
        try (Comparison comparison =
                comparison(
                        schemes.size() * networks.size() * seeds,
                        run -> {
                            if (ended != null) {
                                ended.add(run);
                            }
                        })) {
            runs = comparison.outcomes(schemes, networks, seedNumbers());
        }
        List<String> described = new ArrayList<>();
        networks.forEach(one -> described.add(one.name() + ": " + one.describe()));
        ComparisonReport report =
                new ComparisonReport(
                        new RunFolder(described, runs, true, OptionalInt.of(periods)),
                        before,
                        chosen,
                        oracles(runs));
        print(report);
        if (out != null) {
            Files.write(
                    out.resolve("runs.csv"),
                    RunsCsv.lines(runs.stream().map(RunOutcome::row).toList()));
            PlotFiles.write(out, report.summary(), runs, networks, periods);
            report.write(out);
        }
    }

    private void printAgain() throws IOException {
        if (schemeNames != null) {
            throw new IllegalArgumentException(
                    "--from has the schemes and networks of its runs; leave out SCHEMES and"
                            + " NETWORKS");
        }
        for (String option : OPTIONS_OF_RUNS) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new IllegalArgumentException("--from runs nothing; leave out " + option);
            }
        }
        RunFolder earlierRuns = filter.choose(RunFolder.read(from));
        String chosen = base == null ? earlierRuns.runs().get(0).row().scheme() : base;
        ComparisonReport report =
                new ComparisonReport(
                        earlierRuns, earlierRows(), chosen, oracles(earlierRuns.runs()));
        print(report);
        if (out != null) {
            Files.createDirectories(out);
            report.write(out);
        }
    }

    private static List<String> oracles(List<RunOutcome> runs) {
        return runs.stream()
                .map(one -> one.row().scheme())
                .distinct()
                .filter(SchemeChoice::isOracle)
                .toList();
    }

    private void print(ComparisonReport report) {
        PrintWriter print = spec.commandLine().getOut();
        List<String> lines = markdown.isEmpty() ? report.lines() : report.markdown(markdown);
        lines.forEach(print::println);
        print.flush();
    }

    private List<RunRow> earlierRows() throws IOException {
        List<RunRow> rows = new ArrayList<>();
        for (Map.Entry<String, Path> one : earlier.entrySet()) {
            RunFolder.rows(one.getValue())
                    .forEach(row -> rows.add(row.labelled(one.getKey() + "/" + row.scheme())));
        }
        return rows;
    }

    private void tune(List<SchemeChoice> schemes, List<ComparedNetwork> networks)
            throws IOException {
        String trained =
                budget
                        + " candidates a scheme on "
                        + String.join(",", networkNames)
                        + (networkNames.stream().anyMatch(one -> one.contains(":"))
                                ? " of draw " + heldOutSeed
                                : "")
                        + ", seeds "
                        + seedNumbers()
                        + ", "
                        + periods
                        + " periods";
        SearchFolder folder = SearchFolder.open(out, trained);
        List<SchemeChoice> missing = folder.missing(schemes);
        try (Comparison comparison =
                comparison(
                        missing.size() * TuningSearch.runs(budget, networks.size(), seeds),
                        run -> {})) {
            PrintWriter err = spec.commandLine().getErr();
            TuningSearch search =
                    new TuningSearch(
                            comparison,
                            networks,
                            seedNumbers(),
                            budget,
                            firstSeed,
                            line -> err.println("warning: " + line));
            for (SchemeChoice scheme : missing) {
                folder.add(scheme.label(), search.search(scheme));
            }
        }
        PrintWriter print = spec.commandLine().getOut();
        print.print(folder.text());
        print.flush();
    }
}
