// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;

/**
 * Rates and depths of stock BMv2's queues, which only its Thrift service {@code simple_switch}
 * sets, and its clock.
 */
final class QueueControl implements AutoCloseable {
    private static final int TIMEOUT_MS = 10_000;

    private static final String SERVICE = "simple_switch";

    private final ThriftConnection connection;

    /** Connects; in the switch's namespace. */
    QueueControl(int port) throws IOException {
        connection = new ThriftConnection(port, TIMEOUT_MS);
    }

    /** Sets the packets that each priority of a port may hold. */
    void setDepth(int port, int depthPackets) throws IOException {
        connection.call(SERVICE, "set_egress_queue_depth", port, depthPackets);
    }

    /**
     * Sets the rate of one priority of a port.
     *
     * @param ratePps packets/s, 0 for no limit; holds for packets that come from now on
     */
    void setRate(int port, int priority, long ratePps) throws IOException {
        connection.call(SERVICE, "set_egress_priority_queue_rate", port, priority, ratePps);
    }

    /** Time since the switch's start, µs, as in its packets' time stamps. */
    long elapsedUs() throws IOException {
        return (Long) connection.call(SERVICE, "get_time_elapsed_us");
    }

    @Override
    public void close() {
        connection.close();
    }
}
