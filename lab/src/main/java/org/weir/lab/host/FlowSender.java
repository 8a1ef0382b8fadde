// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.util.Optional;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.link.FramePool;
import org.weir.lab.packet.Ipv4;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.reaction.FixedRate;
import org.weir.reaction.RateControl;
import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * The sending side of a flow: an application that hands over packets as its {@link ArrivalProcess}
 * says, a bounded backlog, and a {@link RateControl} that says how fast the backlog may go. It
 * offers nothing before its destination's Ethernet address is known.
 */
public final class FlowSender {
    private final Engine engine;
    private final HostConfig host;
    private final FlowConfig flow;
    private final Transmitter transmitter;
    private final RateControl control;
    private final PacketArrivals arrivals;
    private final DataFrames frames;
    private final Runnable onArrival = this::onArrival;
    private final LatencyHistogram feedbackLatency = new LatencyHistogram();
    private MacAddress destinationMac;
    private boolean offering = true;
    private long nextArrivalNs = -1;
    private int backlogPackets;
    private boolean limitedInCycle;
    private boolean everSent;
    private long lastSentNs;
    private long plannedSendNs = -1;
    private long cycle;
    private long offeredPackets;
    private long overflowPackets;
    private long sentPackets;
    private long feedbackPackets;
    private FeedbackMessage lastFeedback;
    private long lastFeedbackNs;

    FlowSender(
            Engine engine,
            HostConfig host,
            FlowConfig flow,
            Transmitter transmitter,
            FramePool pool,
            long seed) {
        this.engine = engine;
        this.host = host;
        this.flow = flow;
        this.transmitter = transmitter;
        control =
                flow.reaction()
                        .<RateControl>map(reaction -> reaction.start(host.rateBps()))
                        .orElseGet(() -> new FixedRate(host.rateBps()));
        arrivals = new PacketArrivals(flow.process(), flow.load(), flow.packetBytes(), seed);
        frames = new DataFrames(host.mac(), flow, pool);
    }

    /** Starts to offer packets; called once, when the destination's address is known. */
    void start(MacAddress mac) {
        destinationMac = mac;
        if (offering) {
            scheduleArrival(engine.nowNs());
        }
        startCycle();
    }

    /**
     * Lets the application offer packets, or stops it at once; then it gives up its backlog.
     * Packets already handed to the host's port are still sent.
     */
    void setOffering(boolean on) {
        if (on == offering) {
            return;
        }
        offering = on;
        if (!on) {
            overflowPackets += backlogPackets;
            backlogPackets = 0;
        } else if (isStarted()) {
            scheduleArrival(engine.nowNs());
        }
    }

    void destinationMoved(MacAddress mac) {
        destinationMac = mac;
    }

    boolean isStarted() {
        return destinationMac != null;
    }

    /** Whether a feedback packet is about this flow: addresses and ports are swapped in it. */
    boolean isAbout(UdpPacket feedback) {
        return feedback.source().equals(flow.destination())
                && feedback.destination().equals(flow.source())
                && feedback.sourcePort() == flow.destinationPort()
                && feedback.destinationPort() == flow.sourcePort();
    }

    void onFeedback(FeedbackMessage feedback) {
        feedbackPackets++;
        lastFeedback = feedback;
        lastFeedbackNs = engine.nowNs();
        feedbackLatency.add(engine.nowNs() - feedback.timeUs() * 1000);
        control.onFeedback(feedback);
        startCycle();
        planSend();
    }

    void onNotification(CongestionNotification notification) {
        feedbackPackets++;
        feedbackLatency.add(engine.nowNs() - notification.timeUs() * 1000);
        control.onNotification(notification, engine.nowNs());
        startCycle();
        planSend();
    }

    void onAcknowledgement(Acknowledgement told) {
        control.onAcknowledgement(told, sentPackets);
        planSend();
    }

    private void scheduleArrival(long afterNs) {
        long timeNs = arrivals.nextNs(afterNs);
        nextArrivalNs = timeNs;
        if (timeNs >= 0) {
            engine.schedule(timeNs, onArrival);
        }
    }

    private void onArrival() {
        if (!offering || engine.nowNs() != nextArrivalNs) {
            // It was planned before the application was stopped.
            return;
        }
        offeredPackets++;
        if (backlogPackets < flow.backlogPackets()) {
            backlogPackets++;
            planSend();
        } else {
            overflowPackets++;
        }
        limitedInCycle |= backlogPackets > 0;
        scheduleArrival(engine.nowNs());
    }

    /** Sends what may be sent now and plans the next packet; a plan made before is given up. */
    private void planSend() {
        while (backlogPackets > 0) {
            long dueNs = everSent ? lastSentNs + gapNs() : engine.nowNs();
            if (dueNs > engine.nowNs()) {
                plan(dueNs);
                return;
            }
            send();
        }
        plannedSendNs = -1;
    }

    private void plan(long dueNs) {
        if (plannedSendNs != dueNs) {
            plannedSendNs = dueNs;
            engine.schedule(dueNs, () -> sendAsPlanned(dueNs));
        }
    }

    private void sendAsPlanned(long dueNs) {
        if (plannedSendNs == dueNs) {
            plannedSendNs = -1;
            planSend();
        }
    }

    private void send() {
        long nowNs = engine.nowNs();
        byte[] frame = frames.next(destinationMac, sentPackets, nowNs);
        if (control.tag() != 0 && flow.source().isIpv4()) {
            Ipv4.setIdentification(frame, control.tag());
        }
        transmitter.send(frame);
        control.onSent(frame.length);
        sentPackets++;
        backlogPackets--;
        lastSentNs = nowNs;
        everSent = true;
    }

    private long gapNs() {
        return Transmitter.transmitNs(flow.packetBytes(), control.rateBps());
    }

    private void startCycle() {
        if (control.cycleNs() > 0) {
            long thisCycle = ++cycle;
            limitedInCycle = backlogPackets > 0;
            engine.scheduleAfter(control.cycleNs(), () -> endCycle(thisCycle));
        }
    }

    private void endCycle(long endedCycle) {
        if (endedCycle == cycle) {
            control.onCycle(limitedInCycle);
            planSend();
            startCycle();
        }
    }

    /** Configuration of the flow. */
    public FlowConfig flow() {
        return flow;
    }

    /** Rate allowed now, bit/s. */
    public long allowedRateBps() {
        return control.rateBps();
    }

    /** Packets that the application has wanted to send. */
    public long offeredPackets() {
        return offeredPackets;
    }

    /** Packets that the application gave up because its backlog was full. */
    public long overflowPackets() {
        return overflowPackets;
    }

    /** Packets that wait for the rate to allow them. */
    public int backlogPackets() {
        return backlogPackets;
    }

    /** Packets handed to the host's port, those it dropped included. */
    public long sentPackets() {
        return sentPackets;
    }

    /** Feedback packets received for this flow. */
    public long feedbackPackets() {
        return feedbackPackets;
    }

    /** The last feedback packet about this flow; empty if there was none. */
    public Optional<FeedbackMessage> lastFeedback() {
        return Optional.ofNullable(lastFeedback);
    }

    /** Time at which the last feedback packet arrived, ns; 0 if there was none. */
    public long lastFeedbackNs() {
        return lastFeedbackNs;
    }

    /** Times from the crossing of the threshold to the feedback's arrival here. */
    public LatencyHistogram feedbackLatency() {
        return feedbackLatency;
    }
}
