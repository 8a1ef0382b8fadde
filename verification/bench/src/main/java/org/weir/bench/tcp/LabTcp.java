// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.engine.Stall;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.network.Network;

/** The lab's TCP on a case, in virtual time. */
final class LabTcp implements MessageLog {
    private static final long ENDLESS = Long.MAX_VALUE / 4;
    private static final long SAMPLE_NS = 100_000_000;
    private static final double NS_PER_SECOND = 1e9;

    private final Sender[] senders;
    private final double segmentBytes;
    private long bytes;
    private long resent;

    private LabTcp(TcpCase one, TcpConfig config) {
        senders = new Sender[one.flows()];
        segmentBytes = new TcpTransport(config).payloadBytes();
    }

    /**
     * Runs a case.
     *
     * @param seed of the flows' begins, each within 7 ms
     * @param stalls times in which the network stands still
     */
    static TcpFigures run(
            TcpCase one, TcpConfig config, RunTimes times, long seed, List<Stall> stalls)
            throws ProgramException {
        Engine engine = new Engine(Pacing.FREE);
        Network network = one.network(engine, seed);
        LabTcp log = new LabTcp(one, config);
        TcpTransport transport =
                new TcpTransport(
                        config, Map.of(), (message, sender) -> log.senders[message.id()] = sender);
        network.hosts().forEach(host -> host.use(transport, log));
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < one.flows(); i++) {
            var destination = network.host(TcpCase.RECEIVER).config().ipv4();
            Message message = new Message(i, destination, 0, ENDLESS);
            engine.schedule(
                    i * TcpCase.BEGIN_GAP_NS + random.nextLong(TcpCase.BEGIN_GAP_NS),
                    () -> network.host(TcpCase.SENDER).send(message));
        }
        network.start();
        replay(stalls, network);
        QueueWatch queue = QueueWatch.begin(network, times.warmUpNs(), times.endNs());
        List<List<double[]>> windows = new ArrayList<>();
        for (int i = 0; i < one.flows(); i++) {
            windows.add(new ArrayList<>());
        }
        long warmBytes = 0;
        long warmResent = 0;
        for (long ns = SAMPLE_NS; ns <= times.endNs(); ns += SAMPLE_NS) {
            engine.runUntil(ns);
            for (int i = 0; i < one.flows(); i++) {
                if (log.senders[i] != null) {
                    double segments = log.senders[i].control().windowBytes() / log.segmentBytes;
                    windows.get(i).add(new double[] {ns / NS_PER_SECOND, segments});
                }
            }
            if (ns == times.warmUpNs()) {
                warmBytes = log.bytes;
                warmResent = log.resent;
            }
        }
        return new TcpFigures(
                (log.bytes - warmBytes) * 8 / times.measuredSeconds() / 1e6,
                queue.mean(),
                log.resent - warmResent,
                log.resent,
                0,
                stalls,
                windows);
    }

    /** The hosts get no frame until a stall's end, and then at once all that were due. */
    private static void replay(List<Stall> stalls, Network network) {
        Engine engine = network.engine();
        for (Stall stall : stalls) {
            long endNs = stall.atNs() + stall.lengthNs();
            engine.schedule(
                    stall.atNs(),
                    () -> network.hosts().forEach(host -> host.standStillUntil(endNs)));
        }
    }

    @Override
    public void received(int messageId, long delayNs, int more) {
        bytes += more;
    }

    @Override
    public void resent(int messageId) {
        resent++;
    }
}
