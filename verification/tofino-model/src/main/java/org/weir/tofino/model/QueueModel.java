// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/**
 * Model of the queues that packets pass. The model of the ASIC has no traffic manager: packets
 * leave in the order in which they came, and a test decides how deep and slow the queues are.
 */
@FunctionalInterface
public interface QueueModel {

    /** No packet waits. */
    QueueModel EMPTY = (port, queue, bytes, timeNs) -> new QueuePassage(0, timeNs, 0, timeNs);

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
