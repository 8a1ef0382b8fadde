// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.util.Optional;
import org.weir.reaction.Reaction;

/**
 * Messages over UDP as RDMA NICs send them: each paced by its own reaction point, starting at once,
 * with a window where the reaction has one; the NIC serves in turn those whose rate allows a
 * packet.
 *
 * <p>What is lost is sent again selectively (as in IRN: Mittal et al., SIGCOMM 2018): a receiver
 * reports each gap once when it sees it, and the sender's last packet asks for all that is missing.
 * After a silence the sender asks with a probe: a packet without payload, in the message's class
 * (as in pFabric: Alizadeh et al., SIGCOMM 2013). A probe that waits behind the message's packets
 * finds nothing missing, so only packets that were lost are sent again, as long as all packets of a
 * message take one way.
 *
 * @param reaction of each message's sender; empty for one that sends at its line's rate
 * @param payloadBytes of the application in a packet at most
 * @param probes silences after which a sender probes
 */
public record RateTransport(Optional<Reaction> reaction, int payloadBytes, ProbeTimes probes)
        implements PacketTransport {
    @Override
    public Endpoint start(HostPort port) {
        return new RateEndpoint(this, port);
    }

    /** Packets of a message. */
    int packets(long bytes) {
        return Math.toIntExact((bytes + payloadBytes - 1) / payloadBytes);
    }

    @Override
    public int frameBytes(long messageBytes, int packet) {
        long rest = messageBytes - (long) packet * payloadBytes;
        return MessagePacket.FRAME_BYTES + (int) Math.min(payloadBytes, rest);
    }

    /** Number of packets of a message. */
    public int packetsOf(Message message) {
        return packets(message.bytes());
    }

    /** Length of a frame that carries nothing of an application, bytes. */
    public static int overheadBytes() {
        return MessagePacket.FRAME_BYTES;
    }
}
