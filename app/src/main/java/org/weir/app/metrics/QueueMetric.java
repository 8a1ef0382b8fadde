// SPDX-License-Identifier: Apache-2.0
package org.weir.app.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalDouble;
import org.weir.control.loop.Promise;

/**
 * A metric of a class at a port, declared once: its name, its help and the field of {@code GET
 * /ports} that it shows. A metric whose value is not known has no sample.
 */
enum QueueMetric {
    /** λ as measured. */
    ARRIVAL_RATE(
            "weir_queue_arrival_rate_bits_per_second",
            "Measured arrival rate of the class at the port.",
            "/offeredBps",
            Source.READING),
    /** Departures. */
    GOODPUT(
            "weir_queue_goodput_bits_per_second",
            "Measured rate of the class that left through the port.",
            "/goodputBps",
            Source.READING),
    /** λ*. */
    TARGET_RATE(
            "weir_queue_target_rate_bits_per_second",
            "Upper bound of the arrival rate that the controller gives to the senders.",
            "/targetRateBps",
            Source.SETTING),
    /** μ. */
    SERVICE_RATE(
            "weir_queue_service_rate_bits_per_second",
            "Rate that the installed weight guarantees the queue.",
            "/serviceRateBps",
            Source.SETTING),
    /** ω. */
    WEIGHT(
            "weir_queue_weight_ratio",
            "Share of the port that the installed weight guarantees the queue, 0 to 1.",
            "/weight",
            Source.SETTING),
    /** K. */
    THRESHOLD(
            "weir_queue_threshold_packets",
            "Depth from which packets are marked.",
            "/thresholdPackets",
            Source.SETTING),
    /** Queue limit. */
    LIMIT(
            "weir_queue_limit_packets",
            "Depth from which packets are dropped.",
            "/limitPackets",
            Source.SETTING),
    /** Mean depth. */
    DEPTH_MEAN(
            "weir_queue_depth_mean_packets",
            "Mean number of waiting packets.",
            "/depthPackets/mean",
            Source.READING),
    /** Largest depth. */
    DEPTH_MAX(
            "weir_queue_depth_max_packets",
            "Largest number of waiting packets.",
            "/depthPackets/max",
            Source.READING),
    /** Mean delay. */
    DELAY_MEAN(
            "weir_queue_delay_mean_seconds",
            "Mean queueing delay; no sample without packets.",
            "/delayMs/mean",
            Source.PACKETS),
    /** Median of the delay. */
    DELAY_P50(
            "weir_queue_delay_p50_seconds",
            "Median queueing delay; no sample without packets.",
            "/delayMs/p50",
            Source.PACKETS),
    /** 99th percentile of the delay. */
    DELAY_P99(
            "weir_queue_delay_p99_seconds",
            "99th percentile of the queueing delay; no sample without packets.",
            "/delayMs/p99",
            Source.PACKETS),
    /** Loss. */
    LOSS(
            "weir_queue_loss_ratio",
            "Dropped packets over arrived ones, 0 to 1; no sample without packets.",
            "/lossFraction",
            Source.PACKETS),
    /** Mean packet size. */
    PACKET_SIZE(
            "weir_queue_packet_size_bytes",
            "Mean size of a packet; no sample without packets.",
            "/packetBytes",
            Source.PACKETS),
    /** Marked packets. */
    MARKED(
            "weir_queue_marked_packets",
            "Packets marked since the port came under control.",
            "/marks",
            Source.COUNT),
    /** Feedback packets. */
    FEEDBACK(
            "weir_queue_feedback_packets",
            "Feedback packets sent since the port came under control.",
            "/feedback",
            Source.COUNT),
    /** Dropped packets. */
    DROPPED(
            "weir_queue_dropped_packets",
            "Packets dropped by the queue since the port came under control.",
            "/drops",
            Source.COUNT),
    /** 1 if all targets are met. */
    TARGET_MET(
            "weir_queue_target_met",
            "1 if the class meets all its targets at the port, 0 if it misses one; no sample if"
                    + " it has no target, nothing was measured, or the measurements cannot decide.",
            "/targetMet",
            Source.SETTING),
    /** 1 if the promise is given. */
    FEASIBLE(
            "weir_queue_target_feasible",
            "1 if the class is promised all its targets with the installed settings, 0 if the"
                    + " promise is not given or withdrawn; no sample without targets or a decision,"
                    + " and while the load is unknown.",
            "/promise",
            Source.SETTING);

    private static final double MS_PER_SECOND = 1000;
    private static final String GIVEN = Promise.Status.GIVEN.word();

    /** Condition under which a figure is known. */
    private enum Source {
        /** A recent reading. */
        READING,
        /** A recent reading with packets of the class. */
        PACKETS,
        /** A recent reading; the figure is a total that only rises. */
        COUNT,
        /** The figure itself is null if it is not known. */
        SETTING
    }

    private final String name;
    private final String help;
    private final String path;
    private final Source source;

    QueueMetric(String name, String help, String path, Source source) {
        this.name = name;
        this.help = help;
        this.path = path;
        this.source = source;
    }

    /** Name without the suffix of a counter. */
    String metricName() {
        return name;
    }

    String help() {
        return help;
    }

    boolean isCounter() {
        return source == Source.COUNT;
    }

    /**
     * The metric's value.
     *
     * @param queue a queue as {@code GET /ports} shows it
     * @param hasReading whether the port has a recent reading
     * @return the value in the unit of the name; empty if it is not known
     */
    OptionalDouble value(JsonNode queue, boolean hasReading) {
        boolean isKnown =
                source == Source.SETTING
                        || hasReading
                                && (source != Source.PACKETS
                                        || queue.path("packetBytes").asDouble() > 0);
        JsonNode field = queue.at(path);
        if (!isKnown || field.isNull() || field.isMissingNode()) {
            return OptionalDouble.empty();
        }
        if (this == FEASIBLE) {
            boolean isUnknown = queue.path("promiseReason").asText().equals(Promise.LOAD_UNKNOWN);
            return isUnknown
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(field.asText().equals(GIVEN) ? 1 : 0);
        }
        if (field.isBoolean()) {
            return OptionalDouble.of(field.asBoolean() ? 1 : 0);
        }
        double value = field.asDouble();
        return OptionalDouble.of(name.endsWith("_seconds") ? value / MS_PER_SECOND : value);
    }
}
