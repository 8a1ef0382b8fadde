// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.p4runtime.P4RuntimeServer;
import org.weir.bmv2.p4runtime.TlsFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code weir switch}: runs one switch, by the wall clock behind P4Runtime until it is interrupted,
 * or capture files through it as fast as it can.
 */
@Command(
        name = "weir switch",
        mixinStandardHelpOptions = true,
        versionProvider = WeirVersion.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Runs one software switch.",
            "If capture files are its only ports and --grpc is not given, it processes them in"
                    + " virtual time, prints the numbers of packets in, out and dropped, and ends."
                    + " Otherwise it runs in real time, with P4Runtime and gNMI at one address,"
                    + " until it is interrupted."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Done.",
            "1:It failed; the standard error says why.",
            "2:The command line or a file is wrong.",
            "129, 130, 143:SIGHUP, SIGINT or SIGTERM ended it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  Two interfaces and entries from a file; a controller can connect:",
            "    ./weir switch --json P.json --p4info P.txtpb --entries E.txtpb --port 1=veth:v1 --port 2=veth:v2",
            "  A TAP device with 10 Mbit/s and a propagation delay of 5 ms:",
            "    ./weir switch --json P.json --p4info P.txtpb --port 1=tap:weir0 --rate 1=10M --delay 1=5ms",
            "  A capture through the switch:",
            "    ./weir switch --json P.json --p4info P.txtpb --port 1=pcap:in.pcap --port 2=pcap:,out.pcapng",
            "  A capture in real time, with a controller:",
            "    ./weir switch --json P.json --p4info P.txtpb --port 1=pcap:in.pcap --grpc 127.0.0.1:9559",
            "  Rates in packets/s, weighted queues of 64 packets, and a shared buffer:",
            "    ./weir switch … --rate 1-8=20kpps --scheduler dwrr:1,1,2,2,4,4,8,8 --queue 64 --buffer 1000000"
        })
public final class SwitchCommand implements Callable<Integer> {

    /** Exit code when an address cannot be had or a program cannot be loaded. */
    private static final int FAILED = 1;

    /** Longest time that an interrupted switch takes to end, in seconds. */
    private static final int END_SECONDS = 10;

