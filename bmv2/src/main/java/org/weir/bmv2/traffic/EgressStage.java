// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.runtime.packet.PacketState;

/** Processing of a packet between its queue and the line. */
@FunctionalInterface
public interface EgressStage {

    /**
     * Runs a packet that has just been taken from its queue.
     *
     * @param packet a packet; if it is not to be sent, this method has disposed of it
     * @param queueDepthPackets packets that still wait in its queue
     * @return whether it is to be sent
     */
    boolean run(PacketState packet, int queueDepthPackets);
}
