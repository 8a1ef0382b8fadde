// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

/** Rule by which a threshold that a scheme has for a host's line becomes that of a port. */
public interface PortThresholds {
    /** All ports have the threshold of a host's line. */
    PortThresholds ALIKE =
            new PortThresholds() {
                @Override
                public long packets(double hostPackets, Port port) {
                    return Math.round(hostPackets);
                }

                @Override
                public long waitUs(long hostWaitUs, Port port) {
                    return hostWaitUs;
                }
            };

    /**
     * A threshold of waiting packets.
     *
     * @param hostPackets of a host's line, not rounded
     * @return whole packets of the port
     */
    long packets(double hostPackets, Port port);

    /** A threshold of waiting time, µs. */
    long waitUs(long hostWaitUs, Port port);

    /**
     * A switch's port.
     *
     * @param rateBps bit/s, above 0
     * @param queuePackets that a queue of data holds
     */
    record Port(long rateBps, int queuePackets) {}
}
