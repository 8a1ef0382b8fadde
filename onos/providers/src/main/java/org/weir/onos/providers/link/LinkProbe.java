// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.onlab.packet.ChassisId;
import org.onlab.packet.Ethernet;
import org.onlab.packet.MacAddress;
import org.onlab.packet.ONOSLLDP;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;

/**
 * The frame that finds links: LLDP with ONOS's own fields, which name the port it left by, signed
 * with the cluster's secret, so that a host cannot make up links.
 */
final class LinkProbe {
    /** Locally administered; bridges do not forward frames to the LLDP destination anyway. */
    private static final MacAddress SOURCE = MacAddress.valueOf("02:00:4c:4c:44:50");

    private final String secret;
    private final long maxDelayMs;

    /**
     * @param maxDelayMs a probe that has been on its way for longer is not believed
     */
    LinkProbe(String secret, long maxDelayMs) {
        this.secret = secret;
        this.maxDelayMs = maxDelayMs;
    }

    /** The port number that an echo carries: one that no switch has. */
    private static final PortNumber ECHO = PortNumber.portNumber(Integer.MAX_VALUE);

    /** A frame that is to come back from the switch that it is sent to. */
    ByteBuffer echo(Device device) {
        return frame(device, ECHO);
    }

    /** Whether a frame that came from this place is an echo and not a probe of a link. */
    static boolean isEcho(ConnectPoint origin) {
        return origin.port().equals(ECHO);
    }

    ByteBuffer frame(Device device, PortNumber port) {
        ChassisId chassis = device.chassisId() == null ? new ChassisId() : device.chassisId();
        ONOSLLDP lldp =
                ONOSLLDP.onosSecureLLDP(
                        device.id().toString(), chassis, (int) port.toLong(), secret);
        Ethernet ethernet = new Ethernet();
        ethernet.setDestinationMACAddress(MacAddress.ONOS_LLDP);
        ethernet.setSourceMACAddress(SOURCE);
        ethernet.setEtherType(Ethernet.TYPE_LLDP);
        ethernet.setPayload(lldp);
        ethernet.setPad(true);
        return ByteBuffer.wrap(ethernet.serialize());
    }

    /** A probe that has been received: where and when it was sent. */
    static final class Arrival {
        final ConnectPoint origin;

        /** The sender's time stamp, ms since 1970. */
        final long sentMs;

        private Arrival(ConnectPoint origin, long sentMs) {
            this.origin = origin;
            this.sentMs = sentMs;
        }
    }

    /** Reads a frame; empty unless it is one of this cluster's probes, unchanged and fresh. */
    Optional<Arrival> read(Ethernet ethernet) {
        if (ethernet.getEtherType() != Ethernet.TYPE_LLDP) {
            return Optional.empty();
        }
        ONOSLLDP lldp = ONOSLLDP.parseONOSLLDP(ethernet);
        if (lldp == null
                || lldp.getPort() == null
                || lldp.getTimestampTLV() == null
                || !ONOSLLDP.verify(lldp, secret, maxDelayMs)) {
            return Optional.empty();
        }
        return Optional.of(
                new Arrival(
                        new ConnectPoint(
                                DeviceId.deviceId(lldp.getDeviceString()),
                                PortNumber.portNumber(lldp.getPort())),
                        lldp.getTimestamp()));
    }
}
