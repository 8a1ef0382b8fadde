// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.transport.PacketTransport;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.lab.stats.Sample;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.IdealTime;
import org.weir.lab.workload.RandomMessages;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/** Run of messages in any network whose links are alike, with their completion times. */
public final class MessageRun {
    /** Classes of messages in the shares of the data centre's experiments. */
    public static final List<RandomMessages.Mix> MIXES =
            List.of(
                    new RandomMessages.Mix(TrafficClass.A.dscp(), 0.1),
                    new RandomMessages.Mix(TrafficClass.B.dscp(), 0.3),
                    new RandomMessages.Mix(TrafficClass.C.dscp(), 0.6));

    private static final long[] UP_TO_BYTES = {10_000, 100_000, 1_000_000, Long.MAX_VALUE};
    private static final String[] SIZES = {
        "to 10 kB", "10 to 100 kB", "100 kB to 1 MB", "above 1 MB"
    };

    /** Time until what has begun has ended, at most, over that in which messages begin. */
    private static final int DRAIN_RATIO = 4;

    private static final int STEPS = 100;

    private final Network network;
    private final List<TimedMessage> messages;
    private final PacketTransport transport;
    private final LineSpec line;
    private MessageRecords records;
    private double goodputBps;

    /**
     * @param network without flows, its switches programmed, not started
     * @param messages of its hosts, by their numbers in it
     * @param line every link
     */
    public MessageRun(
            Network network,
            List<TimedMessage> messages,
            PacketTransport transport,
            LineSpec line) {
        this.network = network;
        this.messages = messages;
        this.transport = transport;
        this.line = line;
    }

    /**
     * Sizes and how long their messages took.
     *
     * @param sizes in words
     * @param messages that began
     * @param ended of them, those that are whole
     * @param p50 median of the slowdown: time over what it takes alone; of one that is not whole
     *     the time until now; NaN of none
     * @param p99 its 99th percentile
     * @param p999 its 99.9th percentile
     */
    public record Row(String sizes, int messages, int ended, double p50, double p99, double p999) {}

    /**
     * Runs it until all is whole, at most five times as long as messages begin.
     *
     * @param lengthNs in which messages begin
     * @param progress receives the part done, 0 to 1
     */
    public void run(long lengthNs, DoubleConsumer progress) {
        Engine engine = network.engine();
        records = new MessageRecords(engine, messages, 0, lengthNs);
        network.hosts().forEach(host -> host.use(transport, records));
        for (TimedMessage one : messages) {
            engine.schedule(
                    one.startNs(), () -> network.hosts().get(one.from()).send(one.message()));
        }
        network.start();
        for (long step = 1; step <= STEPS; step++) {
            engine.runUntil(Math.round((double) lengthNs * step / STEPS));
            progress.accept((double) step / STEPS);
        }
        goodputBps = records.deliveredBytes() * 8e9 / lengthNs;
        long stepNs = Math.max(1, lengthNs / STEPS);
        while (records.undelivered() > 0 && engine.nowNs() < (1 + DRAIN_RATIO) * lengthNs) {
            engine.runUntil(engine.nowNs() + stepNs);
        }
    }

    /** Rows by size, and one of all sizes last. */
    public List<Row> rows() {
        long[] idealNs = idealNs();
        List<Row> rows = new ArrayList<>();
        long above = 0;
        for (int i = 0; i < SIZES.length; i++) {
            long least = above;
            long most = UP_TO_BYTES[i];
            rows.add(row(SIZES[i], id -> bytes(id) > least && bytes(id) <= most, idealNs));
            above = most;
        }
        rows.add(row("all", id -> true, idealNs));
        return rows;
    }

    private long bytes(int id) {
        return messages.get(id).message().bytes();
    }

    private Row row(String sizes, IntPredicate chosen, long[] idealNs) {
        int count = (int) IntStream.range(0, messages.size()).filter(chosen).count();
        double[] slowdowns = records.slowdowns(chosen, idealNs);
        return new Row(
                sizes,
                count,
                (int) Math.round(records.deliveredFraction(chosen) * count),
                Sample.percentile(slowdowns, 0.5),
                Sample.percentile(slowdowns, 0.99),
                Sample.percentile(slowdowns, 0.999));
    }

    private long[] idealNs() {
        Map<Integer, Map<String, Integer>> linksFrom = new HashMap<>();
        long[] idealNs = new long[messages.size()];
        for (int id = 0; id < idealNs.length; id++) {
            TimedMessage one = messages.get(id);
            int links =
                    linksFrom
                            .computeIfAbsent(one.from(), from -> links(host(from)))
                            .get(host(one.to()));
            List<LineSpec> path = IntStream.range(0, links).mapToObj(i -> line).toList();
            idealNs[id] = IdealTime.ns(transport, one.message().bytes(), path);
        }
        return idealNs;
    }

    private String host(int index) {
        return network.hosts().get(index).config().name();
    }

    /** Links of a shortest path from a node to each other one. */
    private Map<String, Integer> links(String start) {
        NetworkSpec spec = network.spec();
        Map<String, List<String>> beside = new HashMap<>();
        for (LinkSpec link : spec.links()) {
            String first = link.first().node();
            String second = link.second().node();
            beside.computeIfAbsent(first, node -> new ArrayList<>()).add(second);
            beside.computeIfAbsent(second, node -> new ArrayList<>()).add(first);
        }
        Map<String, Integer> links = new HashMap<>(Map.of(start, 0));
        Deque<String> reached = new ArrayDeque<>(List.of(start));
        while (!reached.isEmpty()) {
            String node = reached.remove();
            for (String next : beside.getOrDefault(node, List.of())) {
                if (links.putIfAbsent(next, links.get(node) + 1) == null) {
                    reached.add(next);
                }
            }
        }
        return links;
    }

    /** Bytes of applications that arrived while messages began, each once, bit/s. */
    public double goodputBps() {
        return goodputBps;
    }

    /** Packets sent once more while messages began, over those that arrived. */
    public double resentFraction() {
        return records.resentFraction();
    }

    /** One-way delays of a class's packets that were sent while messages began. */
    public LatencyHistogram delay(TrafficClass one) {
        return records.delay(one);
    }
}
