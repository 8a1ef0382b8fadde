// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.experiment.datacentre.DatacentreProfile;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Values;
import org.weir.reaction.FeedbackTimes;
import org.weir.reaction.HalvingReaction;

/** The rule by which a scheme's parameters follow from a network before anybody tunes them. */
public enum ParameterBase {
    /**
     * Published: on lines of 1 Gb/s and more those of {@link DatacentreProfile}; on slower ones the
     * testbeds', their rates and gains (1/s) in proportion to 10 Mb/s, their times in inverse
     * proportion, as packets take, and PFC's thresholds in proportion to the queue. Adapters'
     * values, which have no testbed, keep their times; their rates are in proportion to 40 Gb/s.
     * Weir's own follow on every line from its documented rule, {@link FeedbackTimes}.
     */
    PUBLISHED,
    /**
     * Scaled: those for 10 Gb/s, times by the base round trip, gains by its inverse, rates by the
     * line's, packets and bytes by round trip times rate, thresholds to half of a queue at most;
     * Weir's own as published, by its rule. A search multiplies these with its factors.
     */
    SCALED;

    private static final double TESTBED_BPS = 1e7;

    /** Packets that a queue of the testbed of flow control holds. */
    private static final double TESTBED_QUEUE_PACKETS = 64;

    /** Rate of the line for which the values of adapters are declared. */
    private static final double ADAPTER_BPS = 4e10;

    private static final Set<String> PFC = Set.of("pfcPackets", "pfcResumePackets");

    private static final double REFERENCE_BPS = 1e10;
    private static final long DATACENTRE_BPS = 1_000_000_000L;

    /** Base round trip and packet time of the fabric for which the values at 10 Gb/s were set. */
    private static final double REFERENCE_ROUND_TRIP_NS = 11_000;

    private static final int REFERENCE_PAYLOAD_BYTES = 1_000;
    private static final int REFERENCE_FRAME_BYTES =
            REFERENCE_PAYLOAD_BYTES + RateTransport.overheadBytes();
    private static final double NS_PER_SECOND = 1e9;
    private static final double REFERENCE_PACKET_NS =
            Byte.SIZE * REFERENCE_FRAME_BYTES * NS_PER_SECOND / REFERENCE_BPS;

    /** Packets that go with the length of a queue, not with a round trip. */
    private static final Set<String> BY_QUEUE =
            Set.of(
                    "capacityPackets",
                    "pfcPackets",
                    "pfcResumePackets",
                    "limitPackets",
                    "classLimitPackets",
                    "drainPackets");

    /** Packets that wait when switches begin to mark or to notify. */
    private static final Set<String> THRESHOLDS =
            Set.of(
                    "thresholdPackets",
                    "kMinPackets",
                    "kMaxPackets",
                    "qMinPackets",
                    "qMaxPackets",
                    "qEqPackets");

    /** Delay targets of the policy, by name. */
    private static final List<String> TARGETS =
            List.of(
                    "aDelayMs",
                    "aP99DelayMs",
                    "bDelayMs",
                    "bP99DelayMs",
                    "cDelayMs",
                    "cP99DelayMs");

    /** Loss targets of the policy, by name. */
    private static final List<String> LOSSES =
            List.of("aLossFraction", "bLossFraction", "cLossFraction");

    /** Importance of classes in the policy, by name. */
    static final List<String> IMPORTANCE = List.of("aImportance", "bImportance", "cImportance");

    /**
     * Shares of class queues, which an operator sets as the importance of the classes; those of
     * DualPI2 change nothing, because all senders use its queue L.
     */
    private static final Set<String> WEIGHTS = Set.of("weightA", "weightB", "weightC", "weightL");

    private static final String RATES_GUARANTEED = "ratesGuaranteed";

    /** Least time between two notifications to a flow. */
    private static final String FEEDBACK_INTERVAL = "feedbackIntervalMs";

    /** Cycle of a sender's recovery, which a notification restarts. */
    private static final String CYCLE = "cycleMs";

    /** TCN's threshold T_K is the product of both. */
    private static final String TCN_ROUND_TRIP = "tcnRoundTripMs";

    private static final String TCN_LAMBDA = "tcnLambda";

    private static final double NS_PER_MS = 1e6;

