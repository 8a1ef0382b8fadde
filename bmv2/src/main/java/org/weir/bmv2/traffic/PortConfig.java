// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

/**
 * A port of a switch.
 *
 * @param name for people
 * @param rateBps rate in bit/s that the port's eight queues share; {@link #UNLIMITED} for none
 * @param queueCapacityPackets most packets that wait in each of the queues, at least 1
 */
public record PortConfig(String name, long rateBps, int queueCapacityPackets) {

    /** The rate of a port that takes no time to send. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** Checks the values. */
    public PortConfig {
        if (rateBps < 1) {
            throw new IllegalArgumentException(
                    "port " + name + ": rateBps must be at least 1, not " + rateBps);
        }
        if (queueCapacityPackets < 1) {
            throw new IllegalArgumentException(
                    "port "
                            + name
                            + ": queueCapacityPackets must be at least 1, not "
                            + queueCapacityPackets);
        }
    }
}
