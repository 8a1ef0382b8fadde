// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.live;

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
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.weir.bench.iperf.IperfConnection;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.runner.stock.files.CaptureFileSwitch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir bench live}: speed of switches whose ports are network interfaces. */
@Command(
        name = "live",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sends frames of 64 bytes, then TCP (iperf3), from one network namespace to another through weir switch and through BMv2's simple_switch, where it is installed: the same compiled program and entries, the same namespaces and veth interfaces, in turns. Needs root. Prints medians of the runs, and the processor time of the switch's process.",
            "",
            "simple_switch forwards checksums as they are, so hosts complete them and send no aggregates (ethtool -K tx off tso off gso off). Ours is measured so too, and with the hosts as Linux makes them."
        })
public final class LiveBenchCommand implements Callable<Integer> {
    private static final int FAILED = 2;
    private static final int WARM_UP_SECONDS = 3;
    private static final double MICRO = 1e6;
    private static final double GIGA = 1e9;

    @Spec private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "A program (default: bridge).")
    private Path json;

    @Option(names = "--p4info", paramLabel = "FILE", description = "Its P4Info.")
    private Path p4info;

    @Option(
            names = "--entries",
            paramLabel = "FILE",
            description =
                    "Its entries, which forward 02:00:00:00:00:0N to port N: a P4Runtime"
                            + " WriteRequest in protobuf's text format.")
    private Path entries;

    @Option(
            names = "--simple-switch",
            paramLabel = "PATH",
            description = "BMv2's simple_switch (default: the one on the PATH).")
    private Path simpleSwitch;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Time of each measurement, s (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--offered-pps",
            paramLabel = "N",
            defaultValue = "0",
            description = "Rate of the sender, frames/s (default: as fast as possible).")
    private double offeredPps;

    /** A switch with hosts of one kind, and what was measured of it. */
    private static final class Subject {
        private final String name;
        private final boolean stock;
        private final boolean offloads;
        private final List<SmallFrames.Result> frames = new ArrayList<>();
        private final List<Iperf.Result> tcp = new ArrayList<>();

        Subject(String name, boolean stock, boolean offloads) {
            this.name = name;
            this.stock = stock;
            this.offloads = offloads;
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Path executable = simpleSwitch == null ? CaptureFileSwitch.find() : simpleSwitch;
            Optional<String> problem = problem(executable);
            if (problem.isPresent()) {
                return fail(problem.get(), FAILED);
            }
            List<Subject> subjects = new ArrayList<>();
            subjects.add(new Subject("ours", false, true));
            if (executable == null) {
                out.println("simple_switch is not on the PATH, so only our switch is measured");
            } else {
                subjects.add(new Subject("ours, offloads off", false, false));
                subjects.add(new Subject("simple_switch", true, false));
            }
            IperfConnection.missing()
                    .ifPresent(reason -> out.println(reason + ": no TCP is measured"));
            out.flush();
            measure(subjects, executable);
            print(out, subjects);
            return 0;
        } catch (IOException | ProgramException e) {
            return fail(e.getMessage(), 1);
        } finally {
            out.flush();
        }
    }

    private Optional<String> problem(Path executable) throws IOException {
        if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            return Optional.of("needs root, for network namespaces");
        }
        if (executable != null && !Files.isExecutable(executable)) {
            return Optional.of("--simple-switch " + executable + ": no program");
        }
        if (Stream.of(json, p4info, entries).anyMatch(java.util.Objects::isNull)
                && Stream.of(json, p4info, entries).anyMatch(java.util.Objects::nonNull)) {
            return Optional.of("--json, --p4info and --entries belong together");
        }
        for (String program : List.of("ip", "ethtool")) {
            if (org.weir.runner.shell.Command.find(program).isEmpty()) {
                return Optional.of(program + " is not on the PATH");
            }
        }
        return Optional.empty();
    }

    private LiveProgram program() {
        return json == null
                ? LiveProgram.bridge(Path.of(System.getProperty("weir.home", "")))
                : new LiveProgram(
                        json.toAbsolutePath(), p4info.toAbsolutePath(), entries.toAbsolutePath());
    }

    private void measure(List<Subject> subjects, Path executable)
            throws IOException, InterruptedException, ProgramException {
        Path folder = Files.createTempDirectory("weir-bench-live");
        try (LiveBed bed = new LiveBed()) {
            for (int run = 0; run < runs; run++) {
                for (Subject subject : subjects) {
                    bed.setOffloads(subject.offloads);
                    try (LiveSwitch device =
                            subject.stock
                                    ? LiveSwitch.stock(bed, executable, program(), folder)
                                    : LiveSwitch.ours(bed, program(), folder)) {
                        measure(bed, device, subject);
                    }
                }
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private void measure(LiveBed bed, LiveSwitch device, Subject subject)
            throws IOException, InterruptedException {
        // Not counted: a switch that has just been started is compiled while it runs.
        SmallFrames.run(bed, device, WARM_UP_SECONDS, offeredPps);
        subject.frames.add(SmallFrames.run(bed, device, seconds, offeredPps));
        if (IperfConnection.missing().isEmpty()) {
            Iperf.run(bed, device, WARM_UP_SECONDS);
            subject.tcp.add(Iperf.run(bed, device, seconds));
        }
    }

    private static <T> double median(List<T> of, ToDoubleFunction<T> figure) {
        double[] sorted = of.stream().mapToDouble(figure).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    private static <T> String spread(List<T> of, ToDoubleFunction<T> figure, String format) {
        double[] sorted = of.stream().mapToDouble(figure).sorted().toArray();
        return sorted.length == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        format + " to " + format,
                        sorted[0],
                        sorted[sorted.length - 1]);
    }

    private void print(PrintWriter out, List<Subject> subjects) {
        out.printf(
                Locale.ROOT,
                "%-20s %11s %24s %12s %14s %9s %14s %10s%n",
                "switch",
                "frames/s",
                "least to most",
                "sent/s",
                "CPU µs/frame",
                "TCP Gb/s",
                "least to most",
                "CPU ns/B");
        for (Subject each : subjects) {
            out.printf(
                    Locale.ROOT,
                    "%-20s %,11.0f %24s %,12.0f %14.2f %9.2f %14s %10.2f%n",
                    each.name,
                    median(each.frames, SmallFrames.Result::receivedPps),
                    spread(each.frames, SmallFrames.Result::receivedPps, "%,.0f"),
                    median(each.frames, SmallFrames.Result::sentPps),
                    MICRO * median(each.frames, r -> r.cpuSeconds() / r.received()),
                    median(each.tcp, Iperf.Result::bps) / GIGA,
                    spread(each.tcp, r -> r.bps() / GIGA, "%.2f"),
                    GIGA * median(each.tcp, r -> r.cpuSeconds() / r.bytes()));
        }
        Subject last = subjects.get(subjects.size() - 1);
        if (last.stock) {
            for (Subject each : subjects.subList(0, subjects.size() - 1)) {
                out.printf(
                        Locale.ROOT,
                        "%s: %.1f times simple_switch's frames/s, %.1f times its TCP%n",
                        each.name,
                        median(each.frames, SmallFrames.Result::receivedPps)
                                / median(last.frames, SmallFrames.Result::receivedPps),
                        median(each.tcp, Iperf.Result::bps) / median(last.tcp, Iperf.Result::bps));
            }
        }
        out.flush();
    }

    private int fail(String message, int exitCode) {
        spec.commandLine().getErr().println("weir bench live: " + message);
        spec.commandLine().getErr().flush();
        return exitCode;
    }
}
