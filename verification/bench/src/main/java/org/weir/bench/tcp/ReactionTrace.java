// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.weir.bench.tcp.ReactionCapture.Place;
import org.weir.bmv2.pcap.CaptureReader;

/**
 * A {@link ReactionCapture}, read: when the switch signalled congestion, how its signal came to the
 * sender, and when the sender reduced its window. A sender says so by CWR in its next new segment
 * (RFC 3168, section 6.1.2).
 */
final class ReactionTrace {
    static final int TCP_PORT = 5001;
    static final int STEP_PORT = 5002;

    /** A step's first frame comes after at least so long without one, ns. */
    private static final long STEP_GAP_NS = 500_000_000L;

    private static final double NS_PER_MS = 1e6;

    private final Map<Place, List<TcpFrame>> frames = new EnumMap<>(Place.class);

    private ReactionTrace() {
        for (Place place : Place.values()) {
            frames.put(place, new ArrayList<>());
        }
    }

    /** Reads a capture; its interfaces must be the {@link Place}s in their order. */
    static ReactionTrace read(CaptureReader reader) throws IOException {
        ReactionTrace trace = new ReactionTrace();
        Place[] places = Place.values();
        while (reader.next()) {
            TcpFrame frame =
                    TcpFrame.read(
                            reader.timeNs(), reader.buffer(), reader.offset(), reader.length());
            if (frame != null && reader.interfaceIndex() < places.length) {
                trace.frames.get(places[reader.interfaceIndex()]).add(frame);
            }
        }
        trace.frames
                .values()
                .forEach(list -> list.sort(Comparator.comparingLong(TcpFrame::timeNs)));
        return trace;
    }

    /**
     * Marks and reduction that followed a step of load.
     *
     * @param stepNs arrival of its first frame at the bottleneck's switch, ns since 1970
     * @param signalMs from the step to the switch's first mark
     * @param reductionMs from the step to the sender's first segment with CWR
     * @param loopMs from the mark to the arrival of that segment at the bottleneck's switch
     */
    record Step(long stepNs, double signalMs, double reductionMs, double loopMs) {}

