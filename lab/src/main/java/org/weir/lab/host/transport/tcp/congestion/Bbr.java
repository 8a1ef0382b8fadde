// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import java.util.SplittableRandom;

/**
 * BBR, version 1 (draft-cardwell-iccrg-bbr-congestion-control-00; N. Cardwell et al., "BBR:
 * Congestion-Based Congestion Control", ACM Queue 14, 2016), with the details of Linux. The pace is
 * a multiple of the bottleneck's bandwidth, the window a multiple of the bandwidth-delay product of
 * {@link BbrModel}. Losses leave both as they are, but for the first round of a repair. Marks have
 * no effect.
 */
public final class Bbr implements CongestionControl {
    private static final double HIGH_GAIN = 2885.0 / 1000;
    private static final double DRAIN_GAIN = 1 / HIGH_GAIN;
    private static final double WINDOW_GAIN = 2;
    private static final double[] CYCLE = {1.25, 0.75, 1, 1, 1, 1, 1, 1};
    private static final int RANDOM_PHASES = 7;

    /** Part of the bandwidth that the pace leaves free, so that queues do not stay. */
    private static final double MARGIN = 0.01;

    private static final double FULL_GROWTH = 1.25;
    private static final int FULL_ROUNDS = 3;
    private static final int LEAST_SEGMENTS = 4;
    private static final long PROBE_RTT_NS = 200_000_000;
    private static final long FIRST_RTT_NS = 1_000_000;
    private static final int BURSTS_IN_FLIGHT = 3;
    private static final double BURST_NS = 1e9 / 1024;
    private static final double MOST_BURST_BYTES = 65_215;
    private static final double SLOW_BYTES_PER_NS = 1.2e6 / 8 / 1e9;
    private static final long NONE = -1;

    /** State of the control. */
    public enum Mode {
        /** Doubles the rate in each round until the bandwidth stops to grow. */
        STARTUP,
        /** Empties the queue that the startup has made. */
        DRAIN,
        /** Goes through the cycle of eight gains. */
        PROBE_BANDWIDTH,
        /** Keeps four segments in flight to see the round trip without a queue. */
        PROBE_RTT
    }

    private final int segmentBytes;
    private final double initialBytes;
    private final BbrModel model;
    private final AckAggregation aggregation;
    private final SplittableRandom random;

    private Mode mode = Mode.STARTUP;
    private double paceGain = HIGH_GAIN;
    private double windowGain = HIGH_GAIN;
    private double pace;
    private double window;
    private boolean rttSeen;

    private double fullBytesPerNs;
    private int fullRounds;
    private boolean full;

    private int phase;
    private long phaseBeganNs;

    private double windowBefore;
    private long probeEndNs = NONE;
    private boolean probeRoundDone;

    private boolean repairing;
    private boolean repairingBefore;
    private boolean conserving;

    Bbr(InitialWindow initial) {
        segmentBytes = initial.segmentBytes();
        initialBytes = (double) initial.segments() * segmentBytes;
        window = initialBytes;
        model = new BbrModel(initial.rttNs());
        aggregation = new AckAggregation(segmentBytes);
        random = new SplittableRandom(initial.seed());
        rttSeen = initial.rttNs() > 0;
        pace = HIGH_GAIN * window / (rttSeen ? initial.rttNs() : FIRST_RTT_NS);
    }

    @Override
    public double windowBytes() {
        return window;
    }

    @Override
    public double thresholdBytes() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public double paceBytesPerNs() {
        return pace;
    }

    @Override
    public boolean setsWindowInRepair() {
        return true;
    }

    @Override
    public boolean reducesForMarks(long nowNs) {
        return false;
    }

    @Override
    public boolean limitsItself() {
        return mode == Mode.PROBE_RTT;
    }

    /** State of the control. */
    public Mode mode() {
        return mode;
    }

    /** Multiple of the bandwidth that the pace has. */
    public double paceGain() {
        return paceGain;
    }

    /** Estimated bandwidth of the bottleneck, bytes/ns. */
    public double bandwidthBytesPerNs() {
        return model.bytesPerNs();
    }

    @Override
    public void onAcknowledged(Acknowledged progress) {
        Delivery delivery = progress.delivery();
        model.takeRate(delivery);
        if (model.roundStarts()) {
            conserving = false;
        }
        if (progress.deliveredBytes() > 0 && delivery.hasRate()) {
            aggregation.take(progress, model.roundStarts(), model.bytesPerNs(), window);
        }
        moveOn(progress);
        judgeFull(delivery);
        drain(progress);
        boolean expired = model.takeRtt(progress);
        probeRtt(progress, expired);
        setGains();
        setPace(progress);
        setWindow(progress);
    }

    /** Goes to the next phase of the cycle when this one is over. */
    private void moveOn(Acknowledged progress) {
        if (mode != Mode.PROBE_BANDWIDTH) {
            return;
        }
        Delivery delivery = progress.delivery();
        boolean isLong = progress.nowNs() - phaseBeganNs > model.minRttNs();
        boolean isOver = isLong;
        if (paceGain > 1) {
            boolean isFull =
                    delivery.lostBytes() > 0 || delivery.inFlightBefore() >= flight(paceGain);
            isOver = isLong && isFull;
        } else if (paceGain < 1) {
            isOver = isLong || delivery.inFlightBefore() <= flight(1);
        }
        if (isOver) {
            phase = (phase + 1) % CYCLE.length;
            phaseBeganNs = progress.nowNs();
        }
    }

    private void judgeFull(Delivery delivery) {
        if (full || !model.roundStarts() || delivery.applicationLimited()) {
            return;
        }
        if (model.bytesPerNs() >= fullBytesPerNs * FULL_GROWTH) {
            fullBytesPerNs = model.bytesPerNs();
            fullRounds = 0;
            return;
        }
        fullRounds++;
        full = fullRounds >= FULL_ROUNDS;
    }