    /**
     * A scheme's parameters on a network.
     *
     * @param factors by which values are multiplied, by name; others are as the rule has them
     */
    public List<Parameter> parameters(
            Scheme scheme, ComparedNetwork network, Map<String, Double> factors) {
        List<Parameter> all = new ArrayList<>();
        for (Parameter one : ofRule(scheme, network)) {
            double value = given(one.name(), network, one.normal());
            double factor = factors.getOrDefault(one.name(), 1.0);
            all.add(one.of(within(one, value * factor), one.source()));
        }
        if (halves(scheme, all)) {
            double cycles = this == PUBLISHED ? longerCycles(all, network) : 1;
            all.replaceAll(one -> one.name().equals(CYCLE) ? times(one, cycles) : one);
            all.replaceAll(one -> atMostOnceInARoundTrip(one, network));
        }
        if (this == SCALED) {
            double most = PortBuffer.LARGEST_THRESHOLD * PortBuffer.queuePackets(scheme);
            double mostWaitMs = most * network.packetNs() / NS_PER_MS / tcnLambda(all);
            all.replaceAll(one -> belowAFullQueue(one, most, mostWaitMs));
        }
        return all;
    }

    /** A threshold that a full queue exceeds; on long links a round trip has more packets. */
    private static Parameter belowAFullQueue(
            Parameter one, double mostPackets, double mostRoundTripMs) {
        if (THRESHOLDS.contains(one.name())) {
            return one.of(Math.min(one.normal(), mostPackets), one.source());
        }
        return one.name().equals(TCN_ROUND_TRIP)
                ? one.of(within(one, Math.min(one.normal(), mostRoundTripMs)), one.source())
                : one;
    }

    private static double tcnLambda(List<Parameter> parameters) {
        return parameters.stream()
                .filter(one -> one.name().equals(TCN_LAMBDA))
                .mapToDouble(Parameter::normal)
                .findFirst()
                .orElse(1);
    }

    private static boolean halves(Scheme scheme, List<Parameter> parameters) {
        return scheme.reaction(Values.of(parameters))
                .filter(HalvingReaction.class::isInstance)
                .isPresent();
    }

    /** A rate that halves may do so once in a round trip (RFC 3168 section 6.1.2). */
    private static Parameter atMostOnceInARoundTrip(Parameter one, ComparedNetwork network) {
        return one.name().equals(FEEDBACK_INTERVAL)
                ? one.of(
                        Math.max(one.normal(), within(one, network.roundTripNs() / NS_PER_MS)),
                        one.source())
                : one;
    }

    /**
     * Factor by which {@link #atMostOnceInARoundTrip} raises the feedback interval. A cycle is
     * raised by it too, so that it still outlasts the interval: a notification restarts the cycle,
     * and under lasting congestion no rate shall recover between two notifications.
     */
    private static double longerCycles(List<Parameter> parameters, ComparedNetwork network) {
        double intervalMs =
                parameters.stream()
                        .filter(one -> one.name().equals(FEEDBACK_INTERVAL))
                        .mapToDouble(Parameter::normal)
                        .findFirst()
                        .orElse(Double.POSITIVE_INFINITY);
        return Math.max(1, network.roundTripNs() / NS_PER_MS / intervalMs);
    }

    private List<Parameter> ofRule(Scheme scheme, ComparedNetwork network) {
        int queue = PortBuffer.PACKETS;
        if (scheme.settingsName().equals(SchemeNames.PMQECN_TARGETS)) {
            return DatacentreProfile.of(scheme, ComparedNetwork.QUEUE_PACKETS, times(network));
        }
        if (this == PUBLISHED && network.linkBps() >= DATACENTRE_BPS) {
            return DatacentreProfile.of(scheme, network.linkBps(), queue).stream()
                    .map(one -> times(one, packetFactor(one, network)))
                    .toList();
        }
        if (this == PUBLISHED) {
            return scheme.parameters().stream()
                    .map(one -> onSlowLine(one, scheme, network))
                    .toList();
        }
        return DatacentreProfile.of(scheme, REFERENCE_BPS, queue).stream()
                .map(one -> times(one, scale(one, network)))
                .toList();
    }

    private static FeedbackTimes times(ComparedNetwork network) {
        return new FeedbackTimes(
                network.linkBps(), network.linkDelayNs() / NS_PER_MS, network.frameBytes());
    }

    private static Parameter onSlowLine(Parameter one, Scheme scheme, ComparedNetwork network) {
        return one.name().equals(TCN_ROUND_TRIP)
                ? one.of(within(one, tcnRoundTripMs(scheme, network)), one.source())
                : times(one, slowLineFactor(one, scheme, network));
    }

    /**
     * The base round trip, or more where TCN's threshold would be shorter than a packet: then each
     * packet that waits for another would be marked.
     */
    private static double tcnRoundTripMs(Scheme scheme, ComparedNetwork network) {
        double lambda = tcnLambda(scheme.parameters());
        return Math.max(network.roundTripNs(), network.packetNs() / lambda) / NS_PER_MS;
    }

