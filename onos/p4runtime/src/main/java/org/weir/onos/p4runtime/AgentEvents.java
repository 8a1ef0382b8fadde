// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentEvent;
import org.onosproject.net.pi.runtime.PiPacketOperation;

/** Receiver of events of a client's device. Calls must return quickly. */
interface AgentEvents {

    /**
     * Reports a change of the channel or of the role.
     *
     * @param type the event
     * @param deviceId the device it happened to
     */
    void agent(DeviceAgentEvent.Type type, DeviceId deviceId);

    /**
     * Reports a packet sent by the switch.
     *
     * @param deviceId the switch
     * @param packet the packet with its metadata
     */
    void packetIn(DeviceId deviceId, PiPacketOperation packet);
}
