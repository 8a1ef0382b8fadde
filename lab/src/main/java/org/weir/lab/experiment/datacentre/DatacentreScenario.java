// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.host.transport.PacketTransport;
import org.weir.lab.host.transport.ProbeTimes;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionControls;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.FlowSizes;
import org.weir.lab.workload.IdealTime;
import org.weir.lab.workload.RandomMessages;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/**
 * A leaf–spine fabric in which hosts send each other messages of published sizes, in three classes.
 *
 * @param gbps rate of the hosts' lines, Gb/s
 * @param sizes of the messages
 */
record DatacentreScenario(int gbps, FlowSizes sizes) implements Scenario {
    private static final double NS_PER_MS = 1e6;
    private static final long STEP_NS = 100_000;

    /** Parameter that selects TCP's congestion control. */
    private static final String TCP = "tcp";

    /**
     * RFC 8257, section 4.1, recommends small timeouts in a data centre; DCTCP's authors: 10 ms.
     */
    private static final long TCP_LEAST_TIMEOUT_NS = 10_000_000;

    private static final long TCP_ACK_DELAY_NS = 1_000_000;

    @Override
    public String id() {
        return "datacentre-" + gbps + "g-" + name(sizes);
    }

    static String name(FlowSizes sizes) {
        return sizes.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private double queuePackets() {
        return 25.6 * gbps;
    }

    @Override
    public List<Parameter> parameters() {
        String ours = "ours";
        // A few of the controller's rounds; a run at ten times the rate takes three times as long.
        double runMs = Math.rint(600 / Math.sqrt(10.0 * gbps));
        List<Parameter> all = new ArrayList<>();
        all.add(new Parameter("linkBps", "bit/s", gbps * 1e9, 1e6, 1e12, "hosts' lines", ours));
        all.add(
                new Parameter(
                        "fabricRatio",
                        "",
                        4,
                        0.1,
                        100,
                        "rate of a line between switches over a host's",
                        "10/40, 25/100, 100/400 Gb/s Ethernet"));
        all.add(new Parameter("leaves", "", 4, 2, 63, "leaf switches", ours));
        all.add(new Parameter("spines", "", 2, 1, 62, "spine switches", ours));
        all.add(
                new Parameter(
                        "hostsPerLeaf", "", 8, 1, 62, "with 2 spines as much up as down", ours));
        all.add(
                new Parameter(
                        "linkDelayMs", "ms", 0.001, 0, 1000, "of each line", "HPCC section 5.1"));
        all.add(
                new Parameter(
                        "queuePackets",
                        "packets",
                        queuePackets(),
                        1,
                        65535,
                        "that a queue at a host's line holds; in the fabric by the line's rate",
                        "ours: 0.2 ms of the line"));
        all.add(
                new Parameter(
                        "payloadBytes",
                        "bytes",
                        1000,
                        1,
                        8900,
                        "of a message in a packet",
                        "HPCC's simulations"));
        all.add(
                new Parameter(
                        "load", "", 0.5, 0.001, 1, "a host's mean rate over its line's", "HPCC"));
        all.add(new Parameter("runMs", "ms", runMs, 0.1, 1e6, "in which messages begin", ours));
        all.add(
                new Parameter(
                        "warmUpPart",
                        "",
                        0.1,
                        0,
                        0.99,
                        "of the run; messages that begin in it are not judged",
                        ours));
        all.add(
                new Parameter(
                        "drainRatio",
                        "",
                        4,
                        0,
                        1e6,
                        "time over the run's, at most, until what has begun has ended",
                        ours));
        all.add(
                new Parameter(
                        "retransmitMs",
                        "ms",
                        1,
                        0.001,
                        1e6,
                        "silence after which a sender asks what is missing",
                        "ours: above three full queues; IRN's RTO_high is 0.32 ms"));
        all.add(
                new Parameter(
                        "sampleMs",
                        "ms",
                        0.1 / gbps,
                        1e-5,
                        1000,
                        "between two looks at the queues",
                        "ours: what 12 packets of 1000 bytes take"));
        all.add(
                new Parameter(
                        TCP,
                        "",
                        0,
                        0,
                        CongestionControls.all().size(),
                        "0: the scheme's own senders; TCP: 1 NewReno, 2 CUBIC, 3 DCTCP, 4 Prague,"
                                + " 5 Linux's CUBIC, 6 BBR, 7 Linux's NewReno",
                        "docs/tcp.md"));
        all.add(share("aShare", 0.1, "A"));
        all.add(share("bShare", 0.3, "B"));
        all.add(share("cShare", 0.6, "C"));
        all.addAll(Targets.parameters(10.0 / gbps));
        return List.copyOf(all);
    }

    private static Parameter share(String name, double share, String one) {
        return new Parameter(name, "", share, 0, 1, "weight of class " + one, "ours");
    }

    @Override
    public List<Parameter> parametersOf(Scheme scheme) {
        Set<String> own = new LinkedHashSet<>();
        parameters().forEach(parameter -> own.add(parameter.name()));
        return DatacentreProfile.of(scheme, gbps * 1e9, queuePackets()).stream()
                .filter(parameter -> !own.contains(parameter.name()))
                .toList();
    }

    @Override
    public List<Quantity> quantities() {
        return DatacentreMeasures.QUANTITIES;
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        long runNs = values.msAsNs("runMs");
        long warmUpNs = Math.round(values.get("warmUpPart") * runNs);
        long drainNs = Math.round(values.get("drainRatio") * runNs);
        LineSpec access = line(values, 1);
        LineSpec fabric = line(values, values.get("fabricRatio"));
        int hostsPerLeaf = (int) values.whole("hostsPerLeaf");
        NetworkSpec spec =
                LeafSpine.create(
                        (int) values.whole("leaves"),
                        (int) values.whole("spines"),
                        hostsPerLeaf,
                        access,
                        fabric,
                        seed);
        List<TimedMessage> messages =
                RandomMessages.draw(
                        spec.hosts(), sizes, values.get("load"), runNs, mixes(values), seed);
        PacketTransport transport = transport(scheme, values);
        Engine engine = new Engine(Pacing.FREE);
        Network network = new Network(spec, engine);
        try {
            scheme.install(network, values);
        } catch (ProgramException e) {
            throw new IllegalStateException("a switch refuses " + scheme.name(), e);
        }
        MessageRecords records = new MessageRecords(engine, messages, warmUpNs, runNs);
        network.hosts().forEach(host -> host.use(transport, records));
        for (TimedMessage one : messages) {
            engine.schedule(
                    one.startNs(), () -> network.hosts().get(one.from()).send(one.message()));
        }
        QueueSamples queues =
                new QueueSamples(network, transport.frameBytes(transport.payloadBytes(), 0));
        sample(engine, queues, warmUpNs, runNs, values.msAsNs("sampleMs"));
        watch.begins(network);
        network.start();
        DatacentreMeasures measures = new DatacentreMeasures(records, queues, messages, values);
        run(engine, warmUpNs, runNs, drainNs, records, measures, watch);
        long[] idealNs = new long[messages.size()];
        List<LineSpec> near = List.of(access, access);
        List<LineSpec> far = List.of(access, fabric, fabric, access);
        for (int i = 0; i < idealNs.length; i++) {
            TimedMessage one = messages.get(i);
            boolean sameLeaf = one.from() / hostsPerLeaf == one.to() / hostsPerLeaf;
            idealNs[i] = IdealTime.ns(transport, one.message().bytes(), sameLeaf ? near : far);
        }
        return measures.outcome(idealNs, warmUpNs);
    }

    private static PacketTransport transport(Scheme scheme, Values values) {
        int payloadBytes = (int) values.whole("payloadBytes");
        int tcp = (int) values.whole(TCP);
        if (tcp == 0) {
            return new RateTransport(
                    scheme.reaction(values),
                    payloadBytes,
                    ProbeTimes.from(values.msAsNs("retransmitMs")));
        }
        return new TcpTransport(
                TcpConfig.of(CongestionControls.all().get(tcp - 1))
                        .withFrameBytes(payloadBytes + TcpTransport.overheadBytes())
                        .withTimes(TCP_ACK_DELAY_NS, TCP_LEAST_TIMEOUT_NS));
    }

    private static void run(
            Engine engine,
            long warmUpNs,
            long runNs,
            long drainNs,
            MessageRecords records,
            DatacentreMeasures measures,
            RunWatch watch) {
        engine.runUntil(warmUpNs);
        measures.begin();
        // The messages left at the end take less time than those that begin all the while.
        double longest = runNs + drainNs / 10.0;
        while (engine.nowNs() < runNs) {
            engine.runUntil(Math.min(runNs, engine.nowNs() + STEP_NS));
            watch.reaches(engine.nowNs() / longest);
        }
        measures.end(runNs - warmUpNs);
        while (records.undelivered() > 0 && engine.nowNs() < runNs + drainNs) {
            engine.runUntil(engine.nowNs() + STEP_NS);
            watch.reaches(Math.min(1, engine.nowNs() / longest));
        }
    }

    private static LineSpec line(Values values, double ratio) {
        return new LineSpec(
                Math.round(values.get("linkBps") * ratio),
                values.msAsNs("linkDelayMs"),
                (int) Math.max(1, Math.round(values.get("queuePackets") * ratio)));
    }

    private static List<RandomMessages.Mix> mixes(Values values) {
        return List.of(
                new RandomMessages.Mix(TrafficClass.A.dscp(), values.get("aShare")),
                new RandomMessages.Mix(TrafficClass.B.dscp(), values.get("bShare")),
                new RandomMessages.Mix(TrafficClass.C.dscp(), values.get("cShare")));
    }

    private static void sample(
            Engine engine, QueueSamples queues, long fromNs, long toNs, long everyNs) {
        if (fromNs < toNs) {
            engine.schedule(
                    fromNs,
                    () -> {
                        queues.take();
                        sample(engine, queues, fromNs + everyNs, toNs, everyNs);
                    });
        }
    }
}
