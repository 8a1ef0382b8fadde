// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;

/**
 * A port of a switch.
 *
 * @param name for people
 * @param traffic its rate and queues when it is attached; the control plane may change them
 * @param delayNs time from a frame's last bit sent to its arrival, at least 0
 */
public record PortConfig(String name, PortTraffic traffic, long delayNs) {

    /** The rate of a port that takes no time to send. */
    public static final long UNLIMITED = QueueConfig.UNLIMITED;

    /** Longest delay. */
    public static final long MAX_DELAY_NS = 1_000_000_000_000L;

    /** Checks the values. */
    public PortConfig {
        if (delayNs < 0 || delayNs > MAX_DELAY_NS) {
            throw new IllegalArgumentException(
                    "port %s: delayNs must be 0 to %d, not %d"
                            .formatted(name, MAX_DELAY_NS, delayNs));
        }
    }

    /**
     * A port with strict priority and no delay.
     *
     * @param name for people
     * @param rateBps rate in bit/s that the port's eight queues share; {@link #UNLIMITED} for none
     * @param queueCapacityPackets most packets that wait in each of the queues, at least 1
     */
    public PortConfig(String name, long rateBps, int queueCapacityPackets) {
        this(name, strict(name, rateBps, queueCapacityPackets), 0);
    }

    private static PortTraffic strict(String name, long rateBps, int queueCapacityPackets) {
        try {
            return PortTraffic.strict(rateBps, queueCapacityPackets);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("port " + name + ": " + e.getMessage(), e);
        }
    }

    /** Rate in bit/s that its queues share. */
    public long rateBps() {
        return traffic.rateBps();
    }
}
