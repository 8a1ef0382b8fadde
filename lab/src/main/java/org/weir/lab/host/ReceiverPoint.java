// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import org.weir.lab.packet.UdpPacket;

/** A receiver's part of a scheme for one flow: what it answers to the flow's packets. */
interface ReceiverPoint {
    /**
     * Takes a packet that has arrived.
     *
     * @param number of the packet in its flow or message, from 0
     * @return the frame to send; null for none
     */
    byte[] onPacket(UdpPacket packet, long number);
}