    /**
     * Each step after which the switch marked, and the sender then reduced its window. A step after
     * which it first reduced for another reason, such as a loss, is left out.
     */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        List<Long> begins = stepBegins();
        List<Long> signals = signalsNs();
        for (int i = 0; i < begins.size(); i++) {
            long begin = begins.get(i);
            long end = i + 1 < begins.size() ? begins.get(i + 1) : Long.MAX_VALUE;
            Optional<Long> signal =
                    signals.stream().filter(ns -> ns >= begin && ns < end).findFirst();
            Optional<TcpFrame> reduced =
                    reductions(Place.SENDER).stream()
                            .filter(frame -> frame.timeNs() >= begin && frame.timeNs() < end)
                            .findFirst();
            if (signal.isPresent()
                    && reduced.isPresent()
                    && reduced.get().timeNs() > signal.get()) {
                int sequence = reduced.get().sequence();
                reductions(Place.TO_SWITCH).stream()
                        .filter(frame -> frame.sequence() == sequence)
                        .findFirst()
                        .ifPresent(
                                back ->
                                        steps.add(
                                                step(
                                                        begin,
                                                        signal.get(),
                                                        reduced.get().timeNs(),
                                                        back.timeNs())));
            }
        }
        return steps;
    }

    private static Step step(long beginNs, long signalNs, long reducedNs, long backNs) {
        return new Step(
                beginNs,
                (signalNs - beginNs) / NS_PER_MS,
                (reducedNs - beginNs) / NS_PER_MS,
                (backNs - signalNs) / NS_PER_MS);
    }

    /**
     * Reaction to a step of load, as it is seen at hosts alone.
     *
     * @param stepNs departure of its first frame from its sender, ns since 1970
     * @param echoMs from the step to the first acknowledgement with ECE at the flow's sender
     * @param reductionMs from the step to this sender's first segment with CWR
     */
    record HostStep(long stepNs, double echoMs, double reductionMs) {}

    /**
     * Each step in which the sender got an acknowledgement with ECE, and then reduced its window
     * for the first time.
     */
    List<HostStep> hostSteps() {
        List<HostStep> steps = new ArrayList<>();
        List<Long> begins = stepBegins(Place.STEP_SENDER);
        List<Long> echoes =
                acknowledgements(Place.SENDER)
                        .filter(TcpFrame::echoesCongestion)
                        .map(TcpFrame::timeNs)
                        .toList();
        for (int i = 0; i < begins.size(); i++) {
            long begin = begins.get(i);
            long end = i + 1 < begins.size() ? begins.get(i + 1) : Long.MAX_VALUE;
            long echo = firstBetween(echoes, begin, end);
            long reduction = firstBetween(reductionsNs(), begin, end);
            if (echo < end && reduction < end && reduction > echo) {
                steps.add(
                        new HostStep(
                                begin,
                                (echo - begin) / NS_PER_MS,
                                (reduction - begin) / NS_PER_MS));
            }
        }
        return steps;
    }

    /** The first of times in their order from a begin on; the end if there is none before it. */
    private static long firstBetween(List<Long> timesNs, long begin, long end) {
        return timesNs.stream().filter(ns -> ns >= begin && ns < end).findFirst().orElse(end);
    }

    /** Number of steps in the file. */
    int stepCount() {
        return stepBegins().size();
    }

    /** Times at which steps came to the bottleneck, ns since 1970. */
    List<Long> stepBegins() {
        return stepBegins(Place.TO_SWITCH);
    }

    /** Times at which steps passed a place, ns since 1970. */
    List<Long> stepBegins(Place place) {
        List<Long> begins = new ArrayList<>();
        long last = Long.MIN_VALUE / 2;
        for (TcpFrame frame : frames.get(place)) {
            if (frame.protocol() == TcpFrame.UDP && frame.toPort() == STEP_PORT) {
                if (frame.timeNs() - last > STEP_GAP_NS) {
                    begins.add(frame.timeNs());
                }
                last = frame.timeNs();
            }
        }
        return begins;
    }

    /** Segments by which the sender says that it reduced its window. */
    private List<TcpFrame> reductions(Place place) {
        return data(place).filter(TcpFrame::saysReduced).toList();
    }

    private Stream<TcpFrame> data(Place place) {
        return frames.get(place).stream()
                .filter(frame -> frame.protocol() == TcpFrame.TCP && frame.toPort() == TCP_PORT);
    }

    private Stream<TcpFrame> acknowledgements(Place place) {
        return frames.get(place).stream()
                .filter(frame -> frame.protocol() == TcpFrame.TCP && frame.fromPort() == TCP_PORT);
    }

    /** Times of the switch's marks, on data or on acknowledgements, ns since 1970. */
    private List<Long> signalsNs() {
        List<Long> all = new ArrayList<>();
        data(Place.FROM_BOTTLENECK)
                .filter(TcpFrame::congestionExperienced)
                .forEach(frame -> all.add(frame.timeNs()));
        all.addAll(timesOfSwitchEchoes(Place.ACKS_TO_SWITCH, Place.ACKS_FROM_SWITCH));
        all.sort(Comparator.naturalOrder());
        return all;
    }

    /** Times at which acknowledgements with ECE passed a place that had none at an earlier one. */
    private List<Long> timesOfSwitchEchoes(Place earlier, Place later) {
        Set<Long> without = new HashSet<>();
        acknowledgements(earlier)
                .filter(frame -> !frame.echoesCongestion())
                .forEach(frame -> without.add(identity(frame)));
        return acknowledgements(later)
                .filter(frame -> frame.echoesCongestion() && without.contains(identity(frame)))
                .map(TcpFrame::timeNs)
                .toList();
    }

    /** Number that an acknowledgement keeps on its way, and others near it do not have. */
    private static long identity(TcpFrame frame) {
        return (long) frame.identification() << 32 | frame.acknowledged() & 0xffff_ffffL;
    }

    /**
     * Numbers of a whole capture.
     *
     * @param dataMarks data frames that the switch marked CE; where the switch is not watched,
     *     those with CE that came to the receiver
     * @param echoes acknowledgements with ECE that came to the sender
     * @param switchEchoes those among them that the receiver had sent without ECE
     * @param reductions segments with CWR that the sender sent
     * @param resent segments that the sender sent again
     * @param forbidden reductions without a loss that RFC 3168 forbids: before the data that was
     *     under way at the reduction before was acknowledged, or without ECE since then
     * @param windows congestion events in TCP's sense: windows of data with ECE. One begins with an
     *     acknowledgement with ECE of data sent after the reduction before
     * @param unanswered those of them in which no reduction came before the data that was under way
     *     at their beginning was acknowledged
     */
    record Counts(
            long dataMarks,
            long echoes,
            long switchEchoes,
            long reductions,
            long resent,
            long forbidden,
            long windows,
            long unanswered) {

        /** Congestion events that the switch signalled to the flow. */
        long events() {
            return dataMarks + switchEchoes;
        }
    }

    Counts counts() {
        SenderWatch watch = new SenderWatch();
        frames.get(Place.SENDER).stream()
                .filter(frame -> frame.protocol() == TcpFrame.TCP)
                .forEach(watch::see);
        boolean watched = !frames.get(Place.FROM_BOTTLENECK).isEmpty();
        return new Counts(
                data(watched ? Place.FROM_BOTTLENECK : Place.RECEIVER)
                        .filter(TcpFrame::congestionExperienced)
                        .count(),
                acknowledgements(Place.SENDER).filter(TcpFrame::echoesCongestion).count(),
                timesOfSwitchEchoes(Place.RECEIVER, Place.SENDER).size(),
                reductions(Place.SENDER).size(),
                watch.resent,
                watch.forbidden,
                watch.windows,
                watch.unanswered);
    }

    /** Looks at a connection's frames at its sender one after the other. */
    private static final class SenderWatch {
        private TcpFrame last;
        private TcpFrame lastReduction;
        private Integer acknowledged;
        private boolean prompted;
        private boolean lost;
        private long resent;
        private long forbidden;

        /** Last segment under way when a window with ECE began that no reduction answered yet. */
        private TcpFrame owedSince;

        private long windows;
        private long unanswered;

        private void see(TcpFrame frame) {
            if (frame.fromPort() == TCP_PORT) {
                prompted |= frame.echoesCongestion();
                if (acknowledged == null || frame.acknowledged() - acknowledged > 0) {
                    acknowledged = frame.acknowledged();
                }
                if (owedSince != null && acknowledged - owedSince.sequence() > 0) {
                    owedSince = null;
                    unanswered++;
                }
                if (frame.echoesCongestion()) {
                    echo();
                }
            } else if (frame.payloadBytes() > 0) {
                if (last != null && frame.sequence() - last.sequence() <= 0) {
                    resent++;
                    lost = true;
                } else {
                    last = frame;
                }
                if (frame.saysReduced()) {
                    reduce(frame);
                }
            }
        }

        private void echo() {
            boolean isNext = lastReduction == null || acknowledged - lastReduction.sequence() > 0;
            if (owedSince == null && last != null && isNext) {
                owedSince = last;
                windows++;
            }
        }

        private void reduce(TcpFrame frame) {
            owedSince = null;
            boolean early =
                    lastReduction != null
                            && (acknowledged == null
                                    || acknowledged - lastReduction.sequence() < 0);
            if (!lost && (early || !prompted)) {
                forbidden++;
            }
            // Linux takes a reduction back whose loss was none; then another may follow at once.
            lastReduction = lost ? null : frame;
            prompted = false;
            lost = false;
        }
    }

    /** Times of all reductions, by the sender's segments with CWR, ns since 1970. */
    List<Long> reductionsNs() {
        return reductions(Place.SENDER).stream().map(TcpFrame::timeNs).toList();
    }
}
