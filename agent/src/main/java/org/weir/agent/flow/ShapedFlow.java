// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.flow;

import java.util.OptionalInt;
import org.weir.agent.feedback.FlowKey;
import org.weir.reaction.RateControl;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.feedback.FeedbackMessage;

/** A flow with its reaction point, and what was counted of it in the present cycle. */
final class ShapedFlow {
    /** Full frame of Ethernet, as long as none of the flow's packets was counted, bytes. */
    private static final int FULL_FRAME_BYTES = 1514;

    /** Part of what the rate allows from which a flow counts as limited by it. */
    private static final double NEARLY_ALL = 0.9;

    /** Part of it below which a packet that had to wait was longer than the burst, no more. */
    private static final double ENOUGH = 0.5;

    private static final double NS_PER_SECOND = 1e9;
    private static final long NS_PER_US = 1000;

    private final FlowKey key;
    private final int slot;
    private final RateControl control;
    private final long startNs;
    private OptionalInt classIndex = OptionalInt.empty();
    private long feedbackNs;
    private long activeNs;
    private long cycleStartNs;
    private long cycleEndNs;
    private boolean limited;
    private boolean pastFirstCycle;
    private boolean countsBytes;
    private boolean seen;
    private SlotTraffic last;

    /** Time from which its class is there and counts packets, ns. */
    private long countedFromNs;

    /** Time of the last reading of counters, ns. */
    private long readNs;

    private long cycleBytes;

    /** Packets of the last reading for which no cycle has counted yet. */
    private long newPackets;

    private int frameBytes = FULL_FRAME_BYTES;

    /** Rate at which it really sent when last read, bit/s; infinite if its own rate limited it. */
    private double usedBps = Double.POSITIVE_INFINITY;

    /** Allowed rate at the last reading, bit/s. */
    private double readRateBps = Double.POSITIVE_INFINITY;

    /**
     * A flow of which the first feedback or notification has come.
     *
     * @param startNs time at which it came, ns
     * @param mostBps rate that it cannot have exceeded before, bit/s
     */
    ShapedFlow(FlowKey key, int slot, RateControl control, long startNs, double mostBps) {
        this.key = key;
        this.slot = slot;
        this.control = control;
        this.startNs = startNs;
        readNs = startNs;
        countedFromNs = startNs;
        activeNs = startNs;
        control.onSent(frameBytes);
        control.onUsedRate(mostBps);
    }

    /** This flow with another reaction point, in the same slot, whose counters go on. */
    ShapedFlow again(RateControl other, long nowNs, double mostBps) {
        ShapedFlow flow = new ShapedFlow(key, slot, other, nowNs, mostBps);
        flow.last = last;
        return flow;
    }

    /** Takes the counters of its class after its release; null before the class has any. */
    void onDrained(SlotTraffic traffic) {
        if (traffic != null) {
            last = traffic;
        }
    }

    FlowKey key() {
        return key;
    }

    int slot() {
        return slot;
    }

    /** Time of the last feedback, ns. */
    long feedbackNs() {
        return feedbackNs;
    }

    /** Time at which the flow last had feedback or a packet, as far as was counted, ns. */
    long activeNs() {
        return Math.max(activeNs, feedbackNs);
    }

    /** True if its class was there for so long, and has counted no packet of the flow. */
    boolean isUnseenFor(long ns) {
        return !seen && last != null && readNs - countedFromNs >= ns;
    }

    /** Class that the last feedback packet named; empty without one. */
    OptionalInt classIndex() {
        return classIndex;
    }

    long rateBps() {
        return control.rateBps();
    }

    /** True if a cycle has ended since the first feedback. */
    boolean isPastFirstCycle() {
        return pastFirstCycle;
    }

