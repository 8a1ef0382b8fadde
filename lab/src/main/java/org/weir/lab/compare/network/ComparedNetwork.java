// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.List;
import java.util.Locale;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.FlowSizes;

/**
 * A network, its load and what its operator wants. Times are in packet times t, what a full packet
 * takes on a host's line, so that the same description serves from 10 Mb/s to 100 Gb/s.
 *
 * @param name as on the command line
 * @param shape switches, hosts and lines
 * @param linkBps rate of a host's line, bit/s
 * @param fabricRatio rate of a line between switches over a host's
 * @param linkDelayNs of each line, ns
 * @param payloadBytes of a message in a packet
 * @param sizes of messages by class, made smaller by {@link #sizeFactor}
 * @param load mean of what a host sends, over its line's rate
 * @param mix shares of classes A, B and C in the bytes of messages
 * @param needs targets of classes A, B and C; importance is always 3 : 2 : 1
 * @param areRatesGuaranteed whether the policy has minimum rates of classes A and B
 * @param events changes during the run
 */
public record ComparedNetwork(
        String name,
        Shape shape,
        long linkBps,
        double fabricRatio,
        long linkDelayNs,
        int payloadBytes,
        List<FlowSizes> sizes,
        double load,
        List<Double> mix,
        List<ClassNeed> needs,
        boolean areRatesGuaranteed,
        List<LoadEvent> events) {
    /** Packets that a queue at a host's line holds. */
    public static final int QUEUE_PACKETS = 256;

    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    /** Shortest period that a policy may have, ms. */
    private static final long SHORTEST_PERIOD_MS = 10;

    /** Packets that a line sends in a period, at least. */
    private static final int PERIOD_PACKETS = 1000;

    /** Part of what a line sends in a run that one message may be, at most. */
    private static final double LARGEST_PART = 1.0 / 40;

    /** Copies the lists and checks the events. */
    public ComparedNetwork {
        sizes = List.copyOf(sizes);
        mix = List.copyOf(mix);
        needs = List.copyOf(needs);
        events = List.copyOf(events);
        for (LoadEvent event : events) {
            if (event.kind() == LoadEvent.Kind.REROUTE && shape.reroutable().length == 0) {
                throw new IllegalArgumentException(name + ": " + shape + " has no second way");
            }
        }
    }

    /**
     * A network whose needs follow the importance, with messages of one distribution.
     *
     * @param tightness delay targets over the catalogue's
     */
    public ComparedNetwork(
            String name,
            Shape shape,
            long linkBps,
            double fabricRatio,
            long linkDelayNs,
            int payloadBytes,
            FlowSizes sizes,
            double load,
            List<Double> mix,
            double tightness,
            List<LoadEvent> events) {
        this(
                name,
                shape,
                linkBps,
                fabricRatio,
                linkDelayNs,
                payloadBytes,
                List.of(sizes, sizes, sizes),
                load,
                mix,
                ClassNeed.USUAL.stream().map(one -> one.times(tightness)).toList(),
                true,
                events);
    }

    /** The same network with other needs. */
    public ComparedNetwork withNeeds(List<ClassNeed> others) {
        return new ComparedNetwork(
                name,
                shape,
                linkBps,
                fabricRatio,
                linkDelayNs,
                payloadBytes,
                sizes,
                load,
                mix,
                others,
                areRatesGuaranteed,
                events);
    }

    /**
     * Seed of the traffic of a run: the run's seed XOR the {@link NameHash} of the name, so that
     * runs with one seed on several networks are independent.
     */
    public long trafficSeed(long runSeed) {
        return NameHash.of(name) ^ runSeed;
    }

    /** Length of a full packet's frame, bytes, without frame check sequence. */
    public int frameBytes() {
        return payloadBytes + RateTransport.overheadBytes();
    }

    /** t: time that a full packet takes on a host's line, ns. */
    public double packetNs() {
        return 8.0 * frameBytes() * NS_PER_SECOND / linkBps;
    }

    /** Period of the controller, and of the measurement of targets, ms. */
    public long periodMs() {
        return Math.max(
                SHORTEST_PERIOD_MS, (long) Math.ceil(PERIOD_PACKETS * packetNs() / NS_PER_MS));
    }

    /** The same in ns. */
    public long periodNs() {
        return (long) (periodMs() * NS_PER_MS);
    }

    /** Lines of hosts. */
    public LineSpec access() {
        return new LineSpec(linkBps, linkDelayNs, QUEUE_PACKETS);
    }

    /** Lines between switches. */
    public LineSpec fabric() {
        return new LineSpec(Math.round(linkBps * fabricRatio), linkDelayNs, QUEUE_PACKETS);
    }

    /**
     * Factor of the sizes of a class's messages: 1, or less where the largest would not fit into
     * the run.
     *
     * @param runNs length of the run, ns
     */
    public double sizeFactor(int classIndex, long runNs) {
        double lineBytes = linkBps * (runNs / NS_PER_SECOND) / 8;
        return Math.min(1, LARGEST_PART * lineBytes / sizes.get(classIndex).quantileBytes(1));
    }

    /** True if the messages of all classes have one distribution of sizes. */
    public boolean hasCommonSizes() {
        return sizes.stream().distinct().count() == 1;
    }

    /** Target for the mean queueing delay of a class, ns; infinite without one. */
    public double meanTargetNs(int classIndex) {
        return needs.get(classIndex).meanPacketTimes() * packetNs();
    }

    /** Target for the 99th percentile of queueing delay of a class, ns; infinite without one. */
    public double p99TargetNs(int classIndex) {
        return needs.get(classIndex).p99PacketTimes() * packetNs();
    }

    /** Strictest target for the mean queueing delay of all classes, ns; infinite without any. */
    public double strictestTargetNs() {
        return packetNs()
                * needs.stream().mapToDouble(ClassNeed::meanPacketTimes).min().orElseThrow();
    }

    /** Base round trip between the farthest hosts: a full packet there and a bare header back. */
    public double roundTripNs() {
        int lines = shape instanceof Shape.Bottleneck ? 3 : shape instanceof Shape.Tree ? 6 : 4;
        double fabricNs = (lines - 2) / fabricRatio;
        double back = (double) RateTransport.overheadBytes() / frameBytes();
        return 2.0 * lines * linkDelayNs + (2 + fabricNs) * packetNs() * (1 + back);
    }

    /** Number of hosts that send and receive messages, the first ones. */
    public int messageHosts() {
        boolean flood = events.stream().anyMatch(event -> event.kind() == LoadEvent.Kind.FLOOD);
        return shape.hosts() - (flood ? 1 : 0);
    }

    /** Description in one line. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%s, %s, between switches ×%.2g, %.3g µs a line, packets of %d bytes, %s, load"
                        + " %.2f, A:B:C %.2f:%.2f:%.2f, targets %s, %s",
                shape,
                rateText(),
                fabricRatio,
                linkDelayNs / 1e3,
                payloadBytes,
                hasCommonSizes()
                        ? sizeText(0)
                        : sizeText(0) + "/" + sizeText(1) + "/" + sizeText(2),
                load,
                mix.get(0),
                mix.get(1),
                mix.get(2),
                needs,
                events.isEmpty() ? "steady" : events.toString());
    }

    private String sizeText(int classIndex) {
        return sizes.get(classIndex).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String rateText() {
        return linkBps >= 1_000_000_000
                ? linkBps / 1_000_000_000 + " Gb/s"
                : linkBps / 1_000_000 + " Mb/s";
    }
}
