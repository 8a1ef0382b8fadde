// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.util.SplittableRandom;

/** The times at which an application hands over packets. Deterministic for a seed. */
final class PacketArrivals {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final ArrivalProcess process;
    private final LoadSchedule load;
    private final long packetBits;
    private final SplittableRandom random;
    private long rateFromNs = -1;
    private long rateUntilNs = -1;
    private long rateBps;
    private boolean on;
    private long phaseEndNs;

    PacketArrivals(ArrivalProcess process, LoadSchedule load, int packetBytes, long seed) {
        this.process = process;
        this.load = load;
        this.packetBits = packetBytes * 8L;
        this.random = new SplittableRandom(seed);
    }

    /** The first packet after {@code afterNs}; -1 when there is never another. */
    long nextNs(long afterNs) {
        long fromNs = afterNs;
        while (true) {
            readRate(fromNs);
            long changeNs = rateUntilNs;
            if (rateBps > 0) {
                long timeNs = nextAt(fromNs);
                if (changeNs < 0 || timeNs <= changeNs) {
                    return timeNs;
                }
            } else if (changeNs < 0) {
                return -1;
            }
            // The gap is drawn anew at a change: a gap of a slow rate must not delay a fast one.
            fromNs = changeNs;
        }
    }

    /** Looks the offered rate up, unless it is known to hold at that time. */
    private void readRate(long timeNs) {
        if (rateFromNs < 0 || timeNs < rateFromNs || rateUntilNs >= 0 && timeNs >= rateUntilNs) {
            rateFromNs = timeNs;
            rateUntilNs = load.nextChangeNs(timeNs);
            rateBps = load.rateAt(timeNs);
        }
    }

    private long nextAt(long fromNs) {
        switch (process.kind()) {
            case CBR:
                return fromNs + gapNs(rateBps);
            case POISSON:
                return fromNs + Math.max(1, exponentialNs(packetBits * 1e9 / rateBps));
            case ON_OFF:
                return nextInBurstNs(fromNs, rateUntilNs);
            default:
                throw new IllegalStateException("unknown process " + process.kind());
        }
    }

    /**
     * A gap that a burst is too short for goes on in the next burst, so that the mean is right.
     *
     * @param changeNs time at which the rate changes; -1 for never. Bursts and pauses that begin
     *     behind it are not drawn yet
     * @return a time behind the change if there is no packet before
     */
    private long nextInBurstNs(long fromNs, long changeNs) {
        double duty = (double) process.onNs() / (process.onNs() + process.offNs());
        long remainingNs = gapNs(Math.max(1, Math.round(rateBps / duty)));
        long timeNs = fromNs;
        while (true) {
            if (on) {
                long availableNs = Math.max(0, phaseEndNs - timeNs);
                if (remainingNs <= availableNs) {
                    return timeNs + remainingNs;
                }
                remainingNs -= availableNs;
            }
            timeNs = Math.max(timeNs, phaseEndNs);
            if (changeNs >= 0 && timeNs > changeNs) {
                return timeNs;
            }
            on = !on;
            phaseEndNs = timeNs + exponentialNs(on ? process.onNs() : process.offNs());
        }
    }

    private long gapNs(long atBps) {
        return Math.max(1, packetBits * NS_PER_SECOND / atBps);
    }

    private long exponentialNs(double meanNs) {
        // StrictMath, not Math: the same seed must give the same bytes on every machine.
        return Math.round(-meanNs * StrictMath.log(1 - random.nextDouble()));
    }
}
