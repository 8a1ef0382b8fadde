// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.Routes;
import org.weir.lab.network.LinkSpec;

/**
 * Use of each line in each period of the controller: packets that arrived at hosts over it, over
 * those that fit, each counted as a full one, and the rate of a sender that ignores feedback.
 * Phases of the load that overlap a period count by the time that they overlap it.
 */
final class LineUse {
    /** Part of a line from which it is busy. */
    private static final double BUSY = 0.9;

    private final ComparedNetwork network;
    private final LoadPlan plan;
    private final int periods;
    private final int hosts;

    /** Numbers of the switches' ports; before them are the hosts' own lines. */
    private final Map<LinkSpec.End, Integer> lines = new HashMap<>();

    private final List<LinkSpec.End> ends = new ArrayList<>();

    /** By phase, then by pair of hosts: the lines on the way. */
    private final List<int[][]> ways = new ArrayList<>();

    /** By line, then by period. */
    private final List<long[]> packets = new ArrayList<>();

    LineUse(ComparedNetwork network, LoadPlan plan, int periods) {
        this.network = network;
        this.plan = plan;
        this.periods = periods;
        hosts = network.shape().hosts();
        for (int host = 0; host < hosts; host++) {
            packets.add(new long[periods]);
        }
        for (LoadPlan.Phase phase : plan.phases()) {
            ways.add(ways(phase.ways()));
        }
    }

    private int[][] ways(Routes routes) {
        int[][] all = new int[hosts * hosts][0];
        for (int from = 0; from < hosts; from++) {
            for (int to = 0; to < hosts; to++) {
                if (from != to) {
                    all[from * hosts + to] = way(routes, from, to);
                }
            }
        }
        return all;
    }

    private int[] way(Routes routes, int from, int to) {
        List<LinkSpec.End> ports = routes.ports(from, to);
        int[] way = new int[1 + ports.size()];
        way[0] = from;
        for (int i = 0; i < ports.size(); i++) {
            way[i + 1] = lines.computeIfAbsent(ports.get(i), this::added);
        }
        return way;
    }

    private int added(LinkSpec.End end) {
        ends.add(end);
        packets.add(new long[periods]);
        return packets.size() - 1;
    }

    /**
     * Counts a packet at all lines of its way.
     *
     * @param sentNs time of its sending, ns
     * @param period of its arrival
     */
    void received(int from, int to, long sentNs, int period) {
        for (int line : ways.get(phaseAt(sentNs))[from * hosts + to]) {
            packets.get(line)[period]++;
        }
    }

    private int phaseAt(long timeNs) {
        List<LoadPlan.Phase> phases = plan.phases();
        int last = phases.size() - 1;
        for (int i = 0; i < last; i++) {
            if (timeNs < phases.get(i).untilNs()) {
                return i;
            }
        }
        return last;
    }

    /** Kinds of the events under way in a period or a part of it. */
    Set<LoadEvent.Kind> events(int period) {
        Set<LoadEvent.Kind> events = EnumSet.noneOf(LoadEvent.Kind.class);
        for (LoadPlan.Phase phase : plan.phases()) {
            for (LoadEvent.Kind kind : LoadEvent.Kind.values()) {
                if (overlap(phase, period) > 0 && phase.has(kind)) {
                    events.add(kind);
                }
            }
        }
        return events;
    }

    /** Part of a period that a phase takes, 0 to 1. */
    private double overlap(LoadPlan.Phase phase, int period) {
        long fromNs = Math.max(phase.fromNs(), period * network.periodNs());
        long untilNs = Math.min(phase.untilNs(), (period + 1) * network.periodNs());
        return Math.max(0, untilNs - fromNs) / (double) network.periodNs();
    }

    /** Whether a sender that ignores feedback sends to a host in a period or a part of it. */
    boolean isFlooded(int host, int period) {
        return host == 0 && events(period).contains(LoadEvent.Kind.FLOOD);
    }

    /** Use of a host's line by what it receives, mean over a period. */
    double ofReceiver(int host, int period) {
        int any = host == 0 ? 1 : 0;
        int[] way = ways.get(0)[any * hosts + host];
        return use(way[way.length - 1], period);
    }

    /** Whether a host receives so much in a period that its line is busy. */
    boolean isReceiverBusy(int host, int period) {
        return ofReceiver(host, period) >= BUSY;
    }

    /**
     * Whether another line than the receiver's limits a sender in a period: one on the way is busy,
     * or it is slow for a part of the period.
     */
    boolean isLimitedBefore(int from, int to, int period) {
        for (int i = 0; i < ways.size(); i++) {
            if (overlap(plan.phases().get(i), period) == 0) {
                continue;
            }
            int[] way = ways.get(i)[from * hosts + to];
            for (int j = 0; j + 1 < way.length; j++) {
                if (isSlow(way[j], period) || use(way[j], period) >= BUSY) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isSlow(int line, int period) {
        return line >= hosts
                && events(period).contains(LoadEvent.Kind.SLOW_LINK)
                && plan.slowEnds().contains(ends.get(line - hosts));
    }

    /** Use of a line that is not slow. */
    private double use(int line, int period) {
        double rateBps =
                line < hosts
                        ? network.linkBps()
                        : plan.routes().port(ends.get(line - hosts)).rateBps();
        double packetParts = network.packetNs() / network.periodNs();
        return (packets.get(line)[period] * packetParts + flood(line, period))
                * network.linkBps()
                / rateBps;
    }

    /** Mean rate of the sender that ignores feedback at a line, over the rate of a host's line. */
    private double flood(int line, int period) {
        double flood = 0;
        for (int i = 0; i < ways.size(); i++) {
            LoadPlan.Phase phase = plan.phases().get(i);
            if (phase.has(LoadEvent.Kind.FLOOD) && leads(ways.get(i)[(hosts - 1) * hosts], line)) {
                flood += overlap(phase, period) * phase.floodBps() / network.linkBps();
            }
        }
        return flood;
    }

    private static boolean leads(int[] way, int line) {
        for (int one : way) {
            if (one == line) {
                return true;
            }
        }
        return false;
    }
}