    private void drain(Acknowledged progress) {
        if (mode == Mode.STARTUP && full) {
            mode = Mode.DRAIN;
        }
        if (mode == Mode.DRAIN && progress.delivery().inFlightBytes() <= flight(1)) {
            probeBandwidth(progress.nowNs());
        }
    }

    /** Begins the cycle in any phase but the one that drains. */
    private void probeBandwidth(long nowNs) {
        mode = Mode.PROBE_BANDWIDTH;
        phase = (CYCLE.length - random.nextInt(RANDOM_PHASES)) % CYCLE.length;
        phaseBeganNs = nowNs;
    }

    private void probeRtt(Acknowledged progress, boolean expired) {
        long nowNs = progress.nowNs();
        if (expired && mode != Mode.PROBE_RTT) {
            saveWindow();
            mode = Mode.PROBE_RTT;
            probeEndNs = NONE;
        }
        if (mode != Mode.PROBE_RTT) {
            return;
        }
        Delivery delivery = progress.delivery();
        if (probeEndNs == NONE) {
            if (delivery.inFlightBytes() <= leastBytes()) {
                probeEndNs = nowNs + PROBE_RTT_NS;
                probeRoundDone = false;
                model.beginRound(delivery.totalBytes());
            }
            return;
        }
        probeRoundDone |= model.roundStarts();
        if (probeRoundDone && nowNs > probeEndNs) {
            model.confirmRtt(nowNs);
            window = Math.max(window, windowBefore);
            if (full) {
                probeBandwidth(nowNs);
            } else {
                mode = Mode.STARTUP;
            }
        }
    }

    private void setGains() {
        switch (mode) {
            case STARTUP -> {
                paceGain = HIGH_GAIN;
                windowGain = HIGH_GAIN;
            }
            case DRAIN -> {
                paceGain = DRAIN_GAIN;
                windowGain = HIGH_GAIN;
            }
            case PROBE_BANDWIDTH -> {
                paceGain = CYCLE[phase];
                windowGain = WINDOW_GAIN;
            }
            default -> {
                paceGain = 1;
                windowGain = 1;
            }
        }
    }

    private void setPace(Acknowledged progress) {
        if (!rttSeen && progress.smoothedRttNs() > 0) {
            rttSeen = true;
            pace = HIGH_GAIN * window / progress.smoothedRttNs();
        }
        double wanted = paceGain * model.bytesPerNs() * (1 - MARGIN);
        if (full || wanted > pace) {
            pace = wanted;
        }
    }

    private void setWindow(Acknowledged progress) {
        if (progress.deliveredBytes() > 0 && !repairs(progress)) {
            double room = full ? aggregation.roomBytes(model.bytesPerNs()) : 0;
            double target = withBursts(product(windowGain) + room);
            double delivered = progress.deliveredBytes();
            if (full) {
                window = Math.min(window + delivered, target);
            } else if (window < target || progress.delivery().totalBytes() < initialBytes) {
                window += delivered;
            }
            window = Math.max(window, leastBytes());
        }
        if (mode == Mode.PROBE_RTT) {
            window = Math.min(window, leastBytes());
        }
    }

    /** In the first round of a repair as much is sent as is delivered. */
    private boolean repairs(Acknowledged progress) {
        Delivery delivery = progress.delivery();
        double kept = (double) delivery.inFlightBytes() + progress.deliveredBytes();
        if (delivery.lostBytes() > 0) {
            window = Math.max(window - delivery.lostBytes(), segmentBytes);
        }
        if (repairing && !repairingBefore) {
            conserving = true;
            model.beginRound(delivery.totalBytes());
            window = kept;
        } else if (!repairing && repairingBefore) {
            window = Math.max(window, windowBefore);
            conserving = false;
        }
        repairingBefore = repairing;
        if (conserving) {
            window = Math.max(window, kept);
        }
        return conserving;
    }

    private void saveWindow() {
        boolean alone = !repairingBefore && mode != Mode.PROBE_RTT;
        windowBefore = alone ? window : Math.max(windowBefore, window);
    }

    private double leastBytes() {
        return (double) LEAST_SEGMENTS * segmentBytes;
    }

    /** A multiple of the bandwidth-delay product, in whole segments, bytes. */
    private double product(double gain) {
        if (model.minRttNs() == Long.MAX_VALUE) {
            return initialBytes;
        }
        double bytes = gain * model.bytesPerNs() * model.minRttNs();
        return Math.ceil(bytes / segmentBytes) * segmentBytes;
    }

    /** Bytes in flight at which a gain is reached. */
    private double flight(double gain) {
        return withBursts(product(gain));
    }

    /** The same with room for bursts, and for acknowledgements of every second segment. */
    private double withBursts(double bytes) {
        double least = pace < SLOW_BYTES_PER_NS ? 1 : 2;
        double burst = Math.floor(Math.min(pace * BURST_NS, MOST_BURST_BYTES) / segmentBytes);
        double segments = bytes / segmentBytes + BURSTS_IN_FLIGHT * Math.max(least, burst);
        segments = 2 * Math.ceil(segments / 2);
        if (mode == Mode.PROBE_BANDWIDTH && phase == 0) {
            segments += 2;
        }
        return segments * segmentBytes;
    }

    @Override
    public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
        saveWindow();
        if (signal == CongestionSignal.TIMEOUT) {
            repairing = true;
            repairingBefore = true;
            conserving = false;
            fullBytesPerNs = 0;
            window = segmentBytes;
        }
    }

    @Override
    public void onRepair(boolean begins) {
        repairing = begins;
    }

    @Override
    public void setWindowBytes(double bytes) {
        window = bytes;
    }
}
