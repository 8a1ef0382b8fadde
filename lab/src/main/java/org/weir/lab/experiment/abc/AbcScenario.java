// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.abc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Quantity;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.experiment.Series;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/**
 * ABC's section 6: two clients send to a server by one bottleneck, each at a constant rate or by a
 * number of TCP flows. Goodput is of the transport's payload.
 */
final class AbcScenario implements Scenario {
    static final AbcScenario INSTANCE = new AbcScenario();

    /** Bytes of Ethernet, IPv4 and UDP headers. */
    private static final int UDP_HEADER_BYTES = 42;

    /** Bytes of a full TCP segment's frame, and of its payload beside timestamps. */
    private static final int TCP_FRAME_BYTES = 1514;

    private static final int TCP_PAYLOAD_BYTES = 1448;

    /** Rates wander in steps, which begin again after some time. */
    private static final int WANDER_STEPS = 100;

    private static final long WANDER_STEP_NS = 100_000_000L;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int FIRST_PORT = 5001;
    private static final int SOURCE_PORT = 49_152;

    private AbcScenario() {}

    @Override
    public String id() {
        return "abc-bottleneck";
    }

    @Override
    public List<Parameter> parameters() {
        String paper = "P4-ABC section 6.1.3";
        String experiment = "P4-ABC section 6.2";
        return List.of(
                new Parameter("accessBps", "bit/s", 1e8, 1e6, 1e12, "clients' lines", paper),
                new Parameter("bottleneckBps", "bit/s", 5e7, 1e6, 1e12, "server's line", paper),
                new Parameter("linkDelayMs", "ms", 5, 0, 1e4, "delay of each line", paper),
                new Parameter(
                        "queuePackets", "packets", 24, 1, 1e6, "before the server's line", paper),
                new Parameter(
                        "payloadBytes", "bytes", 1448, 24, 1472, "of a UDP packet", experiment),
                new Parameter(
                        "rate0Bps",
                        "bit/s",
                        0,
                        0,
                        1e12,
                        "R0: payload that client 0 sends at a constant rate",
                        experiment),
                new Parameter("rate1Bps", "bit/s", 0, 0, 1e12, "the same of client 1", experiment),
                new Parameter("flows0", "", 0, 0, 1000, "TCP flows of client 0", experiment),
                new Parameter("flows1", "", 0, 0, 1000, "TCP flows of client 1", experiment),
                new Parameter(
                        "wanderPercent",
                        "%",
                        2,
                        0,
                        50,
                        "by which a constant rate differs at most, anew every 100 ms: no two hosts"
                                + " have one clock",
                        "ours"),
                new Parameter(
                        "randomGaps",
                        "",
                        0,
                        0,
                        1,
                        "1: exponential gaps between packets of a constant rate, not equal ones",
                        "ours"),
                new Parameter(
                        "ingressLoss",
                        "",
                        0,
                        0,
                        1,
                        "part of the frames between clients and switch that is lost whatever their"
                                + " activity is",
                        "ours; by P4-ABC section 6.1.3 BMv2 drops at its input above 50 Mb/s"),
                AbcRun.control(),
                new Parameter(
                        "segmentsPerAck",
                        "",
                        2,
                        1,
                        64,
                        "segments that one acknowledgement of TCP covers",
                        "RFC 5681: at most 2; receive offload has more"),
                new Parameter(
                        "seconds", "s", 20, 2, 1e5, "length of a run", "ours; the paper has 300 s"),
                new Parameter("warmUpSeconds", "s", 5, 0, 1e5, "not judged", "ours"));
    }

