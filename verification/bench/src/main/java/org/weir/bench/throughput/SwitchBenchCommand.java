// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
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

/** {@code weir bench switch}: packets per second of our switch and of stock BMv2. */
@Command(
        name = "switch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the same packets through our switch, on one thread, and through BMv2's"
                    + " simple_switch, where it is installed: programs, entries and capture files are"
                    + " the same, from files into files. Without --json the programs are Weir's own and"
                    + " a small one."
        })
public final class SwitchBenchCommand implements Callable<Integer> {

    private static final int FAILED = 2;

    @Spec private CommandSpec spec;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "A program, as p4c-bm2-ss writes it.")
    private Path json;

    @Option(names = "--p4info", paramLabel = "FILE", description = "Its P4Info.")
    private Path p4info;

    @Option(
            names = "--entries",
            paramLabel = "FILE",
            description = "Its entries: a P4Runtime WriteRequest in protobuf's text format.")
    private List<Path> entries = List.of();

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description = "Its packets, which come in by the first port.")
    private Path capture;

    @Option(
            names = "--ports",
            paramLabel = "PORTS",
            split = ",",
            defaultValue = "1,2,3,4",
            description = "Its ports (default: ${DEFAULT-VALUE}).")
    private List<Integer> ports;

    @Option(
            names = "--simple-switch",
            paramLabel = "PATH",
            description = "BMv2's simple_switch (default: the one on the PATH).")
    private Path simpleSwitch;

    @Option(
            names = "--packets",
            paramLabel = "N",
            defaultValue = "200000",
            description = "Packets of a run (default: ${DEFAULT-VALUE}).")
    private int packets;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "Counted runs of each switch; the runs alternate, after one warm-up run of"
                            + " each (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path executable = simpleSwitch == null ? CaptureFileSwitch.find() : simpleSwitch;
        List<Traffic> traffics = traffics();
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (executable == null) {
                out.println(
                        "simple_switch is not on the PATH, so only our switch is measured; install"
                                + " p4lang/behavioral-model or give --simple-switch PATH");
            } else if (!Files.isExecutable(executable)) {
                return fail("--simple-switch " + executable + ": no program");
            } else if (!OwnNamespace.isInside()) {
                return OwnNamespace.run(
                        spec.root().userObject().getClass(),
                        spec.commandLine().getParseResult().originalArgs());
            }
            out.printf(
                    Locale.ROOT,
                    "%-12s %-14s %12s %14s %12s %14s %14s%n",
                    "program",
                    "switch",
                    "packets/s",
                    "CPU µs/packet",
                    "frames out",
                    "bytes/packet",
                    "to controller");
            for (Traffic traffic : traffics) {
                measure(traffic, executable, out);
            }
            return 0;
        } catch (StockException | ProgramException e) {
            return fail(e.getMessage());
        } finally {
            out.flush();
        }
    }

    private List<Traffic> traffics() {
        if (json == null) {
            if (p4info != null || capture != null || !entries.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "--p4info, --entries and --capture need --json");
            }
            return List.of(new WeirTraffic(), new L2Traffic());
        }
        if (p4info == null || capture == null) {
            throw new ParameterException(spec.commandLine(), "--json needs --p4info and --capture");
        }
        return List.of(new GivenTraffic(json, p4info, entries, capture, ports));
    }

    private void measure(Traffic traffic, Path executable, PrintWriter out)
            throws IOException, InterruptedException, ProgramException {
        Path folder = Files.createTempDirectory(memory(), "weir-bench");
        try {
            for (int port : traffic.ports()) {
                traffic.write(folder.resolve("p" + port + "_in.pcap"), port, packets);
            }
            OurRuns ours = new OurRuns(traffic, folder);
            StockRuns stock =
                    executable == null
                            ? null
                            : new StockRuns(
                                    executable.toAbsolutePath(), traffic, folder, ours.device());
            List<Run> ourRuns = new ArrayList<>();
            List<Run> stockRuns = new ArrayList<>();
            for (int i = 0; i <= runs; i++) {
                Run our = ours.run();
                Run other = stock == null ? null : stock.run(our.packets());
                if (i > 0) {
                    ourRuns.add(our);
                    if (other != null) {
                        stockRuns.add(other);
                    }
                }
            }
            print(out, traffic.name(), "ours", ourRuns);
            if (stock != null) {
                print(out, traffic.name(), "simple_switch", stockRuns);
                ratio(out, traffic.name(), ourRuns, stockRuns);
            }
        } finally {
            delete(folder);
        }
    }

    /** Files in memory, where there is such a place: a disk would be measured too. */
    private static Path memory() {
        Path shared = Path.of("/dev/shm");
        return Files.isWritable(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static double median(List<Run> of, ToDoubleFunction<Run> figure) {
        double[] sorted = of.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private void print(PrintWriter out, String program, String name, List<Run> of) {
        boolean isOurs = name.equals("ours");
        out.printf(
                Locale.ROOT,
                "%-12s %-14s %,12.0f %14.3f %,12.0f %14s %14s%n",
                program,
                name,
                median(of, Run::packetsPerSecond),
                median(of, Run::cpuMicrosPerPacket),
                median(of, Run::framesOut),
                isOurs ? "%.2f".formatted(median(of, Run::allocatedBytesPerPacket)) : "",
                isOurs ? "%.2f".formatted(median(of, Run::packetInBytesPerPacket)) : "");
        out.flush();
    }

    private void ratio(PrintWriter out, String program, List<Run> ours, List<Run> stock) {
        List<Double> pairs = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            pairs.add(ours.get(i).packetsPerSecond() / stock.get(i).packetsPerSecond());
        }
        pairs.sort(Comparator.naturalOrder());
        out.printf(
                Locale.ROOT,
                "%-12s %-14s %11.1fx by the wall clock (pairs of runs: %.1f to %.1f), %.1fx by CPU"
                        + " time%n",
                program,
                "ratio",
                pairs.get(pairs.size() / 2),
                pairs.get(0),
                pairs.get(pairs.size() - 1),
                median(stock, Run::cpuMicrosPerPacket) / median(ours, Run::cpuMicrosPerPacket));
        long lost = (long) (median(ours, Run::framesOut) - median(stock, Run::framesOut));
        if (lost > median(ours, Run::framesOut) / 100) {
            out.printf(
                    Locale.ROOT,
                    "%-12s simple_switch sent %,d frames fewer: it has dropped packets, and its"
                            + " rate is too good by those%n",
                    program,
                    lost);
        }
        out.flush();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private int fail(String message) {
        spec.commandLine().getErr().println("weir bench switch: " + message);
        spec.commandLine().getErr().flush();
        return FAILED;
    }
}
