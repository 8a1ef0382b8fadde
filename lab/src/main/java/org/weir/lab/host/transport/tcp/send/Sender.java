// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.tcp.congestion.Acknowledged;
import org.weir.lab.host.transport.tcp.congestion.CongestionControl;
import org.weir.lab.host.transport.tcp.congestion.CongestionSignal;

/**
 * Sending half of a connection. It decides which segment goes next and when: by the congestion
 * window, the receiver's window and the pace; losses are found by RACK-TLP (RFC 8985) and the
 * retransmission timer (RFC 6298), and repaired with proportional rate reduction (RFC 6937).
 */
public final class Sender {
    /**
     * By which the window may be short of what has to fit, bytes. A congestion control that has its
     * window in segments returns what it was set to with a rounding error.
     */
    private static final double WINDOW_TOLERANCE_BYTES = 0.001;

    /** State of the repair of losses. */
    private enum Phase {
        OPEN,
        RECOVERY,
        TIMED_OUT
    }

    private final Engine engine;
    private final SenderConfig config;
    private final CongestionControl control;
    private final RoundTripTimer timer;
    private final SenderCounts counts;
    private final Runnable whenReady;
    private final OutgoingStream stream;
    private final Scoreboard board = new Scoreboard();
    private final LossDetection losses;
    private final TailLossProbe probe = new TailLossProbe();
    private final FlightRound round = new FlightRound();
    private final DeliveryRate rate = new DeliveryRate();
    private final Delivery delivery;
    private final LossTimers timers;
    private final Pacer pacer;
    private final Bursts bursts;
    private final MarkFeedback feedback;
    private final MarkDelay markDelay;
    private final MarkReductions markReductions = new MarkReductions();

    private Phase phase = Phase.OPEN;

    /** In a recovery, and in phase OPEN after a mark that reduces the window step by step. */
    private RateReduction reduction;

    private long recoveryEnd;

    /** End of the data that was sent before the last reduction of the window. */
    private long reducedEnd;

    /** End of the data that was sent before the last reduction for a loss or timeout. */
    private long lossReducedEnd;

    private boolean announceReduction;
    private long unacknowledged;
    private long next;
    private long lastSentNs;
    private boolean probing;

    /** Those of the acknowledgement that is being taken. */
    private MarkFeedback.Marks marks;

    /**
     * @param timer with the handshake's measurement, if there is one
     * @param whenReady runs when a timer has made a segment ready, not after acknowledgements
     */
    public Sender(
            Engine engine,
            SenderConfig config,
            CongestionControl control,
            RoundTripTimer timer,
            SenderCounts counts,
            Runnable whenReady) {
        this.engine = engine;
        this.config = config;
        losses = new LossDetection(config.rackTlp());
        delivery = new Delivery(losses, rate);
        this.control = control;
        this.timer = timer;
        this.counts = counts;
        this.whenReady = whenReady;
        stream = new OutgoingStream(config.segmentBytes());
        timers = new LossTimers(engine, timer, new Expiries());
        feedback = new MarkFeedback(config.segmentBytes());
        markDelay = new MarkDelay(config.markDelayAcks());
        pacer = new Pacer(engine, config.paced(), whenReady);
        bursts = new Bursts(config.segmentOffload(), config.segmentBytes());
        if (timer.smoothedNs() > 0) {
            losses.measure(timer.smoothedNs());
        }
    }

    /** Sets the window that the peer advertised in the handshake, bytes. */
    public void open(long windowBytes) {
        stream.allow(windowBytes);
    }

    /** Adds bytes of the application behind those that it has offered. */
    public void offer(long bytes) {
        stream.offer(bytes);
    }

    /** Ends the stream: a FIN follows the last byte. */
    public void close() {
        stream.close();
    }

    /** Bytes that the application has offered. */
    public long offeredBytes() {
        return stream.offeredBytes();
    }

    /** Position of the first byte that is not acknowledged. */
    public long unacknowledged() {
        return unacknowledged;
    }

    /** Position of the next new byte. */
    public long next() {
        return next;
    }

    /** Whether all and the FIN are acknowledged. */
    public boolean isDone() {
        return stream.isOver(unacknowledged);
    }

    /** Bytes in flight. */
    public long inFlightBytes() {
        return board.inFlightBytes();
    }

    /** Packets that came with CE, by AccECN; 0 with other feedback. */
    public long markedPackets() {
        return feedback.packets();
    }

    /** Payload of packets that came with CE, by AccECN, bytes; 0 with other feedback. */
    public long markedBytes() {
        return feedback.bytes();
    }

