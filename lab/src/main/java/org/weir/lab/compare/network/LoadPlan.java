// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.Message;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.workload.MessageSizes;
import org.weir.lab.workload.RandomMessages;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

/**
 * All that is offered in one run, drawn before it begins, and what it amounts to at each port. A
 * run is divided into phases at whose borders something changes.
 */
public final class LoadPlan {
    /** Packets of a message of an incast. */
    private static final int INCAST_PACKETS = 30;

    private static final int CLASSES = TrafficClass.values().length;

    /** Kinds of events that exchange the shares of classes and set another load. */
    private static final List<LoadEvent.Kind> RESHARING =
            List.of(LoadEvent.Kind.MIX, LoadEvent.Kind.SHIFT, LoadEvent.Kind.ROTATE);

    private static final double NS_PER_SECOND = 1e9;

    private final ComparedNetwork network;
    private final NetworkSpec spec;
    private final long runNs;
    private final List<MessageSizes> sizes = new ArrayList<>();
    private final Routes routes;
    private final List<Routes.Change> reroutes;
    private final List<Phase> phases = new ArrayList<>();
    private final List<TimedMessage> messages;

    /**
     * Draws what is offered.
     *
     * @param spec the network as it was made
     * @param periods length of the run, in the controller's periods
     * @param seed of the run; with the network's name everything follows from it
     */
    public LoadPlan(ComparedNetwork network, NetworkSpec spec, int periods, long seed) {
        this.network = network;
        this.spec = spec;
        runNs = periods * network.periodNs();
        for (int i = 0; i < CLASSES; i++) {
            sizes.add(scaled(network.sizes().get(i), network.sizeFactor(i, runNs)));
        }
        routes = new Routes(spec);
        reroutes =
                has(LoadEvent.Kind.REROUTE)
                        ? routes.avoidFirstUplink(network.shape().reroutable())
                        : List.of();
        TreeSet<Double> borders = new TreeSet<>(List.of(0.0, 1.0));
        for (LoadEvent event : network.events()) {
            borders.add(event.fromPart());
            borders.add(event.untilPart());
        }
        List<Double> times = List.copyOf(borders);
        for (int i = 0; i + 1 < times.size(); i++) {
            phases.add(new Phase(times.get(i), times.get(i + 1)));
        }
        messages = draw(network.trafficSeed(seed));
    }

    /** A part of the run in which nothing changes. */
    public final class Phase {
        private final double fromPart;
        private final double untilPart;

        private Phase(double fromPart, double untilPart) {
            this.fromPart = fromPart;
            this.untilPart = untilPart;
        }

        /** Beginning, ns. */
        public long fromNs() {
            return Math.round(fromPart * runNs);
        }

        /** End, ns. */
        public long untilNs() {
            return Math.round(untilPart * runNs);
        }

        /** Whether an event of a kind is under way. */
        public boolean has(LoadEvent.Kind kind) {
            return amount(kind) >= 0;
        }

        /** Amount of the event of a kind; -1 when none is under way. */
        double amount(LoadEvent.Kind kind) {
            return network.events().stream()
                    .filter(event -> event.kind() == kind && event.isOnAt(fromPart))
                    .mapToDouble(LoadEvent::amount)
                    .findFirst()
                    .orElse(-1);
        }

        double load() {
            for (LoadEvent.Kind kind : RESHARING) {
                if (has(kind)) {
                    return amount(kind);
                }
            }
            return network.load();
        }

        /** Class of the traffic that the event of a kind adds; one must be under way. */
        public int classOf(LoadEvent.Kind kind) {
            return network.events().stream()
                    .filter(event -> event.kind() == kind && event.isOnAt(fromPart))
                    .mapToInt(LoadEvent::classIndex)
                    .findFirst()
                    .orElseThrow();
        }

        List<Double> mix() {
            List<Double> mix = new ArrayList<>(network.mix());
            if (has(LoadEvent.Kind.MIX)) {
                Collections.swap(mix, 0, 2);
            }
            if (has(LoadEvent.Kind.SHIFT)) {
                Collections.swap(mix, 0, 1);
            }
            if (has(LoadEvent.Kind.ROTATE)) {
                Collections.rotate(mix, 1);
            }
            return mix;
        }

