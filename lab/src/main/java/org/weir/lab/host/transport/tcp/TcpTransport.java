// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.Map;
import org.weir.lab.host.transport.Endpoint;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.PacketTransport;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;

/**
 * TCP: each message has a connection of its own.
 *
 * @param config of connections, unless their class has another
 * @param ofDscp settings of connections with some DSCPs
 * @param observer observes the senders
 */
public record TcpTransport(TcpConfig config, Map<Integer, TcpConfig> ofDscp, TcpObserver observer)
        implements PacketTransport {
    /** Copies the settings of classes. */
    public TcpTransport {
        ofDscp = Map.copyOf(ofDscp);
    }

    /** The same settings for all connections, unobserved. */
    public TcpTransport(TcpConfig config) {
        this(config, Map.of(), TcpObserver.NONE);
    }

    @Override
    public Endpoint start(HostPort port) {
        return new TcpEndpoint(this, port);
    }

    @Override
    public int payloadBytes() {
        return config.frameBytes() - overheadBytes();
    }

    /** Handshake, close and the header of the message in its stream are left out. */
    @Override
    public int frameBytes(long messageBytes, int packet) {
        long rest = messageBytes - (long) packet * payloadBytes();
        return overheadBytes() + (int) Math.min(payloadBytes(), rest);
    }

    /** Whether some connections ask for AccECN's feedback. */
    public boolean usesAccEcn() {
        return config.accEcn() || ofDscp.values().stream().anyMatch(TcpConfig::accEcn);
    }

    TcpConfig configOf(int dscp) {
        return ofDscp.getOrDefault(dscp, config);
    }

    /** Length of what frames have beside the application's bytes, over IPv4 with timestamps. */
    public static int overheadBytes() {
        return TcpSegment.headerBytes(true, TcpOptions.TIMESTAMP_BYTES);
    }
}