    @Spec private CommandSpec spec;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Program to run, as p4c-bm2-ss writes it. Without it, a P4Runtime client must"
                            + " push one.")
    private Path json;

    @Option(
            names = "--p4info",
            paramLabel = "FILE",
            description = "The program's P4Info in protobuf's text format.")
    private Path p4info;

    @Option(
            names = "--grpc",
            paramLabel = "HOST:PORT",
            converter = SocketAddresses.class,
            defaultValue = P4RuntimeServer.DEFAULT_HOST + ":" + P4RuntimeServer.DEFAULT_PORT,
            description =
                    "Address of the P4Runtime and gNMI server; port 0 selects a free port (default"
                            + " ${DEFAULT-VALUE}; with capture files as the only ports: no"
                            + " server).")
    private InetSocketAddress grpc;

    @Mixin private TlsOptions tls;

    @Option(
            names = "--device-id",
            paramLabel = "ID",
            defaultValue = "1",
            description = "P4Runtime's device id of the switch (default ${DEFAULT-VALUE}).")
    private long deviceId;

    @Option(
            names = "--entries",
            paramLabel = "FILE",
            description =
                    "A p4.v1.WriteRequest in protobuf's text format that is applied before the first packet."
                            + " Repeatable.")
    private List<Path> entries = new ArrayList<>();

    @Mixin private ModuleOptions modules;

    @Mixin private PortOptions ports;

    @Option(
            names = "--linger",
            paramLabel = "TIME",
            converter = Durations.class,
            defaultValue = "10s",
            description =
                    "With capture files only: longest wait for departures after the last arrival,"
                            + " in the switch's time (default ${DEFAULT-VALUE}).")
    private long lingerNs;

    @Option(
            names = "--summary",
            paramLabel = "FILE",
            description = "Also writes the summary as JSON; - is the standard output.")
    private Path summaryFile;

    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(WeirCommandLine.execute(new SwitchCommand(), args));
    }

    @Override
    public Integer call() throws InterruptedException {
        if ((json == null) != (p4info == null)) {
            throw wrong("--json and --p4info belong together: give both or none");
        }
        if (json == null && !entries.isEmpty()) {
            throw wrong("--entries: needs --json and --p4info, whose tables they are for");
        }
        SortedMap<Integer, PortOptions.Planned> planned = ports.plan();
        for (PortBinding port : ports.bindings()) {
            if (port.in() != null && json == null) {
                throw wrong(
                        "--port %d=%s: needs --json and --p4info, or its frames come before a program"
                                .formatted(port.number(), port.text()));
            }
        }
        boolean files =
                ports.isFilesOnly()
                        && !spec.commandLine().getParseResult().hasMatchedOption("--grpc");
        Optional<TlsFiles> tlsFiles = tls.files(!files);
        try {
            StartupFiles startup = new StartupFiles(json, p4info, entries);
            Captures captures =
                    new Captures(
                            ports.bindings().stream()
                                    .filter(b -> b.kind() == PortBinding.Kind.PCAP)
                                    .toList());
            return files
                    ? runFiles(startup, planned, captures)
                    : runLive(startup, planned, captures, tlsFiles);
        } catch (IOException | ProgramException | ControlException e) {
            return fail(e.getMessage());
        } finally {
            ended.countDown();
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private SwitchConfig config() throws IOException {
        return new SwitchConfig("switch" + deviceId)
                .withCpuPort(ports.cpuPort())
                .withModules(modules.load());
    }

    private int runFiles(
            StartupFiles startup,
            SortedMap<Integer, PortOptions.Planned> planned,
            Captures captures)
            throws IOException, ProgramException {
        RunSummary summary;
        try (captures) {
            CaptureRun run = new CaptureRun(config(), planned, ports.bufferBytes(), captures);
            run.load(startup, deviceId);
            summary = run.run(lingerNs);
            if (run.cutFrames() > 0) {
                spec.commandLine()
                        .getErr()
                        .printf(
                                "weir switch: %,d frames were cut when they were captured; they came in as they are%n",
                                run.cutFrames());
                spec.commandLine().getErr().flush();
            }
        }
        tell(summary);
        return CommandLine.ExitCode.OK;
    }

    private int runLive(
            StartupFiles startup,
            SortedMap<Integer, PortOptions.Planned> planned,
            Captures captures,
            Optional<TlsFiles> tlsFiles)
            throws IOException, ProgramException, InterruptedException {
        try (LiveRun run = new LiveRun(config(), planned, ports.bufferBytes(), captures)) {
            P4RuntimeServer server = new P4RuntimeServer(run.device(), run.timeline(), deviceId);
            // A client that comes first would lose what it has written.
            startup.apply(server.local());
            if (tlsFiles.isPresent()) {
                server.start(grpc.getHostString(), grpc.getPort(), tlsFiles.get());
            } else {
                server.start(grpc.getHostString(), grpc.getPort());
            }
            try {
                run.start(this::tellLink);
                awaitInterrupt(server, planned.size());
            } finally {
                server.stop();
            }
            tell(run.stop());
        }
        return CommandLine.ExitCode.OK;
    }

    private void tell(RunSummary summary) throws IOException {
        summary.print(spec.commandLine().getOut());
        if (summaryFile != null) {
            summary.write(summaryFile, spec.commandLine().getOut());
        }
    }

    private void tellLink(int port, String name, boolean up) {
        PrintWriter err = spec.commandLine().getErr();
        err.printf("weir switch: port %d (%s) is %s%n", port, name, up ? "up" : "down");
        err.flush();
    }

    private void awaitInterrupt(P4RuntimeServer server, int portCount) throws InterruptedException {
        spec.commandLine()
                .getOut()
                .printf(
                        "Device %d: P4Runtime and gNMI on %s:%d, %d ports, %s. Ctrl-C ends it.%n",
                        deviceId,
                        grpc.getHostString(),
                        server.port(),
                        portCount,
                        json == null ? "no program yet" : "running " + json.getFileName());
        spec.commandLine().getOut().flush();
        // The process ends when the hook does, so the hook waits for the end.
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    interrupt();
                                    try {
                                        ended.await(END_SECONDS, TimeUnit.SECONDS);
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                },
                                "stop"));
        interrupted.await();
    }

    /** Ends a switch that runs by the wall clock, as Ctrl-C does. */
    void interrupt() {
        interrupted.countDown();
    }

    private int fail(String message) {
        message.lines()
                .forEach(line -> spec.commandLine().getErr().println("weir switch: " + line));
        spec.commandLine().getErr().flush();
        return FAILED;
    }
}
