// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/** Transport that cuts messages into packets of one size, but for the last one. */
public interface PacketTransport extends Transport {
    /** Bytes of a message in a full packet. */
    int payloadBytes();

    /**
     * Length of the frame of a message's packet, bytes, without frame check sequence.
     *
     * @param packet number of the packet, from 0
     */
    int frameBytes(long messageBytes, int packet);
}
