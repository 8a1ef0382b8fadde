// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import java.util.LinkedHashMap;
import java.util.Map;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * The feedback interval of the ports on a flow's path, as the flow's feedback shows it. No gap
 * between two feedback packets of a port is shorter than the interval, and under congestion they
 * are equal.
 *
 * <ul>
 *   <li>Gap: the time between two successive feedback packets of one port, by the clock of its
 *       switch. A host may read several packets at once after it was busy, so its own clock would
 *       show gaps that no port has.
 *   <li>Interval: the mean of {@value #GAPS} successive gaps, the smallest so far, and at most 10
 *       ms. Before the first mean it is the smallest gap, which is no shorter than the interval;
 *       later a single gap does not count, because two switches of a path can have a port of the
 *       same number.
 *   <li>A policy may lengthen the interval. So the interval rises to the smallest of {@value
 *       #LONGER_MEANS} means that are all longer and were measured in an overload, in which each
 *       packet asks for feedback.
 * </ul>
 *
 * <p>Not safe for use by several threads.
 */
final class FeedbackInterval {
    /** Longest interval that is presumed, µs; also the one before the first gap. */
    static final double LONGEST_US = 10_000;

    /** Gaps in a mean. */
    static final int GAPS = 4;

    /** Means in an overload after which a longer interval counts. */
    static final int LONGER_MEANS = 16;

    /** Means up to so many times the interval confirm it. */
    private static final double CONFIRMED = 1.5;

    /** Arrival rate of the class over λ* from which it overloads its port. */
    private static final double OVERLOAD = 1.1;

    /** Ports whose gaps are remembered: so many on a path hardly congest at once. */
    private static final int PORTS = 8;

    private final Map<Integer, Gaps> ports =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Integer, Gaps> eldest) {
                    return size() > PORTS;
                }
            };

    private double us = LONGEST_US;
    private boolean hasGap;
    private boolean hasMean;
    private int longerMeans;
    private double leastLongerUs = LONGEST_US;

    private static final class Gaps {
        private long startUs;
        private long lastUs;
        private int count;
        private boolean isOverloaded;

        private void begin(long timeUs) {
            startUs = timeUs;
            lastUs = timeUs;
            count = 0;
            isOverloaded = true;
        }
    }

    /** The interval, µs, at most {@link #LONGEST_US}. */
    double us() {
        return us;
    }

    /** True after a port's second feedback packet. */
    boolean isMeasured() {
        return hasGap;
    }

    /** Takes a feedback packet of any port. */
    void onFeedback(FeedbackMessage feedback) {
        long timeUs = feedback.switchTimeUs();
        int port = feedback.egressPort() << Byte.SIZE | feedback.classId();
        Gaps gaps = ports.get(port);
        if (gaps == null) {
            gaps = new Gaps();
            ports.put(port, gaps);
            gaps.begin(timeUs);
            return;
        }
        // The clock has started anew, or another switch has a port of this number.
        if (timeUs <= gaps.lastUs) {
            gaps.begin(timeUs);
            return;
        }
        if (!hasMean) {
            us = Math.min(us, timeUs - gaps.lastUs);
            hasGap = true;
        }
        gaps.lastUs = timeUs;
        gaps.isOverloaded &= feedback.arrivalRateKbps() > OVERLOAD * feedback.targetRateKbps();
        gaps.count++;
        if (gaps.count == GAPS) {
            onMean((double) (timeUs - gaps.startUs) / GAPS, gaps.isOverloaded);
            gaps.begin(timeUs);
        }
    }

    private void onMean(double meanUs, boolean isOverloaded) {
        if (!hasMean) {
            hasMean = true;
            us = Math.min(LONGEST_US, meanUs);
        } else if (meanUs <= CONFIRMED * us) {
            us = Math.min(us, meanUs);
            longerMeans = 0;
            leastLongerUs = LONGEST_US;
        } else if (isOverloaded) {
            longerMeans++;
            leastLongerUs = Math.min(leastLongerUs, meanUs);
            if (longerMeans == LONGER_MEANS) {
                us = leastLongerUs;
                longerMeans = 0;
                leastLongerUs = LONGEST_US;
            }
        }
    }
}
