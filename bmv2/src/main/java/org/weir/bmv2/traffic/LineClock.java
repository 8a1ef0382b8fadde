// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.controlplane.traffic.QueueConfig;

/**
 * The time that a line needs for its frames, in whole nanoseconds: the remainder is carried on to
 * the next frame, so that a busy line sends at exactly its rate.
 */
final class LineClock {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * A frame takes some time even on a port without rate, so that time goes on whatever a program
     * does.
     */
    private static final long LEAST_TIME_NS = 1;

    private long rateBps;

    /** Fraction of a nanosecond, in units of 1/rate, by which the line is behind. */
    private long carry;

    LineClock(long rateBps) {
        this.rateBps = rateBps;
    }

    void setRateBps(long newRateBps) {
        if (newRateBps != rateBps) {
            rateBps = newRateBps;
            carry = 0;
        }
    }

    /** Resets the clock's remainder, because the line has nothing to send. */
    void idle() {
        carry = 0;
    }

    /** Time in which the next frame is sent. */
    long transmissionNs(int bytes) {
        if (rateBps == QueueConfig.UNLIMITED || bytes == 0) {
            return LEAST_TIME_NS;
        }
        long scaled = bytes * 8L * NANOS_PER_SECOND + carry;
        carry = scaled % rateBps;
        return scaled / rateBps;
    }
}
