// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

import org.weir.bmv2.controlplane.traffic.BufferStatus;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.PortTrafficStatus;
import org.weir.bmv2.controlplane.traffic.QueueConfig;

/**
 * Queues, rates, buffer and flow control of a running switch. Every method is to be called on the
 * thread of its timeline. A change is made as a whole or, with a {@link ControlException}, not at
 * all; it loses no waiting packet. A frame on the line is finished as it was begun. The CPU port is
 * a port like others here.
 */
public interface TrafficControl {

    /** Rate, queues and scheduler of a port. */
    PortTraffic portTraffic(int port);

    /**
     * Changes how a port sends. Queues that now hold more than they may take no more until they do
     * not.
     */
    void setPortTraffic(int port, PortTraffic traffic);

    /** Contents of a port's queues and of its line. */
    PortTrafficStatus portTrafficStatus(int port);

    /** Starts the largest depths of a port's queues anew from what they hold. */
    void clearMaxDepths(int port);

    /** The switch's buffer. */
    BufferStatus buffer();

    /**
     * Sets the buffer's size, at least what ports have set aside; {@link QueueConfig#UNLIMITED} for
     * no limit.
     */
    void setBufferBytes(long totalBytes);

    /**
     * Sends one PFC frame by a port, before all waiting frames.
     *
     * @param port that is up
     * @param priority 0 to 7
     * @param quanta time for which the peer is to pause, in units of 512 bit times; 0 to resume
     */
    void sendPause(int port, int priority, int quanta);

    /** One queue of a port. */
    default QueueConfig queue(int port, int queue) {
        if (queue < 0 || queue >= PortTraffic.QUEUES) {
            throw new ControlException(
                    ControlException.Reason.INVALID,
                    "port %d: queue must be 0 to %d, not %d"
                            .formatted(port, PortTraffic.QUEUES - 1, queue));
        }
        return portTraffic(port).queues().get(queue);
    }

    /** Changes one queue of a port. */
    default void setQueue(int port, int queue, QueueConfig config) {
        queue(port, queue);
        setPortTraffic(port, portTraffic(port).withQueue(queue, config));
    }
}
