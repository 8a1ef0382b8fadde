// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.weir.bmv2.RealTimeline;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.control.ProgramException;
import org.weir.bmv2.p4runtime.P4RuntimeServer;
import org.weir.bmv2.traffic.PortConfig;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir switch}: runs one switch in real time behind P4Runtime until it is interrupted. */
@Command(
        name = "switch",
        mixinStandardHelpOptions = true,
        version = "weir switch 0.1.0",
        sortOptions = false,
        description =
                "Runs one software switch in real time, with P4Runtime and gNMI at one address.")
public final class SwitchCommand implements Callable<Integer> {

    /** Exit code when an address cannot be had or a program cannot be loaded. */
    private static final int FAILED = 1;

    @Spec private CommandSpec spec;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Program that runs from the start, as p4c-bm2-ss writes it. Without it, one must be pushed.")
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
                    "Where P4Runtime and gNMI listen; port 0 takes a free one (default ${DEFAULT-VALUE}).")
    private InetSocketAddress grpc;

    @Option(
            names = "--device-id",
            paramLabel = "ID",
            defaultValue = "1",
            description = "As which clients know the switch (default ${DEFAULT-VALUE}).")
    private long deviceId;

    @Option(
            names = "--ports",
            paramLabel = "PORTS",
            converter = PortNumbers.class,
            defaultValue = "1-8",
            description =
                    "Its ports, such as 1-8 or 1,2,5-7. What they send goes nowhere (default ${DEFAULT-VALUE}).")
    private List<Integer> ports;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = Rates.class,
            defaultValue = "1G",
            description = "Rate of each port in bit/s, such as 10M (default ${DEFAULT-VALUE}).")
    private long rateBps;

    @Option(
            names = "--queue",
            paramLabel = "PACKETS",
            defaultValue = "1024",
            description = "Most packets in each of a port's queues (default ${DEFAULT-VALUE}).")
    private int queueCapacityPackets;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SwitchCommand()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        if ((json == null) != (p4info == null)) {
            throw new ParameterException(
                    spec.commandLine(), "--json and --p4info belong together: give both or none");
        }
        if (deviceId == 0) {
            throw new ParameterException(spec.commandLine(), "--device-id: must not be 0");
        }
        if (queueCapacityPackets < 1) {
            throw new ParameterException(spec.commandLine(), "--queue: must be at least 1");
        }
        try (RealTimeline timeline = new RealTimeline("switch")) {
            Switch device = new Switch(new SwitchConfig("switch" + deviceId), timeline);
            timeline.submit(() -> attachPorts(device));
            P4RuntimeServer server = new P4RuntimeServer(device, timeline, deviceId);
            try {
                // Read before listening, so that no client meets a switch that is about to end.
                byte[] program = json == null ? null : read("--json", json);
                String info =
                        p4info == null
                                ? null
                                : new String(read("--p4info", p4info), StandardCharsets.UTF_8);
                server.start(grpc.getHostString(), grpc.getPort());
                if (program != null) {
                    server.loadPipeline(info, program);
                }
            } catch (IOException e) {
                return fail(e.getMessage());
            } catch (ProgramException e) {
                server.stop();
                return fail(json + ", " + p4info + ": " + e.getMessage());
            }
            awaitInterrupt(server);
        }
        return CommandLine.ExitCode.OK;
    }

    private void attachPorts(Switch device) {
        for (int port : ports) {
            device.attachPort(
                    port,
                    new PortConfig("port" + port, rateBps, queueCapacityPackets),
                    (buffer, offset, length) -> {});
        }
    }

    private void awaitInterrupt(P4RuntimeServer server) throws InterruptedException {
        spec.commandLine()
                .getOut()
                .printf(
                        "Device %d: P4Runtime and gNMI on %s:%d, %d ports of %,d bit/s, %s. Ctrl-C ends it.%n",
                        deviceId,
                        grpc.getHostString(),
                        server.port(),
                        ports.size(),
                        rateBps,
                        json == null ? "no program yet" : "running " + json.getFileName());
        spec.commandLine().getOut().flush();
        Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "stop"));
        new CountDownLatch(1).await();
    }

    private static byte[] read(String option, Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException(option + " " + file + ": no such file", e);
        } catch (IOException e) {
            throw new IOException(option + " " + file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private int fail(String message) {
        spec.commandLine().getErr().println("weir switch: " + message);
        spec.commandLine().getErr().flush();
        return FAILED;
    }
}
