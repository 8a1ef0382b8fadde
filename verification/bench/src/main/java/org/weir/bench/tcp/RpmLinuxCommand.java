// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.runner.InputException;
import org.weir.runner.host.HostNamespaces;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir bench rpm-linux}: reverse path marking with Linux's TCP. */
@Command(
        name = "rpm-linux",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures reverse path marking (RPM) and CoDel on the forward path (CoDel-FWD) with Linux's TCP in network namespaces, over three switches with Weir's compiled P4 in real time. Needs root.",
            "",
            "A TCP flow with ECN has nine tenths of a line. Steps of UDP load of three tenths follow. The command captures frames at the sender, the receiver and the bottleneck's switch, and samples the sender's socket with ss -ti. Columns: steps that count; steps left out; time from a step to the switch's first mark; to the sender's first segment with CWR; from the mark to the arrival of that segment at the bottleneck's switch (loop), and its expected value without queues, d_s with RPM and d with CoDel-FWD; congestion events that the switch signalled; acknowledgements with ECE at the sender; those of them whose ECE the switch set; reductions (segments with CWR); segments sent again; reductions that RFC 3168 forbids; windows of data with ECE, and those of them that no reduction answered; slow-start threshold after a reduction over the window before it; largest delay of the network behind the wall clock. Times are means with 95 %% confidence intervals."
        })
public final class RpmLinuxCommand implements Callable<Integer> {
    private static final int FAILED = 2;
    private static final int FORBIDDEN = 1;

    @Spec private CommandSpec spec;

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "MBPS",
            defaultValue = "20",
            description = "Rates of the bottleneck, Mb/s, 2 to 100 (default: ${DEFAULT-VALUE}).")
    private List<Integer> ratesMbps;

    @Option(
            names = "--round-trip",
            paramLabel = "MS",
            defaultValue = "80",
            description = "Round trip d without queues, ms, 10 to 200 (default: ${DEFAULT-VALUE}).")
    private int roundTripMs;

    @Option(
            names = "--places",
            split = ",",
            paramLabel = "PART",
            defaultValue = "0.1,0.9",
            description =
                    "Places of the bottleneck d_s/d, 0 to 1: the part of the round trip from the"
                            + " sender to it and back (default: ${DEFAULT-VALUE}).")
    private List<Double> places;

    @Option(
            names = "--congestion",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "cubic,reno",
            description = "Linux's congestion controls of the sender (default: ${DEFAULT-VALUE}).")
    private List<String> congestion;

    @Option(
            names = "--target-ms",
            paramLabel = "MS",
            defaultValue = "2",
            description = "CoDel's target, ms, 0.1 to 100 (default: ${DEFAULT-VALUE}).")
    private double targetMs;

    @Option(
            names = "--interval-ms",
            paramLabel = "MS",
            defaultValue = "20",
            description =
                    "CoDel's interval, ms, above its target to 200 (default: ${DEFAULT-VALUE}).")
    private double intervalMs;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "10",
            description = "Steps that count for each case, 2 to 1000 (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Writes steps.csv, and for each case its capture (CASE.pcapng) and the samples"
                            + " of its socket (CASE-windows.csv) here.")
    private Path directory;

    @Override
    public Integer call() throws InterruptedException {
        ratesMbps.forEach(rate -> check("--rates", rate, 2, 100));
        check("--round-trip", roundTripMs, 10, 200);
        places.forEach(place -> check("--places", place, 0, 1));
        check("--target-ms", targetMs, 0.1, 100);
        check("--interval-ms", intervalMs, targetMs, 200);
        check("--steps", steps, 2, 1000);
        try {
            HostNamespaces.check(List.of());
            Optional<String> missing = LinuxBed.missing();
            if (missing.isPresent()) {
                return fail(missing.get());
            }
            if (directory != null) {
                Files.createDirectories(directory);
                return run(directory);
            }
            Path temporary = Files.createTempDirectory("weir-rpm-linux");
            try {
                return run(temporary);
            } finally {
                remove(temporary);
            }
        } catch (InputException | IOException | ProgramException e) {
            return fail(e.getMessage());
        }
    }

    private int run(Path out) throws IOException, ProgramException, InterruptedException {
        PrintWriter terminal = spec.commandLine().getOut();
        terminal.printf(
                "Linux %s, %d processors, load average %s%n",
                TcpTable.kernel(), Runtime.getRuntime().availableProcessors(), load());
        ReactionFigures.printHead(terminal);
        List<String> lines = new ArrayList<>(List.of("case,step,mark_ms,reduction_ms,loop_ms"));
        long seed = 1;
        long forbidden = 0;
        for (ReactionCase one : cases()) {
            ReactionFigures figures = new ReactionRun(one, steps, out, seed++).run();
            figures.print(terminal);
            forbidden += figures.counts().forbidden();
            for (int i = 0; i < figures.steps().size(); i++) {
                ReactionTrace.Step step = figures.steps().get(i);
                lines.add(
                        String.format(
                                Locale.ROOT,
                                "%s,%d,%.3f,%.3f,%.3f",
                                one.name(),
                                i + 1,
                                step.signalMs(),
                                step.reductionMs(),
                                step.loopMs()));
            }
            Files.write(out.resolve("steps.csv"), lines);
        }
        terminal.printf("Load average at the end: %s%n", load());
        terminal.flush();
        return forbidden == 0 ? 0 : FORBIDDEN;
    }

    private List<ReactionCase> cases() {
        List<ReactionCase> all = new ArrayList<>();
        for (int rate : ratesMbps) {
            for (String control : congestion) {
                for (double place : places) {
                    for (boolean reverse : new boolean[] {false, true}) {
                        all.add(
                                new ReactionCase(
                                        rate * 1_000_000L,
                                        roundTripMs,
                                        place,
                                        control,
                                        reverse,
                                        targetMs,
                                        intervalMs));
                    }
                }
            }
        }
        return all;
    }

    /** The machine's load averages of 1, 5 and 15 minutes. */
    static String load() throws IOException {
        String[] words = Files.readString(Path.of("/proc/loadavg")).split(" ");
        return String.join(" ", List.of(words).subList(0, 3));
    }

    static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private void check(String option, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new ParameterException(
                    spec.commandLine(),
                    String.format(
                            Locale.ROOT,
                            "%s must be %s to %s, not %s",
                            option,
                            least,
                            most,
                            value));
        }
    }

    private int fail(String message) {
        spec.commandLine().getErr().println("weir bench rpm-linux: " + message);
        spec.commandLine().getErr().flush();
        return FAILED;
    }
}
