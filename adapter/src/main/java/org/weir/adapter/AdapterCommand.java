// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import org.weir.bmv2.cli.SocketAddresses;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.p4runtime.P4RuntimeServer;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.tofino.bfrt.BfRtAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir tofino p4runtime}: P4Runtime for a Tofino whose drivers have BF Runtime only. */
@Command(
        name = "weir tofino p4runtime",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Serves P4Runtime, and gNMI for ports, in front of a Tofino's BF Runtime.",
            "It runs until it is interrupted. While BF Runtime does not answer, it does not listen."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Its help was printed.",
            "1:It failed; the standard error says why.",
            "2:The command line or a file is wrong.",
            "129, 130, 143:SIGHUP, SIGINT or SIGTERM ended it."
        })
public final class AdapterCommand implements Callable<Integer> {

    private static final long ANSWER_MS = 30_000;
    private static final int MAX_DEV_PORT = 511;

    @Spec private CommandSpec spec;

    @Option(
            names = "--bfrt",
            paramLabel = "ADDRESS",
            required = true,
            description =
                    "BF Runtime of the drivers: grpc://HOST[:PORT][?device_id=N][&client_id=N]. A"
                            + " client id (default: a random one) must differ from those of all"
                            + " other clients.")
    private String bfrt;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = SocketAddresses.class,
            defaultValue = P4RuntimeServer.DEFAULT_HOST + ":" + P4RuntimeServer.DEFAULT_PORT,
            description = "Address of the P4Runtime and gNMI server (default ${DEFAULT-VALUE}).")
    private InetSocketAddress listen;

    @Option(
            names = "--device-id",
            paramLabel = "ID",
            defaultValue = "1",
            description = "P4Runtime's device id of the switch (default ${DEFAULT-VALUE}).")
    private long deviceId;

    @Option(
            names = "--cpu-interface",
            paramLabel = "NAME",
            description =
                    "Network interface at the CPU port, for packets from and to controllers. Needs"
                            + " root. Without it there are none.")
    private String cpuInterface;

    @Option(
            names = "--cpu-port",
            paramLabel = "N",
            defaultValue = "-1",
            description =
                    "The CPU port's dev_port, 0 to 511 (default: 64 on Tofino, 2 on Tofino 2).")
    private int cpuPort;

    @Option(
            names = "--enable-ports",
            paramLabel = "N",
            split = ",",
            description =
                    "Ports (dev_port, 0 to 511) that are enabled whenever the drivers have been"
                            + " reached, such as 1,2,8; without those that a controller has"
                            + " disabled since the start.")
    private List<Integer> enabledPorts = List.of();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help and ends.")
    private boolean help;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(WeirCommandLine.execute(new AdapterCommand(), args));
    }

    @Override
    public Integer call() throws InterruptedException {
        BfRtAddress address;
        try {
            address = BfRtAddress.parse(bfrt);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--bfrt: " + e.getMessage());
        }
        if (cpuPort < -1 || cpuPort > MAX_DEV_PORT) {
            throw new ParameterException(
                    spec.commandLine(), "--cpu-port must be 0 to 511, was " + cpuPort);
        }
        for (int port : enabledPorts) {
            if (port < 0 || port > MAX_DEV_PORT) {
                throw new ParameterException(
                        spec.commandLine(), "--enable-ports must be 0 to 511, was " + port);
            }
        }
        Adapter.Settings settings =
                new Adapter.Settings(
                        address,
                        listen.getHostString(),
                        listen.getPort(),
                        deviceId,
                        cpuPort,
                        enabledPorts,
                        ANSWER_MS);
        try (HostPort cpu = cpuInterface == null ? null : PacketSocketPort.open(cpuInterface);
                Adapter adapter = new Adapter(settings, cpu)) {
            Runtime.getRuntime().addShutdownHook(new Thread(adapter::close));
            adapter.run();
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println("weir tofino p4runtime: " + e.getMessage());
            return 1;
        }
    }
}
