// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * CUBIC as Linux has it, which differs from RFC 9438: windows and the cubic function's values are
 * whole segments; times are ticks of 4 ms; what is to be acknowledged for the next segment of the
 * window is computed anew when the window has changed, or after 32 ms; the Reno-friendly window
 * always grows by 8/15 per round trip and is approached, not taken at once; the cubic function is
 * read one shortest round trip ahead; without a loss before, the window grows by 5 % per round trip
 * or more; slow start ends by {@link HyStart}; after a mark the window falls over a round trip.
 */
final class LinuxCubic implements CongestionControl {
    /** A tick of Linux with 250 a second, as in most distributions. */
    private static final long TICK_NS = 4_000_000;

    private static final long TICKS_PER_SECOND = 250;

    /** For so long a count stays as it is if the window does. */
    private static final long COUNT_TICKS = TICKS_PER_SECOND / 32;

    /** Steps of the cubic function's time, 1/s. */
    private static final long STEPS_PER_SECOND = 1024;

    /** C in units of 1/1024 segment/s³. */
    private static final long C_BY_1024 = 410;

    private static final int C_SHIFT = 40;

    /** Beyond this the cubic function would not fit into 64 bits, steps (4 minutes). */
    private static final long MOST_STEPS = 250_000;

    /** β · 1024. */
    private static final long BETA_BY_1024 = 717;

    private static final long PARTS = 1024;

    /** The Reno-friendly window needs 15/8 of a window for the next segment. */
    private static final long RENO_EIGHTHS = 15;

    private static final long EIGHTHS = 8;

    /** Acknowledged segments for one more: at least; at most without a loss before; or in vain. */
    private static final long LEAST_COUNT = 2;

    private static final long FIRST_COUNT = 20;
    private static final long IDLE_COUNTS = 100;

    private static final long NONE = -1;

    private final int segmentBytes;
    private final HyStart hyStart;
    private final LinuxWindow window;

    /** Window before the last reduction, less if the flow gives way; 0 before the first. */
    private long lastMost;

    private long plateau;

    /** Steps from the epoch's begin to the plateau. */
    private long toPlateau;

    private long reno;
    private double renoAcknowledged;
    private long count = LEAST_COUNT;
    private long countedWindow = NONE;
    private long countedTick;
    private long epochTick = NONE;
    private long shortestNs = Long.MAX_VALUE;

    LinuxCubic(InitialWindow initial) {
        segmentBytes = initial.segmentBytes();
        window = new LinuxWindow(initial);
        hyStart = new HyStart(initial.paced());
    }

    @Override
    public double windowBytes() {
        return window.bytes();
    }

    @Override
    public double thresholdBytes() {
        return window.thresholdBytes();
    }

    @Override
    public void onAcknowledged(Acknowledged progress) {
        boolean counts = measure(progress);
        if (counts
                && window.isInSlowStart()
                && hyStart.ends(progress, window.segments(), segmentBytes, shortestNs)) {
            window.endSlowStart();
        }
        if (!progress.mayGrow()) {
            return;
        }
        double left = window.slowStart((double) progress.deliveredBytes() / segmentBytes);
        if (left > 0) {
            count(progress.nowNs() / TICK_NS, left);
            window.avoidCongestion(left, count);
        }
    }

    /**
     * The first second after a reduction does not count: the queue has not been emptied yet.
     *
     * @return whether it measures a round trip that counts
     */
    private boolean measure(Acknowledged progress) {
        boolean settles =
                epochTick != NONE && progress.nowNs() / TICK_NS - epochTick < TICKS_PER_SECOND;
        if (progress.rttNs() <= 0 || settles) {
            return false;
        }
        shortestNs = Math.min(shortestNs, progress.rttNs());
        return true;
    }

    /** Finds how many segments are to be acknowledged for the next one of the window. */
    private void count(long tick, double segments) {
        long most = window.segments();
        renoAcknowledged += segments;
        if (most == countedWindow && tick - countedTick <= COUNT_TICKS) {
            return;
        }
        if (epochTick == NONE || tick != countedTick) {
            countedWindow = most;
            countedTick = tick;
            if (epochTick == NONE) {
                beginEpoch(tick, segments);
            }
            long target = cubic(tick);
            count = target > most ? most / (target - most) : IDLE_COUNTS * most;
            if (lastMost == 0) {
                count = Math.min(count, FIRST_COUNT);
            }
        }
        followReno(most);
        count = Math.max(count, LEAST_COUNT);
    }

    private void beginEpoch(long tick, double segments) {
        epochTick = tick;
        reno = window.segments();
        renoAcknowledged = segments;
        plateau = Math.max(lastMost, reno);
        double cube = (double) (1L << C_SHIFT) / C_BY_1024 * (plateau - reno);
        toPlateau = (long) Math.cbrt(cube);
    }

    private long cubic(long tick) {
        long aheadNs = shortestNs == Long.MAX_VALUE ? 0 : shortestNs;
        long ticks = tick - epochTick + (aheadNs + TICK_NS - 1) / TICK_NS;
        long steps = ticks * STEPS_PER_SECOND / TICKS_PER_SECOND - toPlateau;
        long away = Math.min(Math.abs(steps), MOST_STEPS);
        long delta = C_BY_1024 * away * away * away >> C_SHIFT;
        return steps < 0 ? plateau - delta : plateau + delta;
    }

    private void followReno(long most) {
        long perSegment = most * RENO_EIGHTHS / EIGHTHS;
        while (renoAcknowledged > perSegment) {
            renoAcknowledged -= perSegment;
            reno++;
        }
        if (reno > most) {
            count = Math.min(count, most / (reno - most));
        }
    }

    @Override
    public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
        long before = window.segments();
        lastMost = before < lastMost ? before * (PARTS + BETA_BY_1024) / (2 * PARTS) : before;
        window.reduce(signal, before * BETA_BY_1024 / PARTS);
        epochTick = NONE;
        if (signal == CongestionSignal.TIMEOUT) {
            onTimeoutInRecovery();
        }
    }

    @Override
    public void onTimeoutInRecovery() {
        epochTick = NONE;
        lastMost = 0;
        countedWindow = NONE;
        shortestNs = Long.MAX_VALUE;
        hyStart.reset();
    }

    @Override
    public void setWindowBytes(double bytes) {
        window.setBytes(bytes);
    }

    @Override
    public boolean spreadsReductions() {
        return true;
    }
}
