// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.packet;

import java.util.function.Consumer;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.packet.DefaultOutboundPacket;
import org.onosproject.net.packet.DefaultPacketContext;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.OutboundPacket;

/** A packet-in on its way through ONOS's packet processors, any of which may send it on, once. */
final class ReceivedPacket extends DefaultPacketContext {
    private final Consumer<OutboundPacket> sender;

    ReceivedPacket(
            long timeMs,
            InboundPacket inbound,
            OutboundPacket sameBytes,
            Consumer<OutboundPacket> sender) {
        super(timeMs, inbound, sameBytes, false);
        this.sender = sender;
    }

    @Override
    public void send() {
        if (block()) {
            return;
        }
        OutboundPacket out = outPacket();
        TrafficTreatment treatment =
                out.treatment() == null ? treatmentBuilder().build() : out.treatment();
        sender.accept(new DefaultOutboundPacket(out.sendThrough(), treatment, out.data()));
    }
}