    /** Factor of a testbed's value on another line below 1 Gb/s. */
    private static double slowLineFactor(Parameter one, Scheme scheme, ComparedNetwork network) {
        if (scheme.name().equals(SchemeNames.DCQCN_VENDOR)) {
            return one.unit().equals("bit/s") ? network.linkBps() / ADAPTER_BPS : 1;
        }
        double factor = network.linkBps() / TESTBED_BPS;
        switch (one.unit()) {
            case "bit/s":
            case "1/s":
                return factor;
            case "ms":
                return 1 / factor;
            default:
                return PFC.contains(one.name())
                        ? PortBuffer.queuePackets(scheme) / TESTBED_QUEUE_PACKETS
                        : 1;
        }
    }

    /** Published packets are of about 1000 bytes; where packets are larger they are fewer. */
    private static double packetFactor(Parameter one, ComparedNetwork network) {
        return one.unit().equals("packets") && !BY_QUEUE.contains(one.name())
                ? Math.min(1, (double) REFERENCE_FRAME_BYTES / network.frameBytes())
                : 1;
    }

    private static double scale(Parameter one, ComparedNetwork network) {
        double roundTrips = network.roundTripNs() / REFERENCE_ROUND_TRIP_NS;
        if (BY_QUEUE.contains(one.name())) {
            return 1;
        }
        switch (one.unit()) {
            case "bit/s":
                return network.linkBps() / REFERENCE_BPS;
            case "ms":
                return roundTrips;
            case "1/s":
                return 1 / roundTrips;
            case "packets":
                return roundTrips * REFERENCE_PACKET_NS / network.packetNs();
            case "bytes":
                return roundTrips * network.linkBps() / REFERENCE_BPS;
            default:
                return 1;
        }
    }

    private static Parameter times(Parameter one, double factor) {
        return one.of(within(one, one.normal() * factor), one.source());
    }

    /** Value that the network or its operator sets, the same for every scheme. */
    private double given(String name, ComparedNetwork network, double otherwise) {
        int target = TARGETS.indexOf(name);
        if (target >= 0) {
            double ns =
                    target % 2 == 0
                            ? network.meanTargetNs(target / 2)
                            : network.p99TargetNs(target / 2);
            return Double.isInfinite(ns) ? 0 : ns / NS_PER_MS;
        }
        int loss = LOSSES.indexOf(name);
        if (loss >= 0) {
            return network.needs().get(loss).lossFraction();
        }
        switch (name) {
            case "startBps":
            case "startTargetBps":
                return network.linkBps();
            case "baseRoundTripMs":
                return network.roundTripNs() / NS_PER_MS;
            case "leastBps":
                return network.linkBps() / 1000.0;
            case "prepared":
                return 1;
            case RATES_GUARANTEED:
                return network.areRatesGuaranteed() ? 1 : 0;
            case "periodMs":
                return network.periodMs();
            case "reportIntervalMs":
                return network.periodMs() / 20.0;
            case "controlDelayMs":
                return network.periodMs() / 20.0;
            case "capacityPackets":
            case "limitPackets":
                return ComparedNetwork.QUEUE_PACKETS;
            case "rateWindowMs":
                return 0;
            case "feedbackLagMs":
                return times(network).thresholdLagMs(network.strictestTargetNs() / NS_PER_MS);
            default:
                return otherwise;
        }
    }

    /** Delay targets multiplied, by name, within what may be set. */
    static Map<String, Double> targets(Values values, double factor) {
        Map<String, Double> changed = new HashMap<>();
        for (Parameter one : values.declared()) {
            if (TARGETS.contains(one.name())) {
                changed.put(one.name(), within(one, factor * values.get(one.name())));
            }
        }
        return changed;
    }

    /** Parameters that the network or its operator sets, which a search leaves alone. */
    static boolean isGiven(Parameter one) {
        return TARGETS.contains(one.name())
                || LOSSES.contains(one.name())
                || IMPORTANCE.contains(one.name())
                || WEIGHTS.contains(one.name())
                || Set.of(
                                RATES_GUARANTEED,
                                "startBps",
                                "startTargetBps",
                                "leastBps",
                                "baseRoundTripMs",
                                "prepared",
                                "periodMs",
                                "reportIntervalMs",
                                "controlDelayMs",
                                "capacityPackets",
                                "rateWindowMs",
                                "classLimitPackets",
                                "usualPacketBytes",
                                "leastPacketBytes",
                                "commonLimit",
                                "weightLevels",
                                "missThreshold")
                        .contains(one.name());
    }

    private static double within(Parameter one, double value) {
        return Math.max(one.min(), Math.min(one.max(), value));
    }
}
