// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Stall;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.runner.InputException;
import org.weir.runner.host.HostNamespaces;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir bench tcp-linux}: the lab's TCP beside Linux's over the same network. */
@Command(
        name = "tcp-linux",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs flows of Linux's TCP between two network namespaces over two switches with a slow line, in real time, and the lab's TCP over the same network with the same compiled P4, in virtual time. Needs root. Prints goodput, mean queue and retransmissions of both with their ratios (lab / Linux), and the standard deviation of Linux's runs (sd).",
            "",
            "Cases: each rate, each round trip, 1, 2 and 8 flows, each algorithm, full queues that drop and ECN with a threshold of a quarter of the queue. BBR ignores marks, so it has no cases with ECN. A queue holds a bandwidth-delay product, at least 32 packets."
        })
public final class TcpLinuxCommand implements Callable<Integer> {
    private static final int FAILED = 2;

    @Spec private CommandSpec spec;

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "MBPS",
            defaultValue = "10,50,200",
            description = "Rates of the slow line, Mb/s, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private List<Integer> ratesMbps;

    @Option(
            names = "--round-trips",
            split = ",",
            paramLabel = "MS",
            defaultValue = "5,20,80",
            description = "Round trips without queues, ms, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private List<Integer> roundTripsMs;

    @Option(
            names = "--tcp",
            split = ",",
            paramLabel = "TCP",
            defaultValue = "reno,cubic",
            description = "Algorithms: reno, cubic, bbr (default: ${DEFAULT-VALUE}).")
    private List<String> words;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            defaultValue = ".*",
            description =
                    "Runs the cases whose names match this regular expression, such as"
                            + " 10Mb-.*-cubic-ecn.")
    private Pattern only;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Length of a run, s, 2 to 3600 (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs of Linux for each case, 1 to 100 (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of the lab for each case, 1 to 100 (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = "--bursts",
            description =
                    "Senders send bursts of segments, as Linux's do by default and the lab's with"
                            + " :tso.")
    private boolean bursts;

    @Option(
            names = "--stalls",
            description =
                    "The lab's network stands still at the times at which Linux's did, and as long:"
                            + " run N of the lab as run N of Linux. Shows what part of a difference"
                            + " is that of a busy machine.")
    private boolean stalls;

    @Option(
            names = "--recorded",
            paramLabel = "FILE",
            description = "Takes Linux's figures from the table of an earlier run; needs no root.")
    private Path recorded;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Writes the table (tcp-linux.json) and the windows (windows.html) here.")
    private Path directory;

    @Override
    public Integer call() throws InterruptedException {
        ratesMbps.forEach(rate -> check("--rates", rate, 1, 1000));
        roundTripsMs.forEach(ms -> check("--round-trips", ms, 1, 1000));
        check("--seconds", seconds, 2, 3600);
        check("--runs", runs, 1, 100);
        check("--seeds", seeds, 1, 100);
        List<TcpCase> cases =
                TcpCase.grid(
                                ratesMbps.stream().map(rate -> rate * 1_000_000L).toList(),
                                roundTripsMs,
                                words.stream().map(this::algorithm).toList())
                        .stream()
                        .filter(one -> only.matcher(one.name()).matches())
                        .toList();
        if (cases.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--only: no case's name matches \"" + only + "\"");
        }
        try {
            if (recorded == null) {
                HostNamespaces.check(List.of());
                Optional<String> missing = LinuxBed.missing();
                if (missing.isPresent()) {
                    return fail(missing.get());
                }
            }
            run(cases);
            return 0;
        } catch (InputException e) {
            return fail(e.getMessage());
        } catch (IOException | ProgramException e) {
            return fail(e.getMessage());
        }
    }

    private CongestionAlgorithm algorithm(String word) {
        return Stream.of(
                        CongestionAlgorithm.RENO,
                        CongestionAlgorithm.CUBIC,
                        CongestionAlgorithm.BBR)
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "--tcp must be reno, cubic or bbr, not \"" + word + "\""));
    }

    private void run(List<TcpCase> cases)
            throws IOException, ProgramException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        RunTimes times = new RunTimes(seconds, Math.max(1, seconds / 4));
        TcpTable table =
                recorded == null ? new TcpTable(TcpTable.kernel(), times) : TcpTable.read(recorded);
        if (stalls && recorded != null && !hasStalls(table, cases)) {
            throw new IOException("--stalls: " + recorded + " has no stalls; record it again");
        }
        TcpTable.Row.printHead(out);
        List<TcpTable.Row> rows = new ArrayList<>();
        for (TcpCase one : cases) {
            TcpConfig config = one.config().withSegmentOffload(bursts);
            TcpFigures linux;
            List<TcpFigures> measured = new ArrayList<>();
            if (recorded == null) {
                for (int i = 0; i < runs; i++) {
                    measured.add(LinuxTcp.run(one, times, bursts));
                }
                linux = TcpFigures.mean(measured);
            } else {
                linux = table.linux(one.name());
                measured.addAll(table.runs(one.name()));
            }
            List<TcpFigures> lab = new ArrayList<>();
            for (int seed = 1; seed <= seeds; seed++) {
                List<Stall> ofRun = stalls ? stallsOf(one, measured, seed - 1) : List.of();
                lab.add(LabTcp.run(one, config, table.times(), seed, ofRun));
            }
            TcpTable.Row row = new TcpTable.Row(one, linux, measured, TcpFigures.mean(lab));
            row.print(out);
            rows.add(row);
            if (directory != null) {
                Files.createDirectories(directory);
                table.write(directory.resolve("tcp-linux.json"), rows);
                WindowPage.write(directory.resolve("windows.html"), rows);
            }
        }
    }

    private static boolean hasStalls(TcpTable table, List<TcpCase> cases) {
        return cases.stream()
                .flatMap(one -> table.runs(one.name()).stream())
                .anyMatch(run -> !run.stalls().isEmpty());
    }

    private static List<Stall> stallsOf(TcpCase one, List<TcpFigures> runs, int number)
            throws IOException {
        if (runs.isEmpty()) {
            throw new IOException("--stalls: the recorded table has no runs of case " + one.name());
        }
        return runs.get(number % runs.size()).stalls();
    }

    private void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(),
                    String.format(
                            Locale.ROOT,
                            "%s must be %d to %d, not %d",
                            option,
                            least,
                            most,
                            value));
        }
    }

    private int fail(String message) {
        spec.commandLine().getErr().println("weir bench tcp-linux: " + message);
        spec.commandLine().getErr().flush();
        return FAILED;
    }
}