        /**
         * Mean rate of frames offered to each port by class, bit/s: what the schedule says, not
         * what the draw came to. Classes as in the data plane.
         */
        public Map<LinkSpec.End, double[]> offeredBps() {
            Map<LinkSpec.End, double[]> offered = offeredWithoutBulkBps();
            bulkBps(offered)
                    .forEach(
                            (pair, bps) ->
                                    add(
                                            offered,
                                            ways(),
                                            pair.from(),
                                            pair.to(),
                                            classOf(LoadEvent.Kind.BULK),
                                            bps));
            return offered;
        }

        /** Ways of packets in this phase. */
        public Routes ways() {
            return has(LoadEvent.Kind.REROUTE) ? routes.with(reroutes) : routes;
        }

        private Map<LinkSpec.End, double[]> offeredWithoutBulkBps() {
            Map<LinkSpec.End, double[]> offered = new HashMap<>();
            Routes ways = ways();
            int hosts = network.messageHosts();
            double overhead = (double) network.frameBytes() / network.payloadBytes();
            double sumOfMix = mix().stream().mapToDouble(Double::doubleValue).sum();
            for (int from = 0; from < hosts; from++) {
                for (int to = 0; to < hosts; to++) {
                    double bps = load() * network.linkBps() * overhead / (hosts - 1);
                    for (int i = 0; from != to && i < CLASSES; i++) {
                        add(offered, ways, from, to, i, bps * mix().get(i) / sumOfMix);
                    }
                }
            }
            if (has(LoadEvent.Kind.TENANT)) {
                double bps = amount(LoadEvent.Kind.TENANT) * network.linkBps() * overhead;
                int own = classOf(LoadEvent.Kind.TENANT);
                tenantPairs().forEach(pair -> add(offered, ways, pair.from(), pair.to(), own, bps));
            }
            if (has(LoadEvent.Kind.FLOOD)) {
                int own = classOf(LoadEvent.Kind.FLOOD);
                add(offered, ways, network.shape().hosts() - 1, 0, own, floodBps());
            }
            if (has(LoadEvent.Kind.INCAST)) {
                double bytes = (double) INCAST_PACKETS * network.frameBytes();
                double bps =
                        8
                                * bytes
                                * amount(LoadEvent.Kind.INCAST)
                                * NS_PER_SECOND
                                / network.periodNs();
                for (int from = 1; from < hosts; from++) {
                    add(offered, ways, from, 0, classOf(LoadEvent.Kind.INCAST), bps);
                }
            }
            return offered;
        }

        /** Rates of bulk: at each port, its pairs share equally what the others leave, bit/s. */
        private Map<RandomMessages.Pair, Double> bulkBps(Map<LinkSpec.End, double[]> others) {
            Map<RandomMessages.Pair, Double> left = new LinkedHashMap<>();
            if (!has(LoadEvent.Kind.BULK)) {
                return left;
            }
            Routes ways = ways();
            Map<LinkSpec.End, Integer> users = new HashMap<>();
            for (RandomMessages.Pair pair : bulkPairs()) {
                ways.ports(pair.from(), pair.to())
                        .forEach(end -> users.merge(end, 1, Integer::sum));
            }
            for (RandomMessages.Pair pair : bulkPairs()) {
                double bps = network.linkBps();
                for (LinkSpec.End end : ways.ports(pair.from(), pair.to())) {
                    double taken =
                            Arrays.stream(others.getOrDefault(end, new double[CLASSES])).sum();
                    double free = Math.max(0, rateBps(ways, end) - taken);
                    bps = Math.min(bps, free / users.get(end));
                }
                left.put(pair, bps);
            }
            return left;
        }

        /** Rate of a port in this phase, bit/s. */
        private double rateBps(Routes ways, LinkSpec.End end) {
            boolean isSlow = has(LoadEvent.Kind.SLOW_LINK) && slowEnds().contains(end);
            return (isSlow ? LoadEvent.SLOW_LINK_PART : 1) * ways.port(end).rateBps();
        }

        /** Payload of bulk that fits beside all others between a time and the phase's end. */
        private double bulkBytes(long afterNs) {
            double bps =
                    bulkBps(offeredWithoutBulkBps()).values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum();
            double seconds = Math.max(0, untilNs() - Math.max(fromNs(), afterNs)) / NS_PER_SECOND;
            return bps * network.payloadBytes() / network.frameBytes() * seconds / Byte.SIZE;
        }

        /** Rate of the sender that ignores feedback, bit/s of frames. */
        public double floodBps() {
            return amount(LoadEvent.Kind.FLOOD) * network.linkBps();
        }
    }

