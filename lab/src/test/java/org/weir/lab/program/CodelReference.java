// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

/**
 * RFC 8289, section 5, as its pseudocode says it, in microseconds and exact arithmetic, for a queue
 * that marks: an event takes the packet at hand, and the next packet comes when it comes.
 */
final class CodelReference {

    private final long targetUs;
    private final long intervalUs;

    private long firstAboveTime;
    private long dropNext;
    private long count;
    private long lastCount;
    private boolean dropping;

    CodelReference(long targetUs, long intervalUs) {
        this.targetUs = targetUs;
        this.intervalUs = intervalUs;
    }

    /**
     * A packet leaves the queue.
     *
     * @param now the time, µs
     * @param sojournTime time that it waited, µs
     * @param behind packets that still wait
     * @return whether it is marked
     */
    boolean dequeue(long now, long sojournTime, int behind) {
        boolean okToDrop = okToDrop(now, sojournTime, behind);
        if (dropping) {
            if (!okToDrop) {
                dropping = false;
            } else if (now >= dropNext) {
                count++;
                dropNext = controlLaw(dropNext);
                return true;
            }
        } else if (okToDrop) {
            dropping = true;
            long delta = count - lastCount;
            count = 1;
            if (delta > 1 && now - dropNext < 16 * intervalUs) {
                count = delta;
            }
            dropNext = controlLaw(now);
            lastCount = count;
            return true;
        }
        return false;
    }

    /**
     * Number of events in the present congestion episode, those of the pace that it began with
     * included.
     */
    long count() {
        return count;
    }

    private boolean okToDrop(long now, long sojournTime, int behind) {
        if (sojournTime < targetUs || behind <= 1) {
            firstAboveTime = 0;
            return false;
        }
        if (firstAboveTime == 0) {
            firstAboveTime = now + intervalUs;
            return false;
        }
        return now >= firstAboveTime;
    }

    private long controlLaw(long from) {
        return from + Math.round(intervalUs / Math.sqrt(count));
    }
}
