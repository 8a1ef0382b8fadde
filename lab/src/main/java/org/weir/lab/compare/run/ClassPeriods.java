// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.weir.lab.compare.network.ClassNeed;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.result.Miss;
import org.weir.lab.compare.result.MissCause;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.IdealTime;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/**
 * Class-periods: what the packets of one class met on their way to one host in one period of the
 * controller. Measured from the packets that arrive, whatever the scheme and its model say.
 *
 * <p>The packets that a class <em>wants</em> in a period are those that would arrive if it had the
 * receiver's line for itself. A class-period is judged when they are {@value #LEAST_PACKETS} or
 * more. It is kept when all of this holds of the packets that arrive in it:
 *
 * <ul>
 *   <li>their mean queueing delay is at most the class's target, if it has one;
 *   <li>at most 1 % of them, or one, waited longer than the target for the 99th percentile;
 *   <li>retransmitted packets are at most the class's part of them, or one;
 *   <li>those of messages that end are at least the class's part of the packets wanted: a class is
 *       not kept by starving it. Endless messages want nothing, and their packets do not stand for
 *       those of others.
 * </ul>
 *
 * <p>Queueing delay is the time from the sending host's port to the receiving host, less what a
 * full packet takes on that way alone, at the rates that its lines have when it is sent.
 */
final class ClassPeriods implements MessageLog {
    /** Packets that make a class-period judged. */
    static final int LEAST_PACKETS = 30;

    private static final double LATE_PART = 0.01;

    private static final double NS_PER_US = 1000;
    private static final int CLASSES = TrafficClass.values().length;

    private final Engine engine;
    private final ComparedNetwork network;
    private final LoadPlan plan;
    private final List<TimedMessage> messages;
    private final int periods;
    private final long[] aloneNs;

    /** The same by phase in which a line is slow. */
    private final Map<LoadPlan.Phase, long[]> aloneWhileSlowNs = new LinkedHashMap<>();

    private final double[] ownLineFreeNs;
    private final int[] wanted;

    /** The same by sender: of a cell, those of each host follow each other. */
    private final int[] wantedFrom;

    private final int[] received;
    private final int[] receivedOfMessages;
    private final int[] late;
    private final int[] resent;
    private final double[] delaySumNs;
    private final long[] receivedBytes;
    private final LineUse lines;

    /**
     * @param plan of the messages that are offered
     * @param periods of the run; what arrives later belongs to none
     */
    ClassPeriods(Engine engine, ComparedNetwork network, LoadPlan plan, int periods) {
        this.engine = engine;
        this.network = network;
        this.periods = periods;
        this.plan = plan;
        messages = plan.messages();
        int hosts = network.shape().hosts();
        aloneNs = aloneNs((from, to) -> plan.routes().lines(from, to));
        for (LoadPlan.Phase phase : plan.phases()) {
            if (phase.has(LoadEvent.Kind.SLOW_LINK)) {
                aloneWhileSlowNs.put(phase, aloneNs((from, to) -> slowLines(phase, from, to)));
            }
        }
        int cells = hosts * CLASSES * periods;
        ownLineFreeNs = new double[hosts * CLASSES];
        wanted = new int[cells];
        wantedFrom = new int[cells * hosts];
        lines = new LineUse(network, plan, periods);
        received = new int[cells];
        receivedOfMessages = new int[cells];
        late = new int[cells];
        resent = new int[cells];
        delaySumNs = new double[cells];
        receivedBytes = new long[cells];
        for (TimedMessage one : messages) {
            if (!plan.isBulk(one)) {
                want(one);
            }
        }
    }

    /** Times between all pairs of hosts over some lines. */
    private long[] aloneNs(BiFunction<Integer, Integer, List<LineSpec>> linesOf) {
        int hosts = network.shape().hosts();
        long[] times = new long[hosts * hosts];
        for (int from = 0; from < hosts; from++) {
            for (int to = 0; to < hosts; to++) {
                if (from != to) {
                    times[from * hosts + to] =
                            IdealTime.ofFrame(network.frameBytes(), linesOf.apply(from, to));
                }
            }
        }
        return times;
    }