    private static void add(
            Map<LinkSpec.End, double[]> offered,
            Routes ways,
            int from,
            int to,
            int classIndex,
            double bps) {
        for (LinkSpec.End port : ways.ports(from, to)) {
            offered.computeIfAbsent(port, end -> new double[CLASSES])[classIndex] += bps;
        }
    }

    private boolean has(LoadEvent.Kind kind) {
        return network.events().stream().anyMatch(event -> event.kind() == kind);
    }

    /** Every other host sends to the one half of all hosts farther. */
    private List<RandomMessages.Pair> tenantPairs() {
        int hosts = network.messageHosts();
        List<RandomMessages.Pair> pairs = new ArrayList<>();
        for (int from = 0; from < hosts; from += 2) {
            pairs.add(new RandomMessages.Pair(from, (from + hosts / 2) % hosts));
        }
        return pairs;
    }

    /** Every host sends to the one half of all hosts farther. */
    private List<RandomMessages.Pair> bulkPairs() {
        int hosts = network.messageHosts();
        List<RandomMessages.Pair> pairs = new ArrayList<>();
        for (int from = 0; from < hosts; from++) {
            pairs.add(new RandomMessages.Pair(from, (from + hosts / 2) % hosts));
        }
        return pairs;
    }

    private List<TimedMessage> draw(long seed) {
        SplittableRandom seeds = new SplittableRandom(seed);
        List<HostConfig> hosts = spec.hosts().subList(0, network.messageHosts());
        List<TimedMessage> all = new ArrayList<>();
        for (Phase phase : phases) {
            long lengthNs = phase.untilNs() - phase.fromNs();
            addShifted(all, drawn(phase, hosts, seeds.nextLong()), phase.fromNs());
            long tenantSeed = seeds.nextLong();
            if (phase.has(LoadEvent.Kind.TENANT)) {
                addShifted(
                        all,
                        RandomMessages.between(
                                tenantPairs(),
                                hosts,
                                sizes.get(phase.classOf(LoadEvent.Kind.TENANT)),
                                phase.amount(LoadEvent.Kind.TENANT),
                                lengthNs,
                                only(phase.classOf(LoadEvent.Kind.TENANT)),
                                tenantSeed),
                        phase.fromNs());
            }
            if (phase.has(LoadEvent.Kind.INCAST)) {
                addIncasts(all, phase, hosts);
            }
        }
        for (LoadEvent event : network.events()) {
            if (event.kind() == LoadEvent.Kind.BULK) {
                addBulk(all, event, hosts);
            }
        }
        return numbered(all);
    }

