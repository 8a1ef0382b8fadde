// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.engine.StallWatch;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.Network;

/**
 * Linux's TCP on a case: the hosts are network namespaces, the switches and lines are the lab's and
 * keep to the wall clock.
 */
final class LinuxTcp {
    private static final int PORT = 5001;
    private static final long SAMPLE_NS = 100_000_000;
    private static final long SETTLE_NS = 500_000_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    private LinuxTcp() {}

    /**
     * Runs a case.
     *
     * @param bursts whether TCP sends bursts of segments, as Linux does by default
     * @throws IOException if a namespace cannot be made or a socket fails; nothing is left then
     */
    static TcpFigures run(TcpCase one, RunTimes times, boolean bursts)
            throws IOException, ProgramException, InterruptedException {
        Network network = one.network(new Engine(Pacing.WALL_CLOCK), 1);
        HostConfig from = network.host(TcpCase.SENDER).config();
        HostConfig to = network.host(TcpCase.RECEIVER).config();
        try (LinuxBed bed = new LinuxBed(network)) {
            bed.prepare(from.name(), to, one.algorithm().word(), one.ecn());
            bed.prepare(to.name(), from, one.algorithm().word(), one.ecn());
            if (bursts) {
                bed.host(from.name()).allowBursts();
            }
            bed.start();
            String sender = bed.namespace(from.name());
            return measure(one, times, network, sender, bed.namespace(to.name()), to);
        }
    }

    private static TcpFigures measure(
            TcpCase one,
            RunTimes times,
            Network network,
            String sender,
            String receiver,
            HostConfig to)
            throws IOException, InterruptedException {
        try (SocketFlows flows = new SocketFlows(sender, receiver, PORT)) {
            TimeUnit.NANOSECONDS.sleep(SETTLE_NS);
            Engine engine = network.engine();
            QueueWatch[] queue = new QueueWatch[1];
            StallWatch[] stalls = new StallWatch[1];
            engine.submit(
                    () -> {
                        long nowNs = engine.nowNs();
                        engine.takeGreatestLagNs();
                        stalls[0] = new StallWatch(nowNs);
                        engine.watchLag(stalls[0]);
                        queue[0] =
                                QueueWatch.begin(
                                        network, nowNs + times.warmUpNs(), nowNs + times.endNs());
                    });
            long beginNs = System.nanoTime();
            flows.begin(one.flows(), to.ipv4().toString());
            SortedMap<Integer, List<double[]>> windows = new TreeMap<>();
            double[] warm = null;
            double[] last = null;
            while (last == null || last[0] < times.seconds()) {
                long nextNs = (System.nanoTime() - beginNs) / SAMPLE_NS * SAMPLE_NS + SAMPLE_NS;
                TimeUnit.NANOSECONDS.sleep(beginNs + nextNs - System.nanoTime());
                long askedNs = System.nanoTime();
                var sockets = SocketSample.of(sender, PORT);
                // On a busy machine the answer takes long.
                double halfNs = (System.nanoTime() - askedNs) / 2.0;
                double seconds = (askedNs - beginNs + halfNs) / NS_PER_SECOND;
                long bytes = 0;
                long resent = 0;
                for (var each : sockets.entrySet()) {
                    bytes += each.getValue().acknowledgedBytes();
                    resent += each.getValue().resent();
                    windows.computeIfAbsent(each.getKey(), port -> new ArrayList<>())
                            .add(new double[] {seconds, each.getValue().window()});
                }
                last = new double[] {seconds, bytes, resent};
                if (warm == null && seconds >= times.warmUpSeconds()) {
                    warm = last;
                }
            }
            if (windows.size() != one.flows()) {
                throw new IOException(
                        "%d of %d connections were established"
                                .formatted(windows.size(), one.flows()));
            }
            return new TcpFigures(
                    (last[1] - warm[1]) * 8 / (last[0] - warm[0]) / 1e6,
                    queue[0].mean(),
                    last[2] - warm[2],
                    last[2],
                    engine.takeGreatestLagNs() / NS_PER_MS,
                    stalls[0].stalls(),
                    List.copyOf(windows.values()));
        }
    }
}
