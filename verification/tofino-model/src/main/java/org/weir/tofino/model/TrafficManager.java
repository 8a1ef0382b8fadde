// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/**
 * Says how a packet passes its queue. The model has no traffic manager of its own: packets leave in
 * the order in which they came, and how deep and slow the queues are is the test's business.
 */
@FunctionalInterface
public interface TrafficManager {

    /** No packet waits. */
    TrafficManager EMPTY = (port, queue, bytes, timeNs) -> new QueuePassage(0, timeNs, 0, timeNs);

    /**
     * A packet's passage.
     *
     * @param port egress port
     * @param queue of the port, 0 to 31
     * @param bytes the packet's, with what ingress or a mirror put before it
     * @param timeNs clock when it comes
     */
    QueuePassage pass(int port, int queue, int bytes, long timeNs);
}
