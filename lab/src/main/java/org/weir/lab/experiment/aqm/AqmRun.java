// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.aqm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpObserver;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider;
import org.weir.lab.host.transport.tcp.congestion.CongestionControls;
import org.weir.lab.network.Network;
import org.weir.lab.program.SchemeProgram;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.lab.stats.Sample;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.IdealTime;
import org.weir.wire.p4.WeirEgress;

/**
 * A dumbbell whose left hosts send endless TCP flows by one bottleneck, each group with its own
 * congestion control, and what arrived of each group.
 */
final class AqmRun implements MessageLog {
    private static final long ENDLESS = Long.MAX_VALUE / 4;
    private static final int FRAME_BYTES = 1514;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long LATEST_START_NS = NS_PER_SECOND / 2;

    /** Room of the hosts' lines, which nothing fills. */
    private static final int ACCESS_QUEUE_PACKETS = 10_000;

    private static final int ACCESS_FACTOR = 10;

    /** Of Weir's program for v1model, and of the programs of schemes. */
    private static final List<String> MARK_COUNTERS =
            List.of(WeirEgress.Aqm.MARKS, SchemeProgram.MARKS);

    /** DSCP by which hosts tell the groups apart; the switches ignore it. */
    private static final int[] DSCPS = {0, 10};

    private final Engine engine = new Engine(Pacing.FREE);
    private final Network network;
    private final List<Group> groups;
    private final List<Integer> groupOf = new ArrayList<>();
    private final List<Long> bytesOf = new ArrayList<>();
    private long marksBefore;

    /** Delay of a full segment where no other waits, ns. */
    private final long pathDelayNs;

    private boolean counting;

    /** Flows with one congestion control, and what arrived of them while it was counted. */
    static final class Group {
        private final CongestionControlProvider control;
        private final int flows;
        private final LatencyHistogram queueing = new LatencyHistogram();
        private long segments;
        private long bytes;
        private long resent;

        Group(CongestionControlProvider control, int flows) {
            this.control = control;
            this.flows = flows;
        }
    }

    AqmRun(Scheme scheme, Values values, long seed, List<Group> groups) {
        this.groups = groups;
        int flows = groups.stream().mapToInt(group -> group.flows).sum();
        long bps = values.whole("bottleneckBps");
        long roundTripNs = values.msAsNs("roundTripMs");
        int queuePackets = (int) Math.max(4, values.get("queueMs") / 1e3 * bps / 8 / FRAME_BYTES);
        LineSpec access = new LineSpec(ACCESS_FACTOR * bps, roundTripNs / 4, ACCESS_QUEUE_PACKETS);
        LineSpec bottleneck = new LineSpec(bps, 0, queuePackets);
        pathDelayNs = IdealTime.ofFrame(FRAME_BYTES, List.of(access, bottleneck, access));
        network = new Network(Dumbbell.create(flows, access, bottleneck, seed), engine);
        try {
            scheme.install(network, values);
        } catch (ProgramException e) {
            throw new IllegalStateException("a switch refuses " + scheme.name(), e);
        }
        TcpConfig first = TcpConfig.of(groups.get(0).control);
        Map<Integer, TcpConfig> second =
                groups.size() < 2
                        ? Map.of()
                        : Map.of(DSCPS[1], TcpConfig.of(groups.get(1).control));
        TcpTransport transport = new TcpTransport(first, second, TcpObserver.NONE);
        network.hosts().forEach(host -> host.use(transport, this));
        start(new SplittableRandom(seed), flows);
    }

    private void start(SplittableRandom random, int flows) {
        for (int group = 0; group < groups.size(); group++) {
            for (int i = 0; i < groups.get(group).flows; i++) {
                int id = groupOf.size();
                groupOf.add(group);
                bytesOf.add(0L);
                var to = network.host("h" + (flows + id + 1)).config().ipv4();
                Message message = new Message(id, to, DSCPS[group], ENDLESS);
                String from = "h" + (id + 1);
                engine.schedule(
                        random.nextLong(LATEST_START_NS), () -> network.host(from).send(message));
            }
        }
    }