    /** Messages of all hosts in a phase; each class has a stream of its own if sizes differ. */
    private List<TimedMessage> drawn(Phase phase, List<HostConfig> hosts, long seed) {
        long lengthNs = phase.untilNs() - phase.fromNs();
        List<Double> mix = phase.mix();
        if (network.hasCommonSizes()) {
            List<RandomMessages.Mix> mixes = new ArrayList<>();
            for (int i = 0; i < CLASSES; i++) {
                mixes.add(new RandomMessages.Mix(TrafficClass.values()[i].dscp(), mix.get(i)));
            }
            return RandomMessages.draw(hosts, sizes.get(0), phase.load(), lengthNs, mixes, seed);
        }
        SplittableRandom seeds = new SplittableRandom(seed);
        double sum = mix.stream().mapToDouble(Double::doubleValue).sum();
        List<TimedMessage> all = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            double load = phase.load() * mix.get(i) / sum;
            all.addAll(
                    RandomMessages.draw(
                            hosts, sizes.get(i), load, lengthNs, only(i), seeds.nextLong()));
        }
        return all;
    }

    private static List<RandomMessages.Mix> only(int classIndex) {
        return List.of(new RandomMessages.Mix(TrafficClass.values()[classIndex].dscp(), 1));
    }

    private void addBulk(List<TimedMessage> all, LoadEvent event, List<HostConfig> hosts) {
        long atNs = Math.round(event.fromPart() * runNs);
        for (RandomMessages.Pair pair : bulkPairs()) {
            for (int i = 0; i < Math.round(event.amount()); i++) {
                Message message =
                        new Message(
                                0,
                                hosts.get(pair.to()).ipv4(),
                                TrafficClass.values()[event.classIndex()].dscp(),
                                bulkMessageBytes());
                all.add(new TimedMessage(atNs, pair.from(), pair.to(), message));
            }
        }
    }

    /** Size of an endless message, bytes: a host's line carries as much in the whole run. */
    private long bulkMessageBytes() {
        return Math.round(network.linkBps() * (runNs / NS_PER_SECOND) / Byte.SIZE);
    }

    /** True for an endless message, one of {@link LoadEvent.Kind#BULK}. */
    public boolean isBulk(TimedMessage one) {
        return one.message().bytes() == bulkMessageBytes();
    }

    /**
     * Payload that is offered from a time on, bytes. Of bulk it is what fits beside the others, by
     * the schedule's mean rates.
     */
    public double offeredBytes(long fromNs) {
        return messages.stream()
                        .filter(one -> one.startNs() >= fromNs && !isBulk(one))
                        .mapToDouble(one -> one.message().bytes())
                        .sum()
                + phases.stream().mapToDouble(phase -> phase.bulkBytes(fromNs)).sum();
    }

    private void addIncasts(List<TimedMessage> all, Phase phase, List<HostConfig> hosts) {
        long gapNs = Math.round(network.periodNs() / phase.amount(LoadEvent.Kind.INCAST));
        for (long atNs = phase.fromNs(); atNs < phase.untilNs(); atNs += gapNs) {
            for (int from = 1; from < hosts.size(); from++) {
                Message message =
                        new Message(
                                0,
                                hosts.get(0).ipv4(),
                                TrafficClass.values()[phase.classOf(LoadEvent.Kind.INCAST)].dscp(),
                                (long) INCAST_PACKETS * network.payloadBytes());
                all.add(new TimedMessage(atNs, from, 0, message));
            }
        }
    }

    private static void addShifted(List<TimedMessage> all, List<TimedMessage> more, long byNs) {
        more.forEach(
                one ->
                        all.add(
                                new TimedMessage(
                                        one.startNs() + byNs,
                                        one.from(),
                                        one.to(),
                                        one.message())));
    }

    private static List<TimedMessage> numbered(List<TimedMessage> all) {
        all.sort(
                Comparator.comparingLong(TimedMessage::startNs)
                        .thenComparingInt(TimedMessage::from));
        List<TimedMessage> numbered = new ArrayList<>(all.size());
        for (TimedMessage one : all) {
            Message message =
                    new Message(
                            numbered.size(),
                            one.message().destination(),
                            one.message().dscp(),
                            one.message().bytes());
            numbered.add(new TimedMessage(one.startNs(), one.from(), one.to(), message));
        }
        return List.copyOf(numbered);
    }

    private static MessageSizes scaled(MessageSizes sizes, double factor) {
        return new MessageSizes() {
            @Override
            public double meanBytes() {
                return sizes.meanBytes() * factor;
            }

            @Override
            public long draw(SplittableRandom random) {
                return Math.max(1, Math.round(sizes.draw(random) * factor));
            }
        };
    }

    /** The messages in the order of their starts, numbered from 0. */
    public List<TimedMessage> messages() {
        return messages;
    }

    /** The phases in order. */
    public List<Phase> phases() {
        return Collections.unmodifiableList(phases);
    }

    /** Ways before anything changes. */
    public Routes routes() {
        return routes;
    }

    /** Changes of routes while {@link LoadEvent.Kind#REROUTE} is under way. */
    public List<Routes.Change> reroutes() {
        return reroutes;
    }

    /** Ports of the line that {@link LoadEvent.Kind#SLOW_LINK} slows. */
    public List<LinkSpec.End> slowEnds() {
        String[] ends = network.shape().slowLine();
        return routes.endsOf(ends[0], ends[1]);
    }

    /** Length of a full packet's frame, bytes. */
    public int frameBytes() {
        return network.frameBytes();
    }

    /** Length of the run, ns. */
    public long runNs() {
        return runNs;
    }

    /** Mean over the run of what is offered to each port by class, bit/s. */
    public Map<LinkSpec.End, double[]> meanOfferedBps() {
        Map<LinkSpec.End, double[]> mean = new HashMap<>();
        for (Phase phase : phases) {
            double part = phase.untilPart - phase.fromPart;
            phase.offeredBps()
                    .forEach(
                            (end, bps) -> {
                                double[] own =
                                        mean.computeIfAbsent(end, key -> new double[CLASSES]);
                                Arrays.setAll(own, i -> own[i] + part * bps[i]);
                            });
        }
        return mean;
    }
}
