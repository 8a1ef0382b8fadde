// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

import java.util.List;

/**
 * Contents of a port at an instant. Every frame taken from a queue is sent, lost, dropped or
 * recirculated by the program, on the line or in the air.
 *
 * @param queues the eight queues by number
 * @param pfc flow control of the eight priorities by number
 * @param receivedPauseFrames PFC frames that came in while the port had flow control
 * @param malformedPauseFrames those of them too short to be one; they were ignored
 * @param sentPauseFrames PFC frames of the switch's own that were given to the line
 * @param onLine whether a frame is being sent
 * @param inAir frames that have been sent and not arrived
 * @param lostOnLine frames of which not all bits were sent when the port went down
 * @param lostInAir frames that were sent and had not arrived when the port went down
 */
public record PortTrafficStatus(
        List<QueueStatus> queues,
        List<PfcStatus> pfc,
        long receivedPauseFrames,
        long malformedPauseFrames,
        long sentPauseFrames,
        boolean onLine,
        int inAir,
        long lostOnLine,
        long lostInAir) {}
