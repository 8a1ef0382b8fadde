// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleConsumer;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.stats.LatencyHistogram;

/** Flows of a network over TCP: each has always more to send. */
final class TcpFlows implements MessageLog {
    private static final long ENDLESS = Long.MAX_VALUE / 4;
    private static final int STEPS = 100;
    private static final double BITS_PER_MEGABIT = 1e6;

    private final Network network;
    private final List<NetworkSpec.Traffic> flows;
    private final long[] bytes;
    private final long[] segments;
    private final long[] resent;
    private final LatencyHistogram[] delays;

    /**
     * @param network without flows, its switches programmed, not started
     * @param flows that its hosts send
     */
    TcpFlows(Network network, List<NetworkSpec.Traffic> flows, TcpTransport transport) {
        this.network = network;
        this.flows = flows;
        bytes = new long[flows.size()];
        segments = new long[flows.size()];
        resent = new long[flows.size()];
        delays = new LatencyHistogram[flows.size()];
        Arrays.setAll(delays, i -> new LatencyHistogram());
        network.hosts().forEach(host -> host.use(transport, this));
    }

    /** Runs them for a time, ns; progress receives the part done, 0 to 1. */
    void run(long lengthNs, DoubleConsumer progress) {
        for (int i = 0; i < flows.size(); i++) {
            NetworkSpec.Traffic one = flows.get(i);
            Message message = new Message(i, one.flow().destination(), one.flow().dscp(), ENDLESS);
            network.engine().schedule(0, () -> network.host(one.sender()).send(message));
        }
        network.start();
        for (long step = 1; step <= STEPS; step++) {
            network.engine().runUntil(Math.round((double) lengthNs * step / STEPS));
            progress.accept((double) step / STEPS);
        }
    }

    /** Prints a line for each flow. */
    void print(PrintWriter out, double seconds) {
        out.printf(
                Locale.ROOT,
                "%-16s %-8s %15s %10s %8s %9s %9s%n",
                "flow",
                "class",
                "goodput",
                "received",
                "resent",
                "p50 ms",
                "p99 ms");
        for (int i = 0; i < flows.size(); i++) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %-8s %10.3f Mb/s %10d %8d %9.3f %9.3f%n",
                    flows.get(i).flow().name(),
                    flows.get(i).flow().className(),
                    bytes[i] * 8 / seconds / BITS_PER_MEGABIT,
                    segments[i],
                    resent[i],
                    delays[i].percentileNs(0.5) / 1e6,
                    delays[i].percentileNs(0.99) / 1e6);
        }
        out.flush();
    }

    @Override
    public void received(int messageId, long delayNs, int more) {
        bytes[messageId] += more;
        segments[messageId]++;
        delays[messageId].add(delayNs);
    }

    @Override
    public void resent(int messageId) {
        resent[messageId]++;
    }
}
