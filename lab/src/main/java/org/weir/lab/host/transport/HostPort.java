// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.util.function.Consumer;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;

/** Services of a host for its transport. */
public interface HostPort {
    /** The clock, and what runs at times of it. */
    Engine engine();

    /** Addresses and rate. */
    HostConfig config();

    /**
     * Hands a frame of {@link #frameLike} to the port's queue; false, and counted, when that is
     * full. It belongs to the network from then on, which uses it again.
     */
    boolean send(byte[] frame);

    /** A frame to send with a model's bytes. */
    byte[] frameLike(byte[] model);

    /** Frames that wait in the port or are on its line. */
    int heldFrames();

    /** Calls back with the Ethernet address of an IP address, at once when it is known. */
    void resolve(IpAddress ip, Consumer<MacAddress> whenKnown);

    /**
     * Handles a packet of a message as the scheme asks of receivers: at intervals it notifies the
     * sender of marked ones, or it acknowledges each.
     *
     * @param number of the packet in the message, from 0
     */
    void onData(int messageId, long number, UdpPacket packet);

    /**
     * No packet of a message is waited for any more; its state for {@link #onData} may be dropped.
     */
    void onDelivered(int messageId);

    /** Log that the transport reports messages to. */
    MessageLog log();
}
