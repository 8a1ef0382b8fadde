// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.abc;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.FlowReceiver;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/** A run of ABC's network: flows at constant rates and by TCP, and what arrived of each client. */
final class AbcRun implements MessageLog {
    /** Bytes of a message that does not end. */
    private static final long ENDLESS = Long.MAX_VALUE / 4;

    private final Engine engine = new Engine(Pacing.FREE);
    private final Network network;

    /** Client of each TCP flow, by the number of its message. */
    private final List<Integer> clients = new ArrayList<>();

    private final long[] tcpBytes = new long[AbcNetwork.CLIENTS];

    AbcRun(NetworkSpec spec, Scheme scheme, Values values) {
        network = new Network(spec, engine);
        try {
            scheme.install(network, values);
        } catch (ProgramException e) {
            throw new IllegalStateException("a switch refuses " + scheme.name(), e);
        }
        CongestionAlgorithm algorithm =
                CongestionAlgorithm.values()[(int) values.whole("control") - 1];
        TcpConfig config =
                TcpConfig.of(algorithm)
                        .with(false, false, false)
                        .withSegmentsPerAck((int) values.whole("segmentsPerAck"));
        TcpTransport transport = new TcpTransport(config);
        network.hosts().forEach(host -> host.use(transport, this));
    }

    /** Parameter for the congestion control of TCP flows, which are without ECN. */
    static Parameter control() {
        return new Parameter(
                "control", "", 2, 1, 2, "TCP: 1 NewReno, 2 CUBIC", "ours: Linux's by default");
    }

    Network network() {
        return network;
    }

    Engine engine() {
        return engine;
    }

    /** Has a client's TCP flow without end begin at a time, ns. */
    void send(int client, long startNs) {
        int id = clients.size();
        clients.add(client);
        Message message = new Message(id, AbcNetwork.address(AbcNetwork.CLIENTS), 0, ENDLESS);
        engine.schedule(startNs, () -> network.host(AbcNetwork.client(client)).send(message));
    }

    /**
     * Payload of a client's that has arrived, bytes.
     *
     * @param packetBytes payload of its UDP packets
     */
    long payloadBytes(int client, int packetBytes) {
        FlowReceiver receiver = network.host(AbcNetwork.SERVER).receivers().get(client);
        return tcpBytes[client] + (receiver == null ? 0 : receiver.packets() * packetBytes);
    }

    @Override
    public void received(int messageId, long delayNs, int bytes) {
        tcpBytes[clients.get(messageId)] += bytes;
    }
}
