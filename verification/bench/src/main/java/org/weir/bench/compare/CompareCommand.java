// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.runner.stock.StockException;
import org.weir.runner.stock.files.CaptureFileSwitch;
import org.weir.runner.stock.files.OwnNamespace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir bench compare}: the same packets through our switch and through stock BMv2. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs random packets and random entries through our switch and through BMv2's"
                        + " simple_switch, and compares all frames, counters and registers.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:There is no difference.",
            "1:There is a difference.",
            "2:The comparison is impossible, or the command line is wrong."
        })
public final class CompareCommand implements Callable<Integer> {

    private static final int DIFFERS = 1;
    private static final int CANNOT = 2;
    private static final int SHOWN_STATE_DIFFERENCES = 10;

    @Spec private CommandSpec spec;

    @Option(
            names = "--simple-switch",
            paramLabel = "PATH",
            description = "BMv2's simple_switch (default: the one on the PATH).")
    private Path simpleSwitch;

    @Option(
            names = "--packets",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Packets for each program (default: ${DEFAULT-VALUE}).")
    private long packets;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Seed of packets and entries (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--program",
            paramLabel = "NAME",
            description = "Only these programs, of ${COMPLETION-CANDIDATES} (default: all).",
            completionCandidates = Names.class)
    private List<String> programs = List.of();

    @Option(
            names = "--record",
            paramLabel = "FOLDER",
            description =
                    "Records the output of simple_switch in a folder, if nothing differs: frames"
                            + " as NAME.pcapng, counters and registers as NAME.txt.")
    private Path recordFolder;

    /** Names of the programs, for the usage text. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Names() {
            super(Workloads.all().stream().map(Workload::name).toList());
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ProgramException {
        List<Workload> workloads = workloads();
        Path executable = simpleSwitch == null ? CaptureFileSwitch.find() : simpleSwitch;
        if (executable == null || !Files.isExecutable(executable)) {
            return fail(
                    "simple_switch "
                            + (executable == null
                                    ? "is not on the PATH"
                                    : executable + " is no program")
                            + "; install p4lang/behavioral-model or give --simple-switch PATH");
        }
        try {
            if (!OwnNamespace.isInside()) {
                return OwnNamespace.run(
                        spec.root().userObject().getClass(),
                        spec.commandLine().getParseResult().originalArgs());
            }
            int exitCode = 0;
            for (Workload workload : workloads) {
                exitCode = Math.max(exitCode, compare(workload, executable.toAbsolutePath()));
            }
            return exitCode;
        } catch (StockException e) {
            return fail(e.getMessage());
        }
    }

    private List<Workload> workloads() {
        List<String> known = Workloads.all().stream().map(Workload::name).toList();
        for (String program : programs) {
            if (!known.contains(program)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--program %s: not one of %s".formatted(program, String.join(", ", known)));
            }
        }
        return Workloads.all().stream()
                .filter(workload -> programs.isEmpty() || programs.contains(workload.name()))
                .collect(Collectors.toList());
    }

    private int compare(Workload workload, Path executable)
            throws IOException, InterruptedException, ProgramException {
        PrintWriter out = spec.commandLine().getOut();
        Path folder = Files.createTempDirectory("weir-compare");
        try (Comparison comparison = new Comparison(workload, seed, executable, folder);
                Recording recording =
                        recordFolder == null ? null : new Recording(recordFolder, workload)) {
            long started = System.nanoTime();
            Comparison.Outcome outcome =
                    comparison.run(
                            packets,
                            (number, time, in, sent) -> {
                                if (recording != null) {
                                    recording.add(time, in, sent);
                                }
                            });
            out.printf(
                    Locale.ROOT,
                    "%-10s %,d packets in, %,d entries, %,d frames out, %,d packets without a"
                            + " frame; %d packets and %d counters or registers differ (%.0f s)%n",
                    workload.name(),
                    outcome.packetsIn(),
                    outcome.entries(),
                    outcome.framesOut(),
                    outcome.packetsWithout(),
                    outcome.differences().size(),
                    outcome.stateDifferences().size(),
                    (System.nanoTime() - started) / 1e9);
            if (!outcome.differences().isEmpty()) {
                out.println("first: " + outcome.differences().get(0));
            }
            outcome.stateDifferences().stream()
                    .limit(SHOWN_STATE_DIFFERENCES)
                    .forEach(out::println);
            out.flush();
            if (!outcome.differences().isEmpty() || !outcome.stateDifferences().isEmpty()) {
                return DIFFERS;
            }
            if (recording != null) {
                recording.addState(comparison.ours().device());
            }
            return 0;
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private int fail(String message) {
        spec.commandLine().getErr().println("weir bench compare: " + message);
        spec.commandLine().getErr().flush();
        return CANNOT;
    }
}