    /**
     * Whether something on the way clears AccECN's feedback, so that packets have to be not ECT.
     */
    public boolean isFeedbackZeroed() {
        return feedback.isZeroed();
    }

    /** Congestion control of the connection. */
    public CongestionControl control() {
        return control;
    }

    /** Reductions of this sender's window after marks. */
    public MarkReductions markReductions() {
        return markReductions;
    }

    /** Events of all senders of the host. */
    public SenderCounts counts() {
        return counts;
    }

    /** Whether a segment may be sent now. */
    public boolean isReady() {
        if (probing) {
            return true;
        }
        SentSegment lost = board.firstLost();
        boolean fits = lost == null ? fitsNext() : fits(lost.bytes());
        return fits && !pacer.holdsBack() && (lost != null || !waitsForBurst());
    }

    private boolean fitsNext() {
        long bytes = stream.bytesAt(next);
        if (bytes == 0) {
            rate.limit(board.inFlightBytes());
            return false;
        }
        return stream.allows(next + bytes) && fits(bytes);
    }

    private boolean fits(long bytes) {
        long inFlight = board.inFlightBytes();
        boolean fits =
                inFlight == 0 || inFlight + bytes <= control.windowBytes() + WINDOW_TOLERANCE_BYTES;
        if (!fits) {
            round.onLimited();
        }
        return fits;
    }

    /** Segments of the burst that may begin now, at most; 1 without segmentation offload. */
    public int burstSegments() {
        boolean isNew = !probing && board.firstLost() == null;
        return isNew ? mostBurstSegments() : 1;
    }

    private int mostBurstSegments() {
        return bursts.segments(paceBytesPerNs(), losses.minRttNs());
    }

    /** Pace of congestion control, bytes/ns, also of a sender without one. */
    public double paceBytesPerNs() {
        return Pacer.bytesPerNs(control, timer.smoothedNs());
    }

    /** True if another segment may follow in the same burst, without regard to the pace. */
    public boolean isBurstToGoOn() {
        return !probing && board.firstLost() == null && fitsNext();
    }

    private boolean waitsForBurst() {
        if (!config.segmentOffload() || phase != Phase.OPEN || board.size() == 0) {
            return false;
        }
        long nowNs = engine.nowNs();
        Bursts.Times times =
                new Bursts.Times(
                        nowNs - Math.max(lastSentNs, pacer.dueNs()),
                        nowNs - board.lowest().sentNs,
                        timer.smoothedNs());
        double window = control.windowBytes();
        double usable = Math.min(stream.offeredBytes(), stream.windowEnd()) - next;
        double room = window - board.inFlightBytes();
        boolean waits = bursts.waits(room, usable, window, mostBurstSegments(), times);
        if (waits) {
            round.onLimited();
        }
        return waits;
    }

    /** Takes the next segment; {@link #isReady} has to hold. */
    public SentSegment take() {
        long nowNs = engine.nowNs();
        boolean idle = board.size() == 0;
        SentSegment segment = probing ? takeProbe(nowNs) : takeNext(nowNs);
        rate.onSent(segment, nowNs, idle);
        counts.segment();
        if (segment.isRetransmitted()) {
            counts.retransmission();
        }
        round.onSent(board.inFlightBytes());
        if (reduction != null) {
            reduction.onSent(segment.bytes());
        }
        lastSentNs = nowNs;
        pacer.onSent(segment.bytes(), control, timer.smoothedNs());
        if (segment.isRetransmitted() && segment == board.lowest()) {
            // As Linux: the timer is that of the lowest segment's last transmission.
            timers.restartTimeout();
        } else {
            timers.startTimeout();
        }
        if (!segment.isRetransmitted() && !probe.isUnderWay()) {
            planProbe();
        }
        return segment;
    }

    private SentSegment takeNext(long nowNs) {
        SentSegment lost = board.firstLost();
        if (lost == null) {
            return takeNew(nowNs);
        }
        board.resent(lost, nowNs);
        return lost;
    }

    private SentSegment takeNew(long nowNs) {
        long bytes = stream.bytesAt(next);
        SentSegment segment = board.add(next, next + bytes, nowNs);
        next += bytes;
        return segment;
    }

    private SentSegment takeProbe(long nowNs) {
        probing = false;
        counts.probe();
        long bytes = stream.bytesAt(next);
        boolean isNew = bytes > 0 && stream.allows(next + bytes);
        SentSegment segment = board.highest();
        if (isNew) {
            segment = takeNew(nowNs);
        } else {
            board.resent(segment, nowNs);
        }
        probe.onSent(next, !isNew);
        timers.cancelProbe();
        timers.restartTimeout();
        return segment;
    }

