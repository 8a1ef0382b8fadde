// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import java.util.ArrayDeque;
import org.weir.bmv2.controlplane.traffic.PfcStatus;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.time.Timeline;

/**
 * The PFC frames that a port has to send: once when asked by hand, and again and again as long as
 * thresholds say so. Requests of the same moment go in one frame.
 */
final class PauseRequests {

    private final int port;
    private final Timeline timeline;
    private final Runnable toSend;
    private final Runnable refresh = this::refresh;
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private final int[] quanta = new int[PortTraffic.QUEUES];
    private final long[] pauses = new long[PortTraffic.QUEUES];
    private final long[] resumes = new long[PortTraffic.QUEUES];

    /** Priorities that the next frame is about, a bit for each. */
    private int due;

    /** Priorities whose thresholds ask the peer to pause, a bit for each. */
    private int standing;

    private int pauseQuanta;
    private long refreshNs;
    private boolean refreshing;
    private long sentFrames;

    /**
     * Requests of a port.
     *
     * @param toSend run when there is a frame to send
     */
    PauseRequests(int port, Timeline timeline, Runnable toSend) {
        this.port = port;
        this.timeline = timeline;
        this.toSend = toSend;
    }

    void configure(PortTraffic traffic) {
        pauseQuanta = traffic.pfc().pauseQuanta();
        // Half of the pause, so that a frame on the line does not make the refresh late.
        refreshNs = Math.max(1, ReceivedPauses.durationNs(pauseQuanta, traffic.rateBps()) / 2);
    }

    /** Asks once. */
    void send(int priority, int time) {
        due |= 1 << priority;
        quanta[priority] = time;
        toSend.run();
    }

    /** Asks until {@link #resume}. */
    void pause(int priority) {
        standing |= 1 << priority;
        if (!refreshing) {
            refreshing = true;
            timeline.schedule(timeline.nowNs() + refreshNs, refresh);
        }
        send(priority, pauseQuanta);
    }

    void resume(int priority) {
        standing &= ~(1 << priority);
        send(priority, 0);
    }

    private void refresh() {
        refreshing = standing != 0;
        if (refreshing) {
            timeline.schedule(timeline.nowNs() + refreshNs, refresh);
            askAgain();
        }
    }

    /** Asks for nothing any more. */
    void stop() {
        due = 0;
        standing = 0;
    }

    /** Drops the requests that were not sent, and requests the present state. */
    void restart() {
        due = 0;
        askAgain();
    }

    private void askAgain() {
        due |= standing;
        for (int left = standing; left != 0; left &= left - 1) {
            quanta[Integer.numberOfTrailingZeros(left)] = pauseQuanta;
        }
        toSend.run();
    }

    boolean areDue() {
        return due != 0;
    }

    /** The frame that is to be sent; comes back by {@link #recycle}. */
    byte[] take() {
        byte[] frame = frames.isEmpty() ? PauseFrame.create(port) : frames.pop();
        PauseFrame.set(frame, due, quanta);
        for (int left = due; left != 0; left &= left - 1) {
            int i = Integer.numberOfTrailingZeros(left);
            if (quanta[i] == 0) {
                resumes[i]++;
            } else {
                pauses[i]++;
            }
        }
        due = 0;
        sentFrames++;
        return frame;
    }

    void recycle(byte[] frame) {
        frames.push(frame);
    }

    boolean isStanding(int priority) {
        return (standing >> priority & 1) != 0;
    }

    long sentFrames() {
        return sentFrames;
    }

    long pauses(int priority) {
        return pauses[priority];
    }

    long resumes(int priority) {
        return resumes[priority];
    }

    /**
     * The state of flow control for a priority.
     *
     * @param heldBytes bytes of the port that wait in the switch
     */
    PfcStatus status(int priority, ReceivedPauses received, long heldBytes) {
        return new PfcStatus(
                priority,
                received.pauses(priority),
                received.resumes(priority),
                pauses(priority),
                resumes(priority),
                received.endNs(priority),
                isStanding(priority),
                heldBytes);
    }
}
