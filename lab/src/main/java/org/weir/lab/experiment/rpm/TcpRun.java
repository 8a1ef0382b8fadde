// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.HashMap;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.host.transport.tcp.send.SenderCounts;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/** A network whose hosts send by TCP, with what arrived of each message. */
final class TcpRun implements MessageLog {
    /** Bytes of a message that does not end. */
    static final long ENDLESS = Long.MAX_VALUE / 4;

    private final Engine engine = new Engine(Pacing.FREE);
    private final Network network;
    private final Map<Integer, Long> bytes = new HashMap<>();
    private final Map<Integer, Long> deliveredNs = new HashMap<>();
    private final Map<Integer, Sender> senders = new HashMap<>();
    private long resent;

    TcpRun(NetworkSpec spec, Scheme scheme, Values values, TcpConfig config) {
        network = new Network(spec, engine);
        try {
            scheme.install(network, values);
        } catch (ProgramException e) {
            throw new IllegalStateException("a switch refuses " + scheme.name(), e);
        }
        TcpTransport transport =
                new TcpTransport(
                        config, Map.of(), (message, sender) -> senders.put(message.id(), sender));
        network.hosts().forEach(host -> host.use(transport, this));
    }

    /** Parameter with which a case has its congestion control. */
    static Parameter control() {
        return new Parameter(
                "control",
                "",
                2,
                1,
                5,
                "TCP: 1 NewReno, 2 CUBIC, 3 DCTCP, 4 Prague, 5 CUBIC as in Linux",
                "RPM section V");
    }

    /** Settings of TCP by that parameter. */
    static TcpConfig config(Values values) {
        return TcpConfig.of(algorithm(values));
    }

    /** Congestion control by that parameter. */
    static CongestionAlgorithm algorithm(Values values) {
        return CongestionAlgorithm.values()[(int) values.whole("control") - 1];
    }

    Network network() {
        return network;
    }

    Engine engine() {
        return engine;
    }

    /** Has a message begin at a time, ns. */
    void send(int id, int from, int to, long length, long startNs) {
        engine.schedule(
                startNs,
                () ->
                        network.host("h" + from)
                                .send(
                                        new Message(
                                                id,
                                                network.host("h" + to).config().ipv4(),
                                                0,
                                                length)));
    }

    /** Bytes of a message that have arrived. */
    long bytes(int id) {
        return bytes.getOrDefault(id, 0L);
    }

    /** Time at which a message was whole, ns; −1 when it is not. */
    long deliveredNs(int id) {
        return deliveredNs.getOrDefault(id, -1L);
    }

    /** Sender of a message; null before its connection is established. */
    Sender sender(int id) {
        return senders.get(id);
    }

    /** Reductions after marks of messages whose connections are established. */
    long markReductions() {
        return senders.values().stream()
                .map(Sender::counts)
                .distinct()
                .mapToLong(SenderCounts::markReductions)
                .sum();
    }

    /** Packets that wait at a port of a switch. */
    int queuePackets(String node, int port) {
        int depth = 0;
        var traffic = network.node(node).device().orElseThrow().traffic();
        for (QueueStatus queue : traffic.portTrafficStatus(port).queues()) {
            depth += queue.depthPackets();
        }
        return depth;
    }

    /** Segments sent once more. */
    long resent() {
        return resent;
    }

    @Override
    public void received(int messageId, long delayNs, int more) {
        bytes.merge(messageId, (long) more, Long::sum);
    }

    @Override
    public void delivered(int messageId, long nowNs) {
        deliveredNs.put(messageId, nowNs);
    }

    @Override
    public void resent(int messageId) {
        resent++;
    }
}
