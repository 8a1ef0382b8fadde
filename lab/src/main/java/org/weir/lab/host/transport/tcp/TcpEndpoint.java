// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.Endpoint;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.tcp.segment.SegmentFrames;
import org.weir.lab.host.transport.tcp.send.SenderCounts;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;

/**
 * TCP in one host. The port holds one data segment, or one burst, at a time; connections that may
 * send take turns.
 */
final class TcpEndpoint implements Endpoint {
    private static final int SERVER_PORT = 5001;
    private static final int FIRST_SOURCE_PORT = 10_000;
    private static final int SOURCE_PORTS = 50_000;

    private final TcpTransport transport;
    private final HostPort port;
    private final Applications applications;
    private final Map<FlowKey, TcpConnection> connections = new HashMap<>();
    private final ArrayDeque<TcpConnection> ready = new ArrayDeque<>();
    private final SenderCounts counts = new SenderCounts();
    private final SplittableRandom random;
    private int lastSourcePort = -1;

    /** Sources and sinks of the streams of messages. */
    interface Applications {
        /** Content of a message's stream, with its header. */
        StreamSource source(Message message);

        /** Reader of a stream that another host has opened. */
        StreamSink sink();

        /** First sequence number of a connection's end. */
        default int firstNumber(SplittableRandom random) {
            return random.nextInt();
        }
    }

    TcpEndpoint(TcpTransport transport, HostPort port) {
        this(transport, port, new Messages(port));
    }

    TcpEndpoint(TcpTransport transport, HostPort port, Applications applications) {
        this.transport = transport;
        this.port = port;
        this.applications = applications;
        random = new SplittableRandom(port.seed());
    }

    @Override
    public void send(Message message) {
        long bytes = message.bytes();
        TcpConnection connection =
                connect(message.destination(), message.dscp(), applications.source(message));
        connection.observe(
                sender -> transport.observer().established(message, sender),
                () -> port.log().resent(message.id()));
        connection.offer(MessageStream.HEADER_BYTES + bytes);
        connection.close();
        connection.open();
    }

    private TcpConnection connect(IpAddress destination, int dscp, StreamSource source) {
        IpAddress own = ownAddress(destination);
        FlowKey key = freeKey(destination);
        TcpConnection connection =
                new TcpConnection(
                        this,
                        key,
                        transport.configOf(dscp),
                        own,
                        dscp,
                        applications.firstNumber(random),
                        source,
                        StreamSink.NONE);
        connections.put(key, connection);
        return connection;
    }

    private IpAddress ownAddress(IpAddress peer) {
        HostConfig host = port.config();
        return peer.isIpv4() ? host.ipv4() : host.ipv6().orElseThrow();
    }

    private FlowKey freeKey(IpAddress peer) {
        for (int tried = 0; tried < SOURCE_PORTS; tried++) {
            lastSourcePort = (lastSourcePort + 1) % SOURCE_PORTS;
            FlowKey key = new FlowKey(peer, SERVER_PORT, FIRST_SOURCE_PORT + lastSourcePort);
            if (!connections.containsKey(key)) {
                return key;
            }
        }
        throw new IllegalStateException(
                port.config().name() + " has " + SOURCE_PORTS + " connections to one host");
    }

    @Override
    public boolean receive(byte[] frame) {
        Optional<TcpSegment> parsed = TcpSegment.parse(frame);
        if (parsed.isEmpty() || !isOwn(parsed.get().destination())) {
            return false;
        }
        TcpSegment segment = parsed.get();
        FlowKey key =
                new FlowKey(segment.source(), segment.sourcePort(), segment.destinationPort());
        TcpConnection connection = connections.get(key);
        if (connection != null) {
            connection.onSegment(segment);
        } else if (segment.destinationPort() == SERVER_PORT
                && segment.has(TcpFlags.SYN)
                && !segment.has(TcpFlags.ACK)) {
            accept(key, segment);
        } else if (!segment.has(TcpFlags.RST)) {
            reset(segment);
        }
        pump();
        return true;
    }

    private boolean isOwn(IpAddress address) {
        HostConfig host = port.config();
        return address.equals(host.ipv4()) || host.ipv6().filter(address::equals).isPresent();
    }

    private void accept(FlowKey key, TcpSegment syn) {
        TcpConnection connection =
                new TcpConnection(
                        this,
                        key,
                        transport.configOf(syn.dscp()),
                        syn.destination(),
                        syn.dscp(),
                        applications.firstNumber(random),
                        StreamSource.ZEROS,
                        applications.sink());
        connections.put(key, connection);
        connection.onSegment(syn);
    }

    /** Answers a segment of a connection that is none (RFC 9293, section 3.10.7.1). */
    private void reset(TcpSegment segment) {
        SegmentFrames frames =
                new SegmentFrames(
                        new SegmentFrames.Addresses(
                                segment.sourceMac(),
                                port.config().mac(),
                                segment.destination(),
                                segment.source(),
                                segment.destinationPort(),
                                segment.sourcePort(),
                                segment.dscp()),
                        port::frameLike,
                        0,
                        transport.config().algorithm().ecnCodepoint());
        int flags = TcpFlags.RST;
        int sequence = segment.acknowledgement();
        int acknowledgement = 0;
        if (!segment.has(TcpFlags.ACK)) {
            flags |= TcpFlags.ACK;
            sequence = 0;
            acknowledgement = segment.sequence() + segment.payloadBytes() + 1;
        }
        port.send(
                frames.frame(
                        new SegmentFrames.Header(
                                false, sequence, acknowledgement, flags, 0, TcpOptions.NONE),
                        0));
    }

    @Override
    public void onPortFree() {
        pump();
    }

    HostPort port() {
        return port;
    }

    /** Connections that are not over, those in TIME-WAIT included. */
    int connections() {
        return connections.size();
    }

    SenderCounts counts() {
        return counts;
    }

    /** Lets a connection send when its turn comes. */
    void enqueue(TcpConnection connection) {
        if (!connection.isQueued()) {
            connection.setQueued(true);
            ready.add(connection);
        }
    }

    /** Hands data segments or bursts to the port while it is free. */
    void pump() {
        while (port.heldFrames() == 0 && !ready.isEmpty()) {
            TcpConnection connection = ready.remove();
            connection.setQueued(false);
            if (connection.sendTurn()) {
                enqueue(connection);
            }
        }
    }

    /** Forgets a connection that is over. */
    void remove(TcpConnection connection) {
        connections.remove(connection.key());
    }

    private record Messages(HostPort port) implements Applications {
        @Override
        public StreamSource source(Message message) {
            return new MessageStream(message);
        }

        @Override
        public StreamSink sink() {
            return new MessageStream.Reader(port.engine(), port.log());
        }
    }
}
