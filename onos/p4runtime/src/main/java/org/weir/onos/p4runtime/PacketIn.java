// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.p4runtime.api.P4RuntimePacketIn;

/** A packet that a switch sent to the controller. */
final class PacketIn implements P4RuntimePacketIn {

    private final DeviceId deviceId;
    private final PiPacketOperation operation;

    PacketIn(DeviceId deviceId, PiPacketOperation operation) {
        this.deviceId = deviceId;
        this.operation = operation;
    }

    @Override
    public DeviceId deviceId() {
        return deviceId;
    }

    @Override
    public PiPacketOperation packetOperation() {
        return operation;
    }

    @Override
    public String toString() {
        return "PacketIn{" + deviceId + ", " + operation + "}";
    }
}