    private List<LineSpec> slowLines(LoadPlan.Phase phase, int from, int to) {
        List<LineSpec> lines = new ArrayList<>(phase.ways().lines(from, to));
        List<LinkSpec.End> ports = phase.ways().ports(from, to);
        for (int i = 0; i < ports.size(); i++) {
            if (plan.slowEnds().contains(ports.get(i))) {
                // The first line is the host's own.
                LineSpec line = lines.get(i + 1);
                long rateBps = Math.round(LoadEvent.SLOW_LINK_PART * line.rateBps());
                lines.set(i + 1, new LineSpec(rateBps, line.delayNs(), line.queuePackets()));
            }
        }
        return lines;
    }

    /** Time of a full packet alone on a way of {@link #aloneNs}, if it is sent at a time. */
    private long aloneNs(int way, long sentNs) {
        for (Map.Entry<LoadPlan.Phase, long[]> slow : aloneWhileSlowNs.entrySet()) {
            if (sentNs >= slow.getKey().fromNs() && sentNs < slow.getKey().untilNs()) {
                return slow.getValue()[way];
            }
        }
        return aloneNs[way];
    }

    /** Counts a message as if its class had the receiver's line for itself. */
    private void want(TimedMessage one) {
        int line = classOf(one) * network.shape().hosts() + one.to();
        long packets =
                (one.message().bytes() + network.payloadBytes() - 1) / network.payloadBytes();
        double atNs = Math.max(ownLineFreeNs[line], one.startNs());
        for (long i = 0; i < packets; i++) {
            int cell = cell(one, (long) atNs);
            if (cell >= 0) {
                wanted[cell]++;
                wantedFrom[cell * network.shape().hosts() + one.from()]++;
            }
            atNs += network.packetNs();
        }
        ownLineFreeNs[line] = atNs;
    }

    private int cell(TimedMessage one, long timeNs) {
        long period = timeNs / network.periodNs();
        if (period >= periods) {
            return -1;
        }
        int hosts = network.shape().hosts();
        return (classOf(one) * hosts + one.to()) * periods + (int) period;
    }

    private static int classOf(TimedMessage one) {
        return TrafficClass.ofDscp(one.message().dscp()).ordinal();
    }

    @Override
    public void received(int messageId, long delayNs, int bytes) {
        TimedMessage one = messages.get(messageId);
        int cell = cell(one, engine.nowNs());
        if (cell < 0) {
            return;
        }
        int hosts = network.shape().hosts();
        int way = one.from() * hosts + one.to();
        long sentNs = engine.nowNs() - delayNs;
        lines.received(one.from(), one.to(), sentNs, cell % periods);
        long queuedNs = Math.max(0, delayNs - aloneNs(way, sentNs));
        received[cell]++;
        if (!plan.isBulk(one)) {
            receivedOfMessages[cell]++;
        }
        delaySumNs[cell] += queuedNs;
        receivedBytes[cell] += bytes;
        int own = classOf(one);
        if (queuedNs > network.p99TargetNs(own)) {
            late[cell]++;
        }
    }

    @Override
    public void resent(int messageId) {
        TimedMessage one = messages.get(messageId);
        int cell = cell(one, engine.nowNs());
        if (cell >= 0) {
            resent[cell]++;
        }
    }

    /**
     * Verdicts by class, then host, then period, {@code /} between classes: {@code 1} kept, {@code
     * 0} missed, {@code -} not judged. The first period is not judged: the network is empty when it
     * begins.
     */
    String verdicts() {
        StringBuilder verdicts = new StringBuilder();
        int ofClass = wanted.length / CLASSES;
        for (int cell = 0; cell < wanted.length; cell++) {
            if (cell > 0 && cell % ofClass == 0) {
                verdicts.append('/');
            }
            verdicts.append(!isJudged(cell) ? '-' : isKept(cell) ? '1' : '0');
        }
        return verdicts.toString();
    }

