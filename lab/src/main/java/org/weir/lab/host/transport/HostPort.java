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
    /** The clock and its timers. */
    Engine engine();

    /** Addresses and rate. */
    HostConfig config();

    /** Seed of the transport's random numbers; another one for each host of a network. */
    long seed();

    /**
     * Puts a frame of {@link #frameLike} into the port's queue; false if the queue is full, which
     * is counted. The frame then belongs to the network, which uses it again.
     */
    boolean send(byte[] frame);

    /** A new frame with the bytes of a model, to be sent. */
    byte[] frameLike(byte[] model);

    /** Number of frames that wait in the port or are being transmitted. */
    int heldFrames();

    /** Calls back with the Ethernet address of an IP address; at once if the address is known. */
    void resolve(IpAddress ip, Consumer<MacAddress> whenKnown);

    /**
     * Handles an arrived packet of a message by the scheme's rule for receivers: notify the sender
     * of marked packets at intervals, or acknowledge each packet.
     *
     * @param number of the packet in the message, from 0
     */
    void onData(int messageId, long number, UdpPacket packet);

    /** Takes note that a message is complete; its state for {@link #onData} may be forgotten. */
    void onDelivered(int messageId);

    /** Log that the transport reports messages to. */
    MessageLog log();
}
