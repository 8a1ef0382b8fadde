// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;

/** Two hosts with TCP and nothing between them but what a test puts there. */
final class TcpPair {
    static final long US = 1000;
    static final long MS = 1_000_000;
    static final long SECOND = 1_000_000_000;

    /** Way of frames from one host to the other. */
    interface Way {
        /** Takes a frame that left its host; it is the way's own. */
        void take(byte[] frame, Consumer<byte[]> arrive);
    }

    final Engine engine = new Engine(Pacing.FREE);
    final TcpEndpoint client;
    final TcpEndpoint server;
    private final Port clientPort;
    private final Port serverPort;

    /**
     * @param forth way of data
     * @param back way of acknowledgements
     */
    TcpPair(TcpTransport transport, Way forth, Way back, MessageLog log) {
        this(transport, forth, back, log, 0);
    }

    TcpPair(TcpTransport transport, Way forth, Way back, MessageLog log, long rateBps) {
        this(transport, transport, forth, back, log, rateBps);
    }

    /** Two hosts with settings of their own. */
    TcpPair(
            TcpTransport transport,
            TcpTransport serverTransport,
            Way forth,
            Way back,
            MessageLog log,
            long rateBps) {
        clientPort = new Port(1, forth, log, rateBps);
        serverPort = new Port(2, back, log, rateBps);
        // Content takes time; schedules check it.
        boolean checked = log != MessageLog.NONE;
        client =
                checked
                        ? new TcpEndpoint(
                                transport, clientPort, new PatternApplications(clientPort))
                        : new TcpEndpoint(transport, clientPort);
        server =
                checked
                        ? new TcpEndpoint(
                                serverTransport, serverPort, new PatternApplications(serverPort))
                        : new TcpEndpoint(serverTransport, serverPort);
        clientPort.own = client;
        serverPort.own = server;
        clientPort.peer = server;
        serverPort.peer = client;
    }

    /** A way with a delay and nothing else. */
    Way delay(long ns) {
        return (frame, arrive) -> engine.scheduleAfter(ns, () -> arrive.accept(frame));
    }

    void send(int id, long bytes) {
        client.send(new Message(id, serverPort.config().ipv4(), 0, bytes));
    }

    private final class Port implements HostPort {
        private final HostConfig config;
        private final MessageLog log;
        private final Way way;
        private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
        private TcpEndpoint own;
        private TcpEndpoint peer;

        Port(int number, Way way, MessageLog log, long rateBps) {
            this.way = way;
            this.log = log;
            config =
                    new HostConfig(
                            "h" + number,
                            new MacAddress(number),
                            IpAddress.parse("10.0.0." + number),
                            Optional.empty(),
                            rateBps == 0 ? 1 : rateBps,
                            1000,
                            0);
        }

        @Override
        public Engine engine() {
            return engine;
        }

        @Override
        public HostConfig config() {
            return config;
        }

        @Override
        public long seed() {
            return config.ipv4().hashCode();
        }

        @Override
        public boolean send(byte[] frame) {
            if (config.rateBps() == 1) {
                way.take(frame, peer::receive);
                return true;
            }
            queue.add(frame);
            if (queue.size() == 1) {
                transmit();
            }
            return true;
        }

        private void transmit() {
            long ns = queue.peek().length * 8 * SECOND / config.rateBps();
            engine.scheduleAfter(
                    ns,
                    () -> {
                        way.take(queue.remove(), peer::receive);
                        if (queue.isEmpty()) {
                            own.onPortFree();
                        } else {
                            transmit();
                        }
                    });
        }

        @Override
        public byte[] frameLike(byte[] model) {
            return model.clone();
        }

        @Override
        public int heldFrames() {
            return queue.size();
        }

        @Override
        public void resolve(IpAddress ip, Consumer<MacAddress> whenKnown) {
            whenKnown.accept(new MacAddress(ip.equals(IpAddress.parse("10.0.0.2")) ? 2 : 1));
        }

        @Override
        public void onData(int messageId, long number, UdpPacket packet) {}

        @Override
        public void onDelivered(int messageId) {}

        @Override
        public MessageLog log() {
            return log;
        }
    }
}
