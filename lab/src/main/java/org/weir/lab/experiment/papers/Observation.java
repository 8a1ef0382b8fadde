// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.TrafficControl;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Series;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.FlowReport;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;
import org.weir.lab.stats.LatencyHistogram;

/**
 * A run of a network under a scheme, looked at every millisecond (the queue of one switch) and
 * every second (what each flow received).
 */
final class Observation {
    static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long DRAIN_SECONDS = 10;
    private static final long SAMPLE_NS = 1_000_000;
    private static final long SAMPLES_PER_RATE = 50;
    private static final long SAMPLES_PER_ROW = 100;

    private final Engine engine = new Engine(Pacing.FREE);
    private final Network network;
    private final TrafficControl watched;
    private final List<Integer> watchedPorts = new ArrayList<>();
    private final Series queue = new Series("queue", "time s", "queue packets", "largest packets");
    private final List<List<FlowReport>> seconds = new ArrayList<>();
    private final List<Double> rowsMax = new ArrayList<>();
    private final NavigableMap<Integer, Long> depths = new TreeMap<>();
    private final Series allowed;
    private final long[] backlogPackets;
    private long samples;
    private double sum;
    private int largest;
    private double rowSum;
    private int rowLargest;
    private long warmUpSeconds;
    private long judgedSeconds;
    private long warmUpNs;
    private long endNs;
    private List<FlowReport> end = List.of();

