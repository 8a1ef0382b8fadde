// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.weir.bench.iperf.IperfConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir bench agents}: programs in three classes, without agents and with. */
@Command(
        name = "agents",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs weir up --hosts netns on PMQECN's Fig. 6 with its policy, and one program in each of h1, h2 and h3, which sends to h5 in class A, B or C: first without agents, then with one in each host. Needs root. Prints goodput at the receiver, what the controller measured and solved at s1's port to s2 (means of its samples), and the 99th percentile of the delay from the wire at the sender to the wire at the receiver."
        })
public final class AgentsBenchCommand implements Callable<Integer> {
    /** Most that iperf3 takes. */
    private static final int MOST_CONNECTIONS = 128;

    private static final int FAILED = 2;
    private static final double MEGA = 1e6;
    private static final int DSCP_SHIFT = 2;

    @Spec private CommandSpec spec;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            defaultValue = "tcp",
            description = "tcp or udp (default: ${DEFAULT-VALUE}).")
    private String transport;

    @Option(
            names = "--iperf3",
            description = "With tcp: the programs are iperf3, whose own figures are printed.")
    private boolean iperf3;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "With --iperf3: connections of each host, 1 to 128 (default:"
                            + " ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--offered-mbps",
            paramLabel = "N",
            defaultValue = "8",
            description =
                    "With udp: rate at which each program sends, Mb/s (default: ${DEFAULT-VALUE}).")
    private double offeredMbps;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Time that is measured, s (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--settle-seconds",
            paramLabel = "N",
            defaultValue = "60",
            description =
                    "Warm-up time, in which the controller estimates the load, s (default:"
                            + " ${DEFAULT-VALUE}).")
    private int settleSeconds;

    @Mixin private TcpOptions tcp;
    @Mixin private AgentRuns agentRuns;
    @Mixin private UpOptions upOptions;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (!transport.equals("tcp") && !transport.equals("udp")) {
            spec.commandLine().getErr().println("--transport: must be tcp or udp");
            return FAILED;
        }
        Optional<String> missing = IperfConnection.missing();
        if (iperf3 && (!transport.equals("tcp") || missing.isPresent())) {
            spec.commandLine().getErr().println("--iperf3: " + missing.orElse("needs tcp"));
            return FAILED;
        }
        if (connections != 1 && !iperf3 || connections < 1 || connections > MOST_CONNECTIONS) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "--connections: must be 1 to "
                                    + MOST_CONNECTIONS
                                    + ", 1 without --iperf3");
            return FAILED;
        }
        Optional<String> error = agentRuns.error();
        if (error.isPresent()) {
            spec.commandLine().getErr().println(error.get());
            return FAILED;
        }
        if (!upOptions.areComplete()) {
            spec.commandLine().getErr().println("run it by ./weir bench agents");
            return FAILED;
        }
        try {
            for (boolean agents : agentRuns.runs()) {
                print(out, agents, measure(agents));
            }
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println("weir bench agents: " + e.getMessage());
            return 1;
        }
    }

    /** Goodputs of the three classes, bit/s, their delays, and what the controller measured. */
    private record Measured(
            List<Double> goodputBps,
            List<SentSegments> sent,
            List<Double> wireP99Ms,
            PortSamples port) {}

    private Measured measure(boolean agents) throws IOException, InterruptedException {
        List<ClassProgram> senders = new ArrayList<>();
        List<WireDelay> wires = new ArrayList<>();
        try (ClassHosts hosts = agentRuns.start(upOptions, tcpIfUsed(), agents)) {
            for (int i = 0; i < ClassHosts.CLASSES.size(); i++) {
                wires.add(
                        new WireDelay(
                                hosts.sender(i), hosts.receiver(), ClassHosts.FIRST_PORT + i));
                senders.add(start(hosts, i));
            }
            TimeUnit.SECONDS.sleep(settleSeconds);
            wires.forEach(WireDelay::reset);
            List<SentSegments> before = hosts.sentSegments();
            List<ClassProgram.Window> windows = new ArrayList<>();
            for (ClassProgram sender : senders) {
                windows.add(sender.measure());
            }
            TimeUnit.SECONDS.sleep(seconds);
            List<SentSegments> sent = hosts.sentSegmentsSince(before);
            List<Double> goodput = new ArrayList<>();
            for (ClassProgram.Window window : windows) {
                goodput.add(window.goodputBps());
            }
            List<Double> wireP99Ms = wires.stream().map(WireDelay::p99Ms).toList();
            wires.forEach(WireDelay::close);
            // The samples are read before the end, which takes the traffic away.
            return new Measured(goodput, sent, wireP99Ms, hosts.port(seconds));
        } finally {
            wires.forEach(WireDelay::close);
            for (ClassProgram sender : senders) {
                sender.close();
            }
        }
    }

    private Optional<TcpOptions> tcpIfUsed() {
        return transport.equals("tcp") ? Optional.of(tcp) : Optional.empty();
    }

    private ClassProgram start(ClassHosts hosts, int index)
            throws IOException, InterruptedException {
        String from = hosts.sender(index);
        String to = hosts.receiver();
        int port = ClassHosts.FIRST_PORT + index;
        int dscp = ClassHosts.DSCPS.get(index);
        if (iperf3) {
            return ClassProgram.of(
                    new IperfConnection(
                            from,
                            to,
                            ClassHosts.RECEIVER_ADDRESS,
                            port,
                            settleSeconds,
                            seconds,
                            List.of(
                                    "-S",
                                    Integer.toString(dscp << DSCP_SHIFT),
                                    "-P",
                                    Integer.toString(connections))));
        }
        return transport.equals("tcp")
                ? ClassSender.tcp(from, to, ClassHosts.RECEIVER_ADDRESS, port, dscp)
                : ClassSender.udp(
                        from, to, ClassHosts.RECEIVER_ADDRESS, port, dscp, MEGA * offeredMbps);
    }

    /** Segments sent again as a percentage; - without TCP. */
    private String again(SentSegments sent) {
        return transport.equals("tcp")
                ? String.format(Locale.ROOT, "%.2f %%", 100 * sent.partAgain())
                : "-";
    }

    private String traffic() {
        return transport.equals("tcp")
                ? (iperf3 ? "iperf3, " : "")
                        + (connections > 1 ? connections + " connections each, " : "")
                        + tcp.name()
                : transport;
    }

    private void print(PrintWriter out, boolean agents, Measured measured) {
        double goodput = measured.goodputBps.stream().mapToDouble(Double::doubleValue).sum();
        double target = 0;
        for (String name : ClassHosts.CLASSES) {
            target += measured.port.mean(name, "/targetRateBps");
        }
        out.printf(
                Locale.ROOT,
                "%s, %s: %.2f Mb/s together%n",
                traffic(),
                agentRuns.name(agents),
                goodput / MEGA);
        out.println(
                "  class  goodput Mb/s  share   weight  off weight  λ* Mb/s  off λ*  p99 ms"
                        + "  wire p99 ms  mean depth  mean K  sent again");
        for (int i = 0; i < ClassHosts.CLASSES.size(); i++) {
            String name = ClassHosts.CLASSES.get(i);
            double share = measured.goodputBps.get(i) / goodput;
            double targetBps = measured.port.mean(name, "/targetRateBps");
            out.printf(
                    Locale.ROOT,
                    "  %-5s  %12.3f  %5.3f  %7.3f  %+9.1f%%  %7.2f  %+5.1f%%  %6.1f  %11.1f  %10.1f  %6.1f  %10s%n",
                    name,
                    measured.goodputBps.get(i) / MEGA,
                    share,
                    measured.port.mean(name, "/weight"),
                    100 * (share / measured.port.mean(name, "/weight") - 1),
                    targetBps / MEGA,
                    100 * (share / (targetBps / target) - 1),
                    measured.port.mean(name, "/delayMs/p99"),
                    measured.wireP99Ms.get(i),
                    measured.port.mean(name, "/depthPackets/mean"),
                    measured.port.mean(name, "/thresholdPackets"),
                    again(measured.sent.get(i)));
        }
        if (measured.port.lostFrames() > 0) {
            out.printf(
                    "  lost between hosts and switches: %d frames%n", measured.port.lostFrames());
        }
        out.flush();
    }
}