    /** Each class in each period, at all hosts together. */
    List<RunDetail.PeriodPoint> points() {
        List<RunDetail.PeriodPoint> points = new ArrayList<>();
        for (TrafficClass one : TrafficClass.values()) {
            for (int period = 0; period < periods; period++) {
                points.add(point(one, period));
            }
        }
        return points;
    }

    private RunDetail.PeriodPoint point(TrafficClass one, int period) {
        int ofClass = wanted.length / CLASSES;
        long packets = 0;
        long bytes = 0;
        double queuedNs = 0;
        int kept = 0;
        int judged = 0;
        for (int cell = one.ordinal() * ofClass + period;
                cell < (one.ordinal() + 1) * ofClass;
                cell += periods) {
            packets += received[cell];
            bytes += receivedBytes[cell];
            queuedNs += delaySumNs[cell];
            judged += isJudged(cell) ? 1 : 0;
            kept += isJudged(cell) && isKept(cell) ? 1 : 0;
        }
        return new RunDetail.PeriodPoint(
                one,
                period,
                (period + 1.0) * network.periodMs(),
                packets,
                Byte.SIZE * bytes / (network.periodNs() / NS_PER_US),
                queuedNs / packets / NS_PER_US,
                kept,
                judged);
    }

    /** The missed class-periods, by class, then host, then period. */
    List<Miss> misses() {
        List<Miss> misses = new ArrayList<>();
        for (int cell = 0; cell < wanted.length; cell++) {
            if (isJudged(cell) && !isKept(cell)) {
                misses.add(miss(cell));
            }
        }
        return misses;
    }

    private Miss miss(int cell) {
        int ofClass = wanted.length / CLASSES;
        int own = cell / ofClass;
        int host = cell % ofClass / periods;
        int period = cell % periods;
        List<String> events =
                lines.events(period).stream()
                        .map(one -> one.name().toLowerCase(Locale.ROOT))
                        .toList();
        double packetNs = network.packetNs();
        return new Miss(
                TrafficClass.values()[own],
                host,
                period,
                events,
                cause(cell),
                wanted[cell],
                received[cell],
                resent[cell],
                (double) late[cell] / received[cell],
                delaySumNs[cell] / received[cell] / packetNs,
                network.needs().get(own).meanPacketTimes(),
                lines.ofReceiver(host, period));
    }

    private MissCause cause(int cell) {
        int ofClass = wanted.length / CLASSES;
        int host = cell % ofClass / periods;
        int period = cell % periods;
        ClassNeed need = network.needs().get(cell / ofClass);
        if (receivedOfMessages[cell] < need.leastPart() * wanted[cell]) {
            if (lines.isReceiverBusy(host, period)) {
                return MissCause.SHARE;
            }
            return isLimitedBefore(cell, host, period) ? MissCause.OTHER_LINE : MissCause.HELD_BACK;
        }
        if (resent[cell] > Math.max(1, need.lossFraction() * received[cell])) {
            return lines.isFlooded(host, period) ? MissCause.FLOOD_LOSS : MissCause.LOSS;
        }
        return MissCause.DELAY;
    }

    /** Whether half of the packets wanted came from senders that another line limits. */
    private boolean isLimitedBefore(int cell, int host, int period) {
        int hosts = network.shape().hosts();
        int limited = 0;
        for (int from = 0; from < hosts; from++) {
            int packets = wantedFrom[cell * hosts + from];
            if (packets > 0 && lines.isLimitedBefore(from, host, period)) {
                limited += packets;
            }
        }
        return 2 * limited >= wanted[cell];
    }

    private boolean isJudged(int cell) {
        return wanted[cell] >= LEAST_PACKETS && cell % periods > 0;
    }

    private boolean isKept(int cell) {
        int own = cell / (wanted.length / CLASSES);
        ClassNeed need = network.needs().get(own);
        int packets = received[cell];
        if (receivedOfMessages[cell] < need.leastPart() * wanted[cell]) {
            return false;
        }
        if (resent[cell] > Math.max(1, need.lossFraction() * packets)) {
            return false;
        }
        return !need.boundsDelay()
                || delaySumNs[cell] <= network.meanTargetNs(own) * packets
                        && late[cell] <= Math.max(1, LATE_PART * packets);
    }
}