    void onFeedback(FeedbackMessage message, long nowNs) {
        feedbackNs = nowNs;
        classIndex = OptionalInt.of(message.classId());
        control.onUsedRate(usedBps);
        // Clocks of two switches may differ, and a Tofino's begins anew every 71 minutes.
        control.onFeedback(message.readAt((nowNs - startNs) / NS_PER_US));
        startCycle(nowNs);
    }

    void onNotification(CongestionNotification notification, long nowNs) {
        countsBytes = true;
        feedbackNs = nowNs;
        control.onNotification(notification, nowNs - startNs);
        startCycle(nowNs);
    }

    /**
     * Takes note that its class is not there: it has not been made yet, or somebody has taken it
     * away. Nobody knows what the flow sends then.
     */
    void onNoClass(long nowNs) {
        last = null;
        countedFromNs = nowNs;
        activeNs = nowNs;
    }

    void onTraffic(SlotTraffic traffic, long nowNs) {
        long packets = traffic.packets() - (last == null ? 0 : last.packets());
        long bytes = traffic.bytes() - (last == null ? 0 : last.bytes());
        long overlimits = traffic.overlimits() - (last == null ? 0 : last.overlimits());
        boolean hadMore = last != null && last.backlogPackets() > 0 && traffic.backlogPackets() > 0;
        last = traffic;
        if (packets > 0) {
            frameBytes = (int) Math.max(1, bytes / packets);
            // A byte counter needs all packets; the other reaction points need their size.
            for (long i = countsBytes ? packets : 1; i > 0; i--) {
                control.onSent(frameBytes);
            }
        }
        usedBps = hadMore ? usedBps(bytes, nowNs) : Double.POSITIVE_INFINITY;
        readRateBps = control.rateBps();
        if (packets > 0 || traffic.backlogPackets() > 0) {
            activeNs = nowNs;
            seen = true;
        }
        newPackets = Math.max(0, packets);
        cycleBytes += inCycle(Math.max(0, bytes), nowNs);
        double allowed = control.rateBps() * (nowNs - cycleStartNs) / NS_PER_SECOND / Byte.SIZE;
        limited |=
                traffic.backlogPackets() > 0
                        || overlimits > 0 && cycleBytes >= ENOUGH * allowed
                        || cycleBytes > 0 && cycleBytes >= NEARLY_ALL * allowed;
    }

    /**
     * Rate of a flow whose packets waited since the last reading, bit/s. Two readings may have no
     * packet between them: one frame more counts. Near the allowed rate nothing else limits it.
     *
     * @return infinite if its own rate limited it
     */
    private double usedBps(long bytes, long nowNs) {
        double seconds = (nowNs - readNs) / NS_PER_SECOND;
        double sentBps = (Math.max(0, bytes) + frameBytes) * Byte.SIZE / seconds;
        double allowedBps = Math.min(readRateBps, control.rateBps());
        return seconds > 0 && sentBps < NEARLY_ALL * allowedBps
                ? sentBps
                : Double.POSITIVE_INFINITY;
    }

    /** Part of the bytes since the last reading that falls into the present cycle. */
    private long inCycle(long bytes, long nowNs) {
        long beforeNs = readNs;
        readNs = nowNs;
        return beforeNs >= cycleStartNs
                ? bytes
                : Math.round((double) bytes * (nowNs - cycleStartNs) / (nowNs - beforeNs));
    }

    /** Ends the cycles that are over. Of several, each had a packet while the reading has any. */
    void advance(long nowNs) {
        while (control.cycleNs() > 0 && nowNs >= cycleEndNs) {
            if (newPackets > 0 && !countsBytes) {
                newPackets--;
                control.onSent(frameBytes);
            }
            control.onCycle(limited);
            pastFirstCycle = true;
            startCycle(cycleEndNs);
        }
    }

    private void startCycle(long nowNs) {
        cycleStartNs = nowNs;
        cycleEndNs = nowNs + control.cycleNs();
        cycleBytes = 0;
        limited = last != null && last.backlogPackets() > 0;
    }
}