    /** Parameters of the network and of a run. */
    static List<Parameter> parameters() {
        String ours = "ours";
        return List.of(
                new Parameter(
                        "bottleneckBps", "bit/s", 2e7, 1e6, 1e11, "line between switches", ours),
                new Parameter("roundTripMs", "ms", 20, 0.01, 1e4, "without queues", ours),
                new Parameter(
                        "queueMs", "ms", 200, 0.1, 1e5, "room of the bottleneck's queue", ours),
                new Parameter("seconds", "s", 30, 2, 1e5, "length of a run", ours),
                new Parameter("warmUpSeconds", "s", 10, 0, 1e5, "not judged", ours));
    }

    /** Parameter that chooses the congestion control of flows. */
    static Parameter control(String name, double normal) {
        return new Parameter(
                name,
                "",
                normal,
                1,
                CongestionControls.all().size(),
                "TCP: 1 NewReno, 2 CUBIC, 3 DCTCP, 4 Prague,"
                        + " 5 Linux's CUBIC, 6 BBR, 7 Linux's NewReno",
                "ours");
    }

    /** Flows of that control. */
    static Group group(Values values, String control, String flows) {
        return new Group(
                CongestionControls.all().get((int) values.whole(control) - 1),
                (int) values.whole(flows));
    }

    /** Checks what no parameter's own range says. */
    static void check(Values values) {
        if (values.get("warmUpSeconds") >= values.get("seconds")) {
            throw new IllegalArgumentException("warmUpSeconds must be below seconds");
        }
    }

    /** Runs it. */
    void run(Values values, RunWatch watch) {
        double end = values.get("seconds");
        watch.begins(network);
        network.start();
        engine.runUntil(Math.round(values.get("warmUpSeconds") * NS_PER_SECOND));
        counting = true;
        marksBefore = marks();
        for (double second = values.get("warmUpSeconds") + 1; second < end; second++) {
            engine.runUntil(Math.round(second * NS_PER_SECOND));
            watch.reaches(second / end);
        }
        engine.runUntil(Math.round(end * NS_PER_SECOND));
    }

    /** Goodput of a group while it was counted, Mb/s. */
    double goodputMbps(int group, Values values) {
        double seconds = values.get("seconds") - values.get("warmUpSeconds");
        return groups.get(group).bytes * 8 / seconds / 1e6;
    }

    /** Mean time by which segments came later than a full one that waits nowhere, ms. */
    double meanQueueMs(int group) {
        return groups.get(group).queueing.meanNs() / 1e6;
    }

    /** The same time that 99 % of the segments did not exceed, ms. */
    double p99QueueMs(int group) {
        return groups.get(group).queueing.percentileNs(0.99) / 1e6;
    }

    /** Segments of a group that were sent once more, part of those that arrived. */
    double resentPart(int group) {
        Group one = groups.get(group);
        return one.segments == 0 ? 0 : (double) one.resent / one.segments;
    }

    /** Packets that the switch before the bottleneck marked while they were counted, by segment. */
    double markedPart() {
        long segments = groups.stream().mapToLong(group -> group.segments).sum();
        return segments == 0 ? 0 : (double) (marks() - marksBefore) / segments;
    }

    /** Packets that the switch before the bottleneck has marked; acknowledgements cannot be. */
    private long marks() {
        SwitchControl device = network.node(Dumbbell.LEFT).device().orElseThrow();
        long marks = 0;
        for (String name : MARK_COUNTERS) {
            CounterControl counter = device.counter(name).orElse(null);
            for (int i = 0; counter != null && i < counter.size(); i++) {
                marks += counter.read(i).packets();
            }
        }
        return marks;
    }

    /** Jain's index of the throughputs of all flows while they were counted. */
    double jain() {
        return Sample.jain(bytesOf.stream().mapToDouble(Long::doubleValue).toArray());
    }

    @Override
    public void received(int messageId, long delayNs, int more) {
        if (counting) {
            Group group = groups.get(groupOf.get(messageId));
            group.bytes += more;
            bytesOf.set(messageId, bytesOf.get(messageId) + more);
            group.segments++;
            // What a histogram rounds is the queueing alone, which may be far below the delay.
            group.queueing.add(delayNs - pathDelayNs);
        }
    }

    @Override
    public void resent(int messageId) {
        if (counting) {
            groups.get(groupOf.get(messageId)).resent++;
        }
    }
}
