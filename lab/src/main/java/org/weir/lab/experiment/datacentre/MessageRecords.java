// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/**
 * Log of messages: the time at which each was complete, and delay and retransmissions of the
 * packets that were sent in the measured time.
 */
public final class MessageRecords implements MessageLog {
    private final Engine engine;
    private final List<TimedMessage> messages;
    private final long fromNs;
    private final long untilNs;
    private final long[] deliveredNs;
    private final int[] classes;
    private final LatencyHistogram[] delays = new LatencyHistogram[TrafficClass.values().length];
    private final long[] received = new long[delays.length];
    private final long[] resent = new long[delays.length];
    private int undelivered;
    private long deliveredBytes;

    /**
     * Makes records of messages that carry the DSCP of a {@link TrafficClass} each.
     *
     * @param fromNs begin of the time in which packets' delays and retransmissions count: before it
     *     the network fills
     * @param untilNs end of that time: after it the network empties, with every scheme differently
     */
    public MessageRecords(Engine engine, List<TimedMessage> messages, long fromNs, long untilNs) {
        this.engine = engine;
        this.messages = messages;
        this.fromNs = fromNs;
        this.untilNs = untilNs;
        undelivered = messages.size();
        deliveredNs = new long[messages.size()];
        Arrays.fill(deliveredNs, -1);
        classes = new int[messages.size()];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = TrafficClass.ofDscp(messages.get(i).message().dscp()).ordinal();
        }
        Arrays.setAll(delays, i -> new LatencyHistogram());
    }

    @Override
    public void received(int messageId, long delayNs, int bytes) {
        deliveredBytes += bytes;
        if (isMeasured(engine.nowNs() - delayNs)) {
            int own = classes[messageId];
            delays[own].add(delayNs);
            received[own]++;
        }
    }

    private boolean isMeasured(long sentNs) {
        return sentNs >= fromNs && sentNs < untilNs;
    }

    @Override
    public void delivered(int messageId, long nowNs) {
        deliveredNs[messageId] = nowNs;
        undelivered--;
    }

    @Override
    public void resent(int messageId) {
        if (isMeasured(engine.nowNs())) {
            resent[classes[messageId]]++;
        }
    }

    /** Messages that are not whole yet, those that have not begun included. */
    public int undelivered() {
        return undelivered;
    }

    /** Of the messages chosen, those that are not whole yet. */
    public long undelivered(IntPredicate chosen) {
        return Arrays.stream(ids(chosen)).filter(id -> deliveredNs[id] < 0).count();
    }

    /** Bytes of applications that have arrived, each once. */
    public long deliveredBytes() {
        return deliveredBytes;
    }

    /** One-way delays of a class's packets in the network, of those sent in the measured time. */
    public LatencyHistogram delay(TrafficClass one) {
        return delays[one.ordinal()];
    }

    /** Packets of a class sent once more in the measured time, over those that arrived, 0 to … */
    public double resentFraction(TrafficClass one) {
        return (double) resent[one.ordinal()] / Math.max(1, received[one.ordinal()]);
    }

    /** The same of all classes. */
    public double resentFraction() {
        return (double) Arrays.stream(resent).sum() / Math.max(1, Arrays.stream(received).sum());
    }

    /** Part of the messages chosen that are whole, 0 to 1. */
    public double deliveredFraction(IntPredicate chosen) {
        int[] ids = ids(chosen);
        long whole = Arrays.stream(ids).filter(id -> deliveredNs[id] >= 0).count();
        return (double) whole / Math.max(1, ids.length);
    }

    /**
     * Times of messages over what they would take alone, in rising order. Those that are not whole
     * yet count with the time until now: too little, but they are not left out.
     *
     * @param idealNs by message
     */
    public double[] slowdowns(IntPredicate chosen, long[] idealNs) {
        return Arrays.stream(ids(chosen))
                .mapToDouble(id -> slowdown(id, idealNs[id]))
                .sorted()
                .toArray();
    }

    double slowdown(int id, long idealNs) {
        long endNs = deliveredNs[id] >= 0 ? deliveredNs[id] : engine.nowNs();
        return (double) (endNs - messages.get(id).startNs()) / idealNs;
    }

    private int[] ids(IntPredicate chosen) {
        List<Integer> ids = new ArrayList<>();
        for (int id = 0; id < deliveredNs.length; id++) {
            if (chosen.test(id)) {
                ids.add(id);
            }
        }
        return ids.stream().mapToInt(id -> id).toArray();
    }
}