    /** Whether the segment that was taken carries CWR, which new data does once per reduction. */
    public boolean takeReductionFlag(SentSegment segment) {
        boolean taken = announceReduction && !segment.isRetransmitted();
        announceReduction &= !taken;
        return taken;
    }

    /** Plans a probe where RFC 8985, section 7.2 has one. */
    private void planProbe() {
        if (!config.rackTlp()
                || phase != Phase.OPEN
                || board.sackedSegments() > 0
                || board.size() == 0) {
            timers.cancelProbe();
        } else {
            timers.planProbe(
                    TailLossProbe.waitNs(
                            timer.smoothedNs(), board.size(), config.peerAckDelayNs()));
        }
    }

    /** Takes an acknowledgement; then segments may be ready. */
    public void onAcknowledgement(AckReport report) {
        if (report.position() > next || report.position() < unacknowledged) {
            return;
        }
        delivery.begin(report, engine.nowNs());
        rate.begin(board.inFlightBytes());
        stream.allow(report.windowEnd());
        boolean progress = report.position() > unacknowledged;
        unacknowledged = report.position();
        board.acknowledge(unacknowledged, delivery::acknowledged);
        board.sack(report.sack(), delivery::sacked);
        if (report.duplicate()) {
            losses.onDuplicate(unacknowledged, next);
        }
        marks =
                markDelay.take(
                        feedback.take(report, progress, delivery.bytes(), delivery.segments()));
        takeRtt(report, progress);
        if (progress) {
            timer.progress();
        }
        if (probe.onAcknowledgement(report, delivery.bytes() > 0)
                == TailLossProbe.Answer.REPAIRED) {
            reduce(CongestionSignal.LOSS);
        }
        endReductionForMark();
        boolean marked = marks.any() && phase == Phase.OPEN && unacknowledged > reducedEnd;
        repair();
        // Of a loss and a mark that the same acknowledgement reports, the loss counts.
        if (marked && phase == Phase.OPEN && control.reducesForMarks(engine.nowNs())) {
            reduceForMark();
        }
        grow(report);
        round.onAcknowledged(unacknowledged, next, board.inFlightBytes());
        setTimers(progress);
    }

    /** A measurement: of a segment that was sent once, or by the timestamp (RFC 7323). */
    private void takeRtt(AckReport report, boolean progress) {
        if (progress) {
            delivery.measureByEcho(report);
        }
        if (delivery.rttNs() >= 0) {
            timer.measure(delivery.rttNs());
        }
    }

    private void grow(AckReport report) {
        double window = control.windowBytes();
        boolean limited = round.isLimited(window, window < control.thresholdBytes());
        control.onAcknowledged(
                new Acknowledged(
                        report.nowNs(),
                        delivery.bytes(),
                        marks.bytes(),
                        delivery.rttNs(),
                        timer.smoothedNs(),
                        unacknowledged,
                        next,
                        limited && mayGrow(),
                        rate.end(board.inFlightBytes(), board.lostBytes(), losses.minRttNs())));
        if (control.limitsItself()) {
            rate.limit(board.inFlightBytes());
        }
        if (reduction != null) {
            control.setWindowBytes(reduction.window(delivery.bytes(), board.inFlightBytes()));
        }
    }

    /**
     * As Linux: after a timeout the window grows also on acknowledgements that report marks. With
     * ECE of RFC 3168 the mark came before the timeout, and the receiver repeats ECE until new data
     * carry CWR. With the feedback of DCTCP or AccECN a report may be of a new mark; the window
     * grows nevertheless, as in Linux.
     */
    private boolean mayGrow() {
        return phase == Phase.TIMED_OUT || phase == Phase.OPEN && !marks.any() && reduction == null;
    }

    private void reduceForMark() {
        double window = control.windowBytes();
        markReductions.add(window);
        reduce(CongestionSignal.ECN_ECHO);
        counts.markReduction();
        if (control.spreadsReductions()) {
            reduction = reductionFrom(window);
        }
    }

    private RateReduction reductionFrom(double flightBytes) {
        return new RateReduction(flightBytes, control.thresholdBytes(), config.segmentBytes());
    }

    private void endReductionForMark() {
        if (phase == Phase.OPEN && reduction != null && unacknowledged > reducedEnd) {
            control.setWindowBytes(control.thresholdBytes());
            reduction = null;
        }
    }