    @Override
    public void check(Values values) {
        if (values.whole("warmUpSeconds") >= values.whole("seconds")) {
            throw new IllegalArgumentException("warmUpSeconds must be below seconds");
        }
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("goodput0", "goodput of client 0", "Mb/s"),
                new Quantity("goodput1", "goodput of client 1", "Mb/s"),
                new Quantity("fair0", "max-min fair share of client 0", "Mb/s"),
                new Quantity("fair1", "max-min fair share of client 1", "Mb/s"),
                new Quantity("goodput", "goodput of both", "Mb/s"));
    }

    @Override
    public Outcome run(Scheme scheme, Values values, long seed, RunWatch watch) {
        SplittableRandom random = new SplittableRandom(seed);
        List<NetworkSpec.Traffic> constant = new ArrayList<>();
        for (int client = 0; client < AbcNetwork.CLIENTS; client++) {
            double bps = values.get("rate" + client + "Bps");
            if (bps > 0) {
                constant.add(constantRate(client, bps, values, random));
            }
        }
        AbcNetwork lines =
                new AbcNetwork(
                        values.whole("accessBps"),
                        values.whole("bottleneckBps"),
                        values.msAsNs("linkDelayMs"),
                        (int) values.whole("queuePackets"),
                        values.get("ingressLoss"));
        AbcRun run = new AbcRun(lines.build(id(), constant, seed), scheme, values);
        for (int client = 0; client < AbcNetwork.CLIENTS; client++) {
            for (long flow = values.whole("flows" + client); flow > 0; flow--) {
                run.send(client, random.nextLong(NS_PER_SECOND));
            }
        }
        watch.begins(run.network());
        run.network().start();
        return measure(run, values, watch);
    }

    private static Outcome measure(AbcRun run, Values values, RunWatch watch) {
        long from = values.whole("warmUpSeconds");
        long end = values.whole("seconds");
        int payloadBytes = (int) values.whole("payloadBytes");
        double[] mbps = new double[AbcNetwork.CLIENTS];
        double[] before = new double[AbcNetwork.CLIENTS];
        Series series = new Series("goodput", "time s", "client 0 Mb/s", "client 1 Mb/s");
        for (long second = 1; second <= end; second++) {
            run.engine().runUntil(second * NS_PER_SECOND);
            double[] row = new double[AbcNetwork.CLIENTS + 1];
            row[0] = second;
            for (int client = 0; client < AbcNetwork.CLIENTS; client++) {
                double bits = 8.0 * run.payloadBytes(client, payloadBytes);
                row[client + 1] = (bits - before[client]) / 1e6;
                before[client] = bits;
                mbps[client] += second > from ? row[client + 1] / (end - from) : 0;
            }
            series.add(row);
            watch.reaches((double) second / end);
        }
        double[] fair = fair(values);
        return new Outcome()
                .with("goodput0", mbps[0])
                .with("goodput1", mbps[1])
                .with("fair0", fair[0])
                .with("fair1", fair[1])
                .with("goodput", mbps[0] + mbps[1])
                .with(series);
    }

    /** Max-min fair goodputs, Mb/s: shares of the line as frames, then their payload. */
    private static double[] fair(Values values) {
        double[] demands = new double[AbcNetwork.CLIENTS];
        double[] payloadPart = new double[AbcNetwork.CLIENTS];
        for (int client = 0; client < AbcNetwork.CLIENTS; client++) {
            boolean tcp = values.get("flows" + client) > 0;
            double payload = values.get("payloadBytes");
            payloadPart[client] =
                    tcp
                            ? (double) TCP_PAYLOAD_BYTES / TCP_FRAME_BYTES
                            : payload / (payload + UDP_HEADER_BYTES);
            double offered = values.get("rate" + client + "Bps") / payloadPart[client];
            demands[client] = Math.min(values.get("accessBps"), tcp ? 1e18 : offered);
        }
        double[] shares = MaxMinShare.of(values.get("bottleneckBps"), demands);
        for (int client = 0; client < AbcNetwork.CLIENTS; client++) {
            shares[client] *= payloadPart[client] / 1e6;
        }
        return shares;
    }

    private static NetworkSpec.Traffic constantRate(
            int client, double payloadBps, Values values, SplittableRandom random) {
        int frameBytes = (int) values.whole("payloadBytes") + UDP_HEADER_BYTES;
        double frameBps = payloadBps * frameBytes / values.whole("payloadBytes");
        double part = values.get("wanderPercent") / 100;
        double[] draws = random.doubles(WANDER_STEPS, -1, 1).toArray();
        double mean = 0;
        for (double draw : draws) {
            mean += draw / WANDER_STEPS;
        }
        List<LoadSchedule.Step> steps = new ArrayList<>();
        for (int i = 0; i < WANDER_STEPS; i++) {
            long bps = Math.round(frameBps * (1 + part * (draws[i] - mean)));
            steps.add(new LoadSchedule.Step(i * WANDER_STEP_NS, bps));
        }
        return new NetworkSpec.Traffic(
                AbcNetwork.client(client),
                new FlowConfig(
                        client,
                        "client " + client,
                        "client",
                        AbcNetwork.address(client),
                        AbcNetwork.address(AbcNetwork.CLIENTS),
                        SOURCE_PORT + client,
                        FIRST_PORT + client,
                        0,
                        false,
                        frameBytes,
                        values.whole("randomGaps") == 1
                                ? ArrivalProcess.POISSON
                                : ArrivalProcess.CBR,
                        new LoadSchedule(steps, WANDER_STEPS * WANDER_STEP_NS),
                        FlowConfig.DEFAULT_BACKLOG_PACKETS,
                        Optional.empty()));
    }
}