    /**
     * @param watchedSwitch name of the switch whose ports' queues are added up
     */
    Observation(NetworkSpec spec, Scheme scheme, Values values, String watchedSwitch) {
        network = new Network(spec, engine);
        List<String> columns = new ArrayList<>(List.of("time s"));
        spec.flows().forEach(flow -> columns.add(flow.flow().name() + " Mb/s"));
        allowed = new Series("allowed", columns.toArray(new String[0]));
        backlogPackets = new long[spec.flows().size()];
        SwitchNode node = network.node(watchedSwitch);
        watched = node.device().orElseThrow().traffic();
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            watchedPorts.add(port.number());
        }
        try {
            scheme.install(network, values);
        } catch (ProgramException e) {
            throw new IllegalStateException("a switch refuses " + scheme.name(), e);
        }
    }

    /**
     * Runs it.
     *
     * @param values of which {@code warmUpSeconds} are left out of the queue's mean and maximum and
     *     of the goodput, which is of the time from then to {@code seconds}
     * @param totalSeconds for which it is looked at, with the warm-up
     * @param watch is called with the network before it starts, and in each second
     */
    Observation run(Values values, long totalSeconds, RunWatch watch) {
        warmUpSeconds = values.whole("warmUpSeconds");
        judgedSeconds = values.whole("seconds");
        warmUpNs = warmUpSeconds * NS_PER_SECOND;
        endNs = totalSeconds * NS_PER_SECOND;
        watch.begins(network);
        network.start();
        engine.scheduleAfter(SAMPLE_NS, this::sample);
        seconds.add(network.flowReports());
        for (long second = 1; second <= totalSeconds; second++) {
            engine.runUntil(second * NS_PER_SECOND);
            seconds.add(network.flowReports());
            watch.reaches((double) second / (totalSeconds + DRAIN_SECONDS));
        }
        // Nothing is offered any more; packets under way arrive or are lost.
        engine.runUntil((totalSeconds + DRAIN_SECONDS) * NS_PER_SECOND);
        end = network.flowReports();
        return this;
    }

    /** The same rate from a time to the end of the run, {@code seconds}. */
    static LoadSchedule between(long startNs, Values values, long rateBps) {
        return new LoadSchedule(
                List.of(
                        new LoadSchedule.Step(startNs, rateBps),
                        new LoadSchedule.Step(values.whole("seconds") * NS_PER_SECOND, 0)),
                0);
    }

    private void sample() {
        int depth = 0;
        for (int port : watchedPorts) {
            for (QueueStatus status : watched.portTrafficStatus(port).queues()) {
                depth += status.depthPackets();
            }
        }
        samples++;
        rowSum += depth;
        rowLargest = Math.max(rowLargest, depth);
        if (samples % SAMPLES_PER_RATE == 0) {
            double[] row = new double[allowed.columns().size()];
            row[0] = samples * SAMPLE_NS / 1e9;
            List<FlowReport> reports = network.flowReports();
            for (int i = 0; i < reports.size(); i++) {
                row[i + 1] = reports.get(i).allowedRateBps() / 1e6;
                backlogPackets[i] += reports.get(i).backlogPackets();
            }
            allowed.add(row);
        }
        if (engine.nowNs() > warmUpNs) {
            depths.merge(depth, 1L, Long::sum);
            sum += depth;
            largest = Math.max(largest, depth);
        }
        if (samples % SAMPLES_PER_ROW == 0) {
            queue.add(samples * SAMPLE_NS / 1e9, rowSum / SAMPLES_PER_ROW, rowLargest);
            rowSum = 0;
            rowLargest = 0;
        }
        if (engine.nowNs() < endNs) {
            engine.scheduleAfter(SAMPLE_NS, this::sample);
        }
    }

    Network network() {
        return network;
    }

    /** Largest depth after the warm-up, packets. */
    double largestQueuePackets() {
        return largest;
    }

    /** Mean depth after the warm-up, packets. */
    double meanQueuePackets() {
        long counted = samples - warmUpNs / SAMPLE_NS;
        return counted <= 0 ? 0 : sum / counted;
    }

    /** Part of the time after the warm-up in which more packets waited, 0 to 1. */
    double partAbove(int packets) {
        long above = depths.tailMap(packets, false).values().stream().mapToLong(n -> n).sum();
        long all = depths.values().stream().mapToLong(n -> n).sum();
        return all == 0 ? 0 : (double) above / all;
    }

    /**
     * Mean time that a flow's packets waited at their sender for its rate to allow them, ms: by
     * Little's law, from the backlog every 50 ms.
     */
    double meanWaitMs(int flow) {
        long sent = end.get(flow).sentPackets();
        double backlogMs = (double) backlogPackets[flow] * SAMPLES_PER_RATE * SAMPLE_NS / 1e6;
        return sent == 0 ? 0 : backlogMs / sent;
    }

    /** The rate that a flow's reaction point allowed, every 50 ms. */
    Series allowedRate(int flow) {
        Series series = new Series("allowed", "time s", allowed.columns().get(flow + 1));
        for (double[] row : allowed.rows()) {
            series.add(row[0], row[flow + 1]);
        }
        return series;
    }

    /** The queue in steps of 100 ms. */
    Series queueSeries() {
        return queue;
    }

    /** State of the flows at a second of the run. */
    List<FlowReport> at(long second) {
        return seconds.get((int) second);
    }

    /** Packets that a flow received in a second, which begins at its number. */
    long receivedPackets(int flow, int second) {
        return seconds.get(second + 1).get(flow).receivedPackets()
                - seconds.get(second).get(flow).receivedPackets();
    }

    /** Received bit/s of a flow after the warm-up. */
    double goodputBps(int flow) {
        return goodputBps(flow, warmUpSeconds, judgedSeconds);
    }

    /** Received bit/s of all flows after the warm-up. */
    double goodputBps() {
        double sumBps = 0;
        for (int flow = 0; flow < at(0).size(); flow++) {
            sumBps += goodputBps(flow);
        }
        return sumBps;
    }

    /** Received bit/s of a flow between two seconds. */
    double goodputBps(int flow, long fromSecond, long toSecond) {
        long bytes =
                at(toSecond).get(flow).receivedBytes() - at(fromSecond).get(flow).receivedBytes();
        return bytes * 8.0 / (toSecond - fromSecond);
    }

    /**
     * Part of the packets of a flow that were sent into the network and never arrived, 0 to 1.
     * Packets that a sender's own port refused did not enter it; each host sends one flow.
     */
    double lossFraction(int flow) {
        return 1 - (double) end.get(flow).receivedPackets() / Math.max(1, enteredPackets(flow));
    }

    /** Part of all flows' packets that never arrived, 0 to 1. */
    double lossFraction() {
        long entered = 0;
        long received = 0;
        for (int flow = 0; flow < end.size(); flow++) {
            entered += enteredPackets(flow);
            received += end.get(flow).receivedPackets();
        }
        return 1 - (double) received / Math.max(1, entered);
    }

    private long enteredPackets(int flow) {
        FlowReport report = end.get(flow);
        return report.sentPackets() - network.host(report.from()).droppedFrames();
    }

    /** State of the flows once the network was empty again. */
    List<FlowReport> end() {
        return end;
    }

    /** One-way delays of a flow's packets since the start. */
    LatencyHistogram delay(int flow) {
        var sender = network.spec().flows().get(flow).flow();
        return network.hosts().stream()
                .filter(host -> host.config().ipv4().equals(sender.destination()))
                .map(host -> host.receivers().get(sender.id()))
                .filter(Objects::nonNull)
                .map(receiver -> receiver.delay())
                .findFirst()
                .orElseGet(LatencyHistogram::new);
    }

    /** One-way delays of all flows' packets. */
    LatencyHistogram delay() {
        LatencyHistogram all = new LatencyHistogram();
        for (int i = 0; i < network.spec().flows().size(); i++) {
            all.addAll(delay(i));
        }
        return all;
    }

    /** Series of the rates that flows received, Mb/s, for each second of a range. */
    Series rates(String name, long toSecond) {
        List<FlowReport> flows = seconds.get(0);
        String[] columns = new String[flows.size() + 1];
        columns[0] = "time s";
        for (int i = 0; i < flows.size(); i++) {
            columns[i + 1] = flows.get(i).name() + " Mb/s";
        }
        Series series = new Series(name, columns);
        for (int second = 0; second < toSecond; second++) {
            double[] row = new double[columns.length];
            row[0] = second + 1;
            for (int i = 0; i < flows.size(); i++) {
                row[i + 1] = goodputBps(i, second, second + 1) / 1e6;
            }
            series.add(row);
        }
        return series;
    }
}
