// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

/**
 * A priority of a port that loses nothing: its packets wait in the queue of the same number, and
 * the port's peer is asked to pause before there is no room.
 *
 * <p>What has come in by the port for that queue and waits in any port's queue is counted, each
 * copy of a multicast or cloned packet for itself. The buffer sets {@code xoffBytes} and {@code
 * headroomBytes} aside for it; dynamic thresholds do not apply.
 *
 * @param priority 0 to 7
 * @param xoffBytes waiting bytes from which the peer is asked to pause, at least 1; {@link
 *     QueueConfig#UNLIMITED} when the peer's pauses are only to be obeyed
 * @param xonBytes waiting bytes down to which it is asked to resume, below {@code xoffBytes}
 * @param headroomBytes bytes beyond {@code xoffBytes} for what arrives until the peer has stopped;
 *     the next packet is dropped
 */
public record PfcPriority(int priority, long xoffBytes, long xonBytes, long headroomBytes) {

    /** Largest threshold or headroom. */
    public static final long MAX_BYTES = 1_000_000_000_000L;

    /** Checks the values. */
    public PfcPriority {
        Range.check("priority", priority, 0, QueueConfig.MAX_LEVEL);
        if (xoffBytes != QueueConfig.UNLIMITED) {
            Range.check("xoffBytes", xoffBytes, 1, MAX_BYTES);
        }
        Range.check("xonBytes", xonBytes, 0, MAX_BYTES);
        if (xonBytes >= xoffBytes) {
            throw new IllegalArgumentException(
                    "xonBytes must be below xoffBytes (" + xoffBytes + "), not " + xonBytes);
        }
        Range.check("headroomBytes", headroomBytes, 0, MAX_BYTES);
    }

    /** A priority whose pauses are obeyed, and that asks for none. */
    public static PfcPriority obeying(int priority) {
        return new PfcPriority(priority, QueueConfig.UNLIMITED, 0, 0);
    }

    /** Whether the port asks its peer to pause. */
    public boolean isLossless() {
        return xoffBytes != QueueConfig.UNLIMITED;
    }
}
