// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.lab;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.FatTree;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.FlowTemplate;
import org.weir.lab.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir bench lab}: how fast networks run in virtual time. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs networks of switches with Weir's own program, a virtual queue at each port, in virtual time on one thread: one switch with one flow at the line's rate, a dumbbell of two switches that TCP connections with CUBIC share, and a fat tree in which each host sends to another at the line's rate. A packet-hop is a packet that a switch has received."
        })
public final class LabBenchCommand implements Callable<Integer> {

    private static final int FAILED = 2;
    private static final long NS_PER_MS = 1_000_000L;
    private static final int PACKET_BYTES = 1000;
    private static final int QUEUE_PACKETS = 256;
    private static final long DELAY_NS = 1000;
    private static final int TCP_PAIRS = 8;
    private static final long TCP_DELAY_NS = 50_000;
    private static final double MEBIBYTE = 1 << 20;

    @Spec private CommandSpec spec;

    @Option(
            names = "--rate-gbps",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Rate of all lines and flows, Gb/s, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private long rateGbps;

    @Option(
            names = "--flow-ms",
            paramLabel = "N",
            defaultValue = "10000",
            description =
                    "Virtual time of the one flow through one switch, ms; 0 leaves it out (default: ${DEFAULT-VALUE}).")
    private long flowMs;

    @Option(
            names = "--tcp-ms",
            paramLabel = "N",
            defaultValue = "2000",
            description =
                    "Virtual time of the dumbbell with TCP, ms; 0 leaves it out (default: ${DEFAULT-VALUE}).")
    private long tcpMs;

    @Option(
            names = "--fat-tree",
            paramLabel = "K",
            defaultValue = "8",
            description =
                    "Ports of the fat tree's switches, even, 2 to 62; it has K*K*K/4 hosts (default: ${DEFAULT-VALUE}).")
    private int fatTree;

    @Option(
            names = "--fat-tree-ms",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Virtual time of the fat tree, ms; 0 leaves it out (default: ${DEFAULT-VALUE}).")
    private long fatTreeMs;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Runs of each network, one after the other in this process; the first includes"
                            + " the JVM's warm-up (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Override
    public Integer call() {
        check("--flow-ms", flowMs, 0, 1_000_000);
        check("--tcp-ms", tcpMs, 0, 1_000_000);
        check("--fat-tree-ms", fatTreeMs, 0, 1_000_000);
        check("--runs", runs, 1, 1000);
        check("--rate-gbps", rateGbps, 1, 1000);
        long rateBps = rateGbps * 1_000_000_000L;
        LineSpec line = new LineSpec(rateBps, DELAY_NS, QUEUE_PACKETS);
        FlowTemplate flow = new FlowTemplate(PACKET_BYTES, 0, ArrivalProcess.CBR, rateBps);
        NetworkSpec tree;
        try {
            tree = Workloads.permutation(FatTree.create(fatTree, line, 1), flow, 1);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--fat-tree: " + e.getMessage());
        }
        NetworkSpec one = Workloads.incast(LeafSpine.create(1, 1, 2, line, line, 1), flow, 1, 1);
        PrintWriter out = spec.commandLine().getOut();
        header(out);
        try {
            for (int i = 0; i < runs; i++) {
                if (flowMs > 0) {
                    print(out, "one switch", LabRun.of(one, flowMs * NS_PER_MS));
                }
            }
            LineSpec far = new LineSpec(rateBps, TCP_DELAY_NS, QUEUE_PACKETS);
            NetworkSpec dumbbell = Dumbbell.create(TCP_PAIRS, line, far, 1);
            for (int i = 0; i < runs; i++) {
                if (tcpMs > 0) {
                    String name = "dumbbell, %d CUBIC".formatted(TCP_PAIRS);
                    print(out, name, LabRun.overTcp(dumbbell, TCP_PAIRS, tcpMs * NS_PER_MS));
                }
            }
            for (int i = 0; i < runs; i++) {
                if (fatTreeMs > 0) {
                    String name = "fat tree, %d hosts".formatted(tree.hosts().size());
                    print(out, name, LabRun.of(tree, fatTreeMs * NS_PER_MS));
                }
            }
        } catch (ProgramException e) {
            spec.commandLine().getErr().println("weir bench lab: " + e.getMessage());
            spec.commandLine().getErr().flush();
            return FAILED;
        }
        return 0;
    }

    private void check(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s must be %d to %d, not %d".formatted(option, least, most, value));
        }
    }

    private static void header(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-20s %12s %12s %12s %9s %8s %8s %9s %12s %12s %9s %9s%n",
                "network",
                "sent",
                "received",
                "packet-hops",
                "set-up s",
                "wall s",
                "CPU s",
                "all CPU s",
                "hops/wall s",
                "hops/CPU s",
                "B/hop",
                "peak MiB");
        out.flush();
    }

    private static void print(PrintWriter out, String name, LabRun run) {
        out.printf(
                Locale.ROOT,
                "%-20s %,12d %,12d %,12d %9.2f %8.2f %8.2f %9.2f %,12.0f %,12.0f %9.1f %9.0f%n",
                name,
                run.sentPackets(),
                run.receivedPackets(),
                run.packetHops(),
                run.setUpSeconds(),
                run.wallSeconds(),
                run.cpuSeconds(),
                run.processCpuSeconds(),
                run.packetHops() / run.wallSeconds(),
                run.packetHops() / run.cpuSeconds(),
                (double) run.allocatedBytes() / run.packetHops(),
                run.peakHeapBytes() / MEBIBYTE);
        out.flush();
    }
}
