// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.flow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.weir.agent.feedback.FlowKey;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * The flows that have had feedback, each with a reaction point: feedback, counters and times in,
 * shapes out. Not thread-safe; it knows no clock. Times are ns of one clock that never goes back.
 *
 * <p>A flow's first feedback makes its reaction point, whose first rate is the most that the flow
 * may have sent: λ, of which it is a part, or the line's rate. A flow without feedback for the
 * release time is released, whatever its rate was; so is one whose reaction point has come back to
 * the line's rate, and one without packets and feedback for {@link #IDLE_NS}: each shaped flow
 * costs every packet of the host a filter. A flow of which no packet is seen within {@link
 * #UNSEEN_NS} is released then, whatever feedback there is: it may be an invention. A slow flow is
 * shaped again with its next feedback. A released flow has the line's rate, and its slot is free
 * when what waited has left. With new feedback it gets a free slot, or without any its old one
 * again.
 */
public final class FlowTable {
    /** Time without packets and feedback after which a flow is released, ns. */
    static final long IDLE_NS = 2_000_000_000L;

    /** Time after its beginning in which a packet of a flow has to be counted, ns. */
    static final long UNSEEN_NS = 200_000_000L;

    /** Longest time that packets of a released flow go through its class, ns. */
    static final long DRAIN_NS = 2_000_000_000L;

    private static final double BPS_PER_KBPS = 1000;

    private final DoubleFunction<Reaction> reactions;

    /** Says at which rate a flow starts. */
    private final Reaction unshaped;

    private final long lineBps;
    private final long releaseNs;
    private final int mostFlows;
    private final Map<FlowKey, ShapedFlow> flows = new LinkedHashMap<>();
    private final List<Leaving> leaving = new ArrayList<>();
    private final BitSet slots = new BitSet();
    private long released;

    /** A released flow. New packets pass by its class when the old ones have left it. */
    private static final class Leaving {
        private final ShapedFlow flow;
        private final long sinceNs;
        private boolean open;

        Leaving(ShapedFlow flow, long sinceNs) {
            this.flow = flow;
            this.sinceNs = sinceNs;
        }
    }

    /**
     * A table without flows.
     *
     * @param reactions the reaction of a flow, by the rate at which it starts, bit/s
     * @param lineBps rate of the interface, bit/s
     * @param releaseNs longest time that a flow stays shaped without feedback, ns
     * @param mostFlows flows that are shaped at most
     */
    public FlowTable(
            DoubleFunction<Reaction> reactions, long lineBps, long releaseNs, int mostFlows) {
        this.reactions = reactions;
        unshaped = reactions.apply(lineBps);
        this.lineBps = lineBps;
        this.releaseNs = releaseNs;
        this.mostFlows = mostFlows;
    }

    /** True if feedback about this flow finds it or a free slot, or one that it had. */
    public boolean hasRoom(FlowKey flow) {
        return flows.containsKey(flow)
                || slots.cardinality() < mostFlows
                || formerOf(flow).isPresent();
    }

    /** The released flow of this key that still has a slot; the last of several. */
    private Optional<Leaving> formerOf(FlowKey flow) {
        return leaving.stream()
                .filter(old -> old.flow.key().equals(flow))
                .reduce((first, second) -> second);
    }

    /**
     * Obeys feedback. Its reaction point gets the time of arrival in place of the switch's: clocks
     * of two switches cannot be compared.
     *
     * @throws IllegalStateException if there is no room for the flow
     */
    public void onFeedback(FlowKey key, FeedbackMessage message, long nowNs) {
        double arrivalBps = BPS_PER_KBPS * message.arrivalRateKbps();
        flow(key, unshaped.unshapedBps(lineBps, arrivalBps), nowNs).onFeedback(message, nowNs);
    }

    /**
     * Obeys a notification. The flow's first rate is the line's, as DCQCN's senders start.
     *
     * @throws IllegalStateException if there is no room for the flow
     */
    public void onNotification(FlowKey key, CongestionNotification notification, long nowNs) {
        flow(key, lineBps, nowNs).onNotification(notification, nowNs);
    }

    /** The flow of a key, which starts at a rate if there was none. */
    private ShapedFlow flow(FlowKey key, double startBps, long nowNs) {
        ShapedFlow flow = flows.get(key);
        if (flow == null) {
            if (!hasRoom(key)) {
                throw new IllegalStateException("no slot is free");
            }
            double atLeastOneBps = Math.max(1, startBps);
            RateControl control = reactions.apply(atLeastOneBps).start(lineBps);
            flow = inSlot(key, control, Math.min(lineBps, atLeastOneBps), nowNs);
            flows.put(key, flow);
            // Its packets go to one class only.
            leaving.stream()
                    .filter(old -> old.flow.key().equals(key))
                    .forEach(old -> old.open = true);
        }
        return flow;
    }

    /** A new flow in a free slot; in that which it had if there is none. */
    private ShapedFlow inSlot(FlowKey key, RateControl control, double mostBps, long nowNs) {
        if (slots.cardinality() < mostFlows) {
            int slot = slots.nextClearBit(1);
            slots.set(slot);
            return new ShapedFlow(key, slot, control, nowNs, mostBps);
        }
        Leaving former = formerOf(key).orElseThrow();
        leaving.remove(former);
        return former.flow.again(control, nowNs, mostBps);
    }

    /** Takes the counters of slots; a slot without any has not been made yet. */
    public void onTraffic(Map<Integer, SlotTraffic> bySlot, long nowNs) {
        for (ShapedFlow flow : flows.values()) {
            SlotTraffic traffic = bySlot.get(flow.slot());
            if (traffic == null) {
                flow.onNoClass(nowNs);
            } else {
                flow.onTraffic(traffic, nowNs);
            }
        }
        for (Iterator<Leaving> each = leaving.iterator(); each.hasNext(); ) {
            Leaving old = each.next();
            SlotTraffic traffic = bySlot.get(old.flow.slot());
            old.flow.onDrained(traffic);
            boolean isEmpty = traffic != null && traffic.backlogPackets() == 0;
            if (traffic == null || isEmpty && old.open) {
                slots.clear(old.flow.slot());
                each.remove();
            } else if (isEmpty || nowNs - old.sinceNs >= DRAIN_NS) {
                old.open = true;
            }
        }
    }

    /** Ends the cycles that are over, and releases flows. */
    public void advance(long nowNs) {
        for (ShapedFlow flow : List.copyOf(flows.values())) {
            boolean silent = nowNs - flow.feedbackNs() >= releaseNs;
            if (!silent) {
                flow.advance(nowNs);
            }
            boolean idle = nowNs - flow.activeNs() >= IDLE_NS || flow.isUnseenFor(UNSEEN_NS);
            if (silent || idle || flow.rateBps() >= lineBps && flow.isPastFirstCycle()) {
                release(flow, nowNs);
            }
        }
    }

    private void release(ShapedFlow flow, long nowNs) {
        flows.remove(flow.key());
        leaving.add(new Leaving(flow, nowNs));
        released++;
    }

    /** The shapes that should be in force. */
    public Collection<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>();
        for (ShapedFlow flow : flows.values()) {
            shapes.add(new Shape(flow.slot(), flow.key(), flow.rateBps(), false));
        }
        for (Leaving old : leaving) {
            shapes.add(new Shape(old.flow.slot(), old.flow.key(), lineBps, old.open));
        }
        return shapes;
    }

    /** The flows that are shaped now. */
    public List<FlowState> shaped() {
        List<FlowState> shaped = new ArrayList<>();
        for (ShapedFlow flow : flows.values()) {
            shaped.add(
                    new FlowState(
                            flow.key(), flow.classIndex(), flow.rateBps(), flow.feedbackNs()));
        }
        return shaped;
    }

    /** Flows that are held back at the moment. */
    public int size() {
        return flows.size();
    }

    /** Flows released so far. */
    public long released() {
        return released;
    }
}