    private void reduce(CongestionSignal signal) {
        double flight = round.flightBytes(control.windowBytes(), config.segmentBytes());
        control.onCongestion(signal, flight, engine.nowNs());
        reduction = null;
        reducedEnd = next;
        if (signal != CongestionSignal.ECN_ECHO) {
            lossReducedEnd = next;
        }
        announceReduction = true;
    }

    /** Ends a recovery that has reached its end, finds losses, and begins a recovery for them. */
    private void repair() {
        if (phase != Phase.OPEN && unacknowledged >= recoveryEnd) {
            endRecovery();
        }
        judge();
    }

    private void endRecovery() {
        if (reduction != null) {
            control.setWindowBytes(control.thresholdBytes());
        }
        control.onRepair(false);
        losses.onRecovered();
        phase = Phase.OPEN;
        reduction = null;
    }

    private void judge() {
        long lostBefore = board.lostRetransmissions();
        long waitNs = losses.detect(board, engine.nowNs(), phase != Phase.OPEN, timer.smoothedNs());
        timers.judgeAfter(waitNs);
        SentSegment lost = board.firstLost();
        if (phase == Phase.OPEN && lost != null && reduction != null && lost.from() < reducedEnd) {
            // As Linux: the reduction for the mark goes on.
            beginRecovery(reducedEnd);
        } else if (phase == Phase.OPEN && lost != null) {
            // RFC 3168: not a second time for one window of data.
            long end = control.reducesForLossAfterMark() ? lossReducedEnd : reducedEnd;
            if (lost.from() >= end) {
                reduce(CongestionSignal.LOSS);
            }
            beginRecovery(next);
            beginReduction(next - unacknowledged);
        } else if (phase == Phase.TIMED_OUT && board.lostRetransmissions() > lostBefore) {
            // RFC 5681, section 4.3. What is not acknowledged is mostly lost, not in flight.
            double flight = control.windowBytes();
            reduce(CongestionSignal.LOSS);
            beginRecovery(next);
            beginReduction(flight);
        }
    }

    private void beginRecovery(long end) {
        phase = Phase.RECOVERY;
        recoveryEnd = end;
        counts.recovery();
        probe.clear();
        control.onRepair(true);
    }

    private void beginReduction(double flightBytes) {
        if (!control.setsWindowInRepair()) {
            reduction = reductionFrom(flightBytes);
        }
    }

    private void setTimers(boolean progress) {
        if (board.size() == 0) {
            timers.stop();
        } else {
            if (progress) {
                timers.restartTimeout();
            }
            if (progress || board.sackedSegments() > 0 || phase != Phase.OPEN) {
                planProbe();
            }
        }
        if (board.size() == 0 || board.sackedSegments() > 0 || phase != Phase.OPEN) {
            probing = false;
        }
    }

    /** Ends the timers: the connection is over. */
    public void stop() {
        timers.stop();
        pacer.stop();
    }

    private final class Expiries implements LossTimers.Expiry {
        @Override
        public void onReorderWindow() {
            delivery.clear();
            judge();
            if (reduction != null) {
                control.setWindowBytes(reduction.window(0, board.inFlightBytes()));
            }
            whenReady.run();
        }

        @Override
        public void onProbe() {
            if (!probe.isUnderWay() && phase == Phase.OPEN && board.size() > 0) {
                probing = true;
                whenReady.run();
            }
        }

        @Override
        public void onTimeout() {
            if (board.size() == 0) {
                return;
            }
            counts.timeout();
            if (!timer.isBackedOff()) {
                long end = phase == Phase.OPEN ? reducedEnd : recoveryEnd;
                if (reduction != null && unacknowledged < end) {
                    // As Linux: not a second time for one window of data.
                    control.onTimeoutInRecovery();
                } else {
                    reduce(CongestionSignal.TIMEOUT);
                }
            }
            timer.backOff();
            phase = Phase.TIMED_OUT;
            reduction = null;
            recoveryEnd = next;
            probing = false;
            probe.clear();
            timers.cancelProbe();
            timers.judgeAfter(0);
            losses.detectAtTimeout(board, engine.nowNs(), timer.smoothedNs());
            // As Linux: RACK leaves young segments in flight, and one has to leave now (RFC 6298,
            // section 5.4).
            control.setWindowBytes(board.inFlightBytes() + (double) config.segmentBytes());
            timers.restartTimeout();
            whenReady.run();
        }
    }
}
