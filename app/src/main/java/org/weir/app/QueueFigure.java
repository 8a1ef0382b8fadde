// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;
import static org.weir.app.shape.JsonType.STRING;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.weir.app.shape.DelayText;
import org.weir.app.shape.JsonShape;
import org.weir.app.shape.JsonType;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.control.loop.ClassState;

/**
 * A figure of one class at one port, declared once: where it comes from, its field in REST, and its
 * column in the shell. The fields of REST have the order of the constants, and the schemas {@code
 * Queue} and {@code QueueSettings} of {@code docs/openapi.json} are generated from them.
 */
public enum QueueFigure {
    /** Name of the class. */
    NAME(
            "name",
            STRING,
            "Name of the class.",
            Source.shown(QueueView::className),
            new Column("class", (figure, queue) -> queue.className())),
    /** Index of the class, 0 to 7. */
    INDEX(
            "index",
            INTEGER.atLeast(0).atMost(7),
            "Position in the policy and index in the switches.",
            Source.shown(QueueView::classIndex)),
    /** λ as measured, bit/s. */
    OFFERED_RATE(
            "offeredBps",
            INTEGER.orNull(),
            "Measured arrival rate, bit/s." + Texts.NULL_UNREAD,
            Source.measured(ClassState::arrivalRateBps),
            Column.megabits("λ")),
    /** Rate that left through the port, bit/s. */
    GOODPUT(
            "goodputBps",
            INTEGER.orNull(),
            "Measured rate that left through the port, bit/s." + Texts.NULL_UNREAD,
            Source.measured(ClassState::goodputBps),
            Column.megabits("goodput")),
    /** λ for which the settings were solved, bit/s. */
    SOLVED_RATE(
            "arrivalRateBps",
            INTEGER.orNull(),
            "λ: arrival rate the settings were solved for, bit/s." + Texts.NULL_BEFORE,
            Source.set(QueueSettings::arrivalRateBps)),
    /** μ, bit/s. */
    SERVICE_RATE(
            "serviceRateBps",
            INTEGER.orNull(),
            "μ: rate that the weight gives the queue, bit/s." + Texts.NULL_UNTIL_KNOWN,
            Source.set(settings -> settings.isShareKnown() ? settings.serviceRateBps() : null),
            Column.megabits("μ")),
    /** ω, the class's share of the port, 0 to 1. */
    WEIGHT(
            "weight",
            NUMBER.orNull(),
            "ω: share of the port, 0..1." + Texts.NULL_UNTIL_KNOWN,
            Source.set(settings -> settings.isShareKnown() ? settings.weightFraction() : null),
            Column.decimals("ω", 3)),
    /** Packets that the class may put into one priority level in a round. */
    WEIGHT_PACKETS(
            "weightPackets",
            INTEGER.orNull(),
            "Packets per level: packets that the class may add to one priority level per round."
                    + Texts.NULL_BEFORE,
            Source.set(QueueSettings::weightPackets)),
    /** The kind of marking. */
    MARKING(
            "marking",
            STRING.oneOf("depth", "rate", "off").orNull(),
            "Marking rule: depth (from thresholdPackets on), rate (the policy's portUtilization is"
                    + " below 1), or off (only the port's AQM algorithm marks)."
                    + Texts.NULL_BEFORE,
            Source.set(settings -> settings.marking().kind().word())),
    /** K, packets; empty unless marking is by depth. */
    THRESHOLD(
            "thresholdPackets",
            INTEGER.orNull(),
            "K: depth from which packets are marked and feedback is sent. Null unless marking is"
                    + " depth.",
            Source.set(settings -> settings.marking().thresholdPackets()),
            new Column(
                    "K",
                    (figure, queue) ->
                            queue.settings()
                                    .map(QueueSettings::marking)
                                    .map(Marking::column)
                                    .orElse(Texts.UNKNOWN))),
    /** Queue limit, packets. */
    LIMIT(
            "limitPackets",
            INTEGER.orNull(),
            "Depth from which packets are dropped." + Texts.NULL_BEFORE,
            Source.set(QueueSettings::limitPackets),
            Column.decimals("limit", 0)),
    /** λ*, bit/s. */
    TARGET_RATE(
            "targetRateBps",
            INTEGER.orNull(),
            "λ*: target rate of all senders of the class together, bit/s." + Texts.NULL_BEFORE,
            Source.set(QueueSettings::targetRateBps),
            Column.megabits("λ*")),
    /** Mean depth, packets. */
    DEPTH_MEAN(
            "depthPackets.mean",
            NUMBER.orNull(),
            "Mean packets waiting." + Texts.NULL_UNREAD,
            Source.measured(ClassState::depthMeanPackets),
            Column.decimals("depth", 1)),
    /** Largest depth, packets. */
    DEPTH_MAX(
            "depthPackets.max",
            INTEGER.orNull(),
            "Most packets waiting." + Texts.NULL_UNREAD,
            Source.measured(state -> Math.round(state.depthMaxPackets())),
            Column.decimals("max", 0)),
    /** Mean queueing delay, ms. */
    DELAY_MEAN(
            "delayMs.mean",
            NUMBER.orNull(),
            "Mean queueing delay, ms; 0 without packets, null while packets pass and no delay is"
                    + " known."
                    + Texts.NULL_UNREAD,
            Source.measured(ClassState::delayMeanMs)),
    /** Median queueing delay, ms. */
    DELAY_P50(
            "delayMs.p50",
            NUMBER.orNull(),
            "Median queueing delay, ms; 0 or null as the mean.",
            Source.measured(ClassState::delayP50Ms),
            Column.milliseconds("p50")),
    /** 99th percentile of the queueing delay, ms. */
    DELAY_P99(
            "delayMs.p99",
            NUMBER.orNull(),
            "99th percentile of the queueing delay, ms; 0 or null as the mean.",
            Source.measured(ClassState::delayP99Ms),
            Column.milliseconds("p99")),
    /** Dropped over arrived packets of late. */
    LOSS(
            "lossFraction",
            NUMBER.orNull(),
            "Dropped packets over arrived ones in the last periods; 0 without packets."
                    + Texts.NULL_UNREAD,
            Source.measured(ClassState::lossFraction)),
    /** Mean packet size, bytes. */
    PACKET_SIZE(
            "packetBytes",
            NUMBER.orNull(),
            "Mean size of a packet, bytes; 0 without packets." + Texts.NULL_UNREAD,
            Source.measured(ClassState::meanPacketBytes)),
    /** Part of the last readings that were refused. */
    REFUSED(
            "refusedFraction",
            NUMBER.orNull(),
            "Part of the last readings of the class's counters that were refused, 0..1: they came"
                    + " late, counted less than before, or told of more departures than the port can"
                    + " have."
                    + Texts.NULL_UNREAD,
            Source.measured(ClassState::refusedFraction)),
    /** Packets marked since the port came under control. */
    MARKS(
            "marks",
            INTEGER,
            "Packets marked since the port came under control, at the threshold or by the port's"
                    + " AQM algorithm, including marks on the reverse path.",
            Source.counted(ClassState::markedPackets),
            Column.decimals("marks", 0)),
    /** Feedback packets sent since the port came under control. */
    FEEDBACK(
            "feedback",
            INTEGER,
            "Feedback packets sent to senders since then.",
            Source.counted(ClassState::feedbackPackets),
            Column.decimals("feedback", 0)),
    /** Packets dropped since the port came under control. */
    DROPS(
            "drops",
            INTEGER,
            "Packets dropped since then, at the queue limit or by the port's AQM algorithm.",
            Source.counted(ClassState::droppedPackets),
            Column.decimals("drops", 0)),
    /** True if all targets are met. */
    TARGET_MET(
            "targetMet",
            BOOLEAN.orNull(),
            "True if all targets are met. False if one is missed, or while a switch drops packets"
                    + " outside queues that may belong to the class. Null if the class has no"
                    + " targets, nothing was measured, or the measurements cannot decide"
                    + " (undecided).",
            Source.shown(QueueView::targetMet)),
    /** The targets that are missed, and what was lost outside queues. */
    MISSED(
            "missed",
            STRING.list(),
            "Missed targets, by their field name in the policy; then a sentence for each switch"
                    + " and cause of drops outside queues that may belong to the class.",
            Source.shown(QueueView::missedAndLosses)),
    /** The targets of which the measurements cannot tell. */
    UNDECIDED(
            "undecided",
            STRING.list(),
            "Targets that seem missed, but only within the resolution of the delay histogram or"
                    + " the statistical error of few packets, and targets for delays while packets"
                    + " pass and no delay is known, by their field name in the policy.",
            Source.shown(QueueView::undecided)),
    /** The promise of the last decision. */
    PROMISE(
            "promise",
            STRING.oneOf("given", "not given", "withdrawn").orNull(),
            "Promise of the last decision: all targets will be kept (given), a target may be missed"
                    + " at the present loads (not given), or measurements contradict the promise"
                    + " (withdrawn). Null without targets, and before the first"
                    + " decision.",
            Source.shown(QueueView::promise)),
    /** Condition on which a given promise rests. */
    PROMISE_BASIS(
            "promiseBasis",
            STRING.oneOf("guaranteed", "present load").orNull(),
            "Condition of a given promise: whatever the other classes send (guaranteed), or while"
                    + " their loads stay as they are (present load). Null if none is given.",
            Source.shown(QueueView::promiseBasis)),
    /** Reason for which the promise is not given. */
    PROMISE_REASON(
            "promiseReason",
            STRING.orNull(),
            "Reason for which the promise is not given or withdrawn; null if it is given.",
            Source.shown(QueueView::promiseReason)),
    /** Predicted delays and loss, with the intervals that follow from what was measured. */
    PREDICTED("predicted", QueueForecasts.SHAPE.type(), "", Source.shown(QueueView::forecasts));

    private final String path;
    private final JsonType type;
    private final String description;
    private final Source source;
    private final Column column;

    QueueFigure(String path, JsonType type, String description, Source source) {
        this(path, type, description, source, null);
    }

    QueueFigure(String path, JsonType type, String description, Source source, Column column) {
        this.path = path;
        this.type = type;
        this.description = description;
        this.source = source;
        this.column = column;
    }

    /** The figures with a column in the shell, from left to right. */
    public static List<QueueFigure> columns() {
        return List.of(
                NAME,
                OFFERED_RATE,
                TARGET_RATE,
                SERVICE_RATE,
                GOODPUT,
                WEIGHT,
                THRESHOLD,
                LIMIT,
                DEPTH_MEAN,
                DEPTH_MAX,
                DELAY_P50,
                DELAY_P99,
                MARKS,
                FEEDBACK,
                DROPS);
    }

    /** All figures that are measured, of one class. */
    public static Map<QueueFigure, Number> measure(ClassState state) {
        Map<QueueFigure, Number> measured = new EnumMap<>(QueueFigure.class);
        for (QueueFigure figure : values()) {
            if (figure.source.measure != null) {
                measured.put(figure, figure.source.measure.apply(state));
            }
        }
        return measured;
    }

    /** A queue's JSON object with all figures, or with those of its settings alone. */
    public static JsonShape<QueueView> shape(String name, boolean settingsAlone) {
        JsonShape.Builder<QueueView> shape = JsonShape.named(name);
        for (QueueFigure figure : values()) {
            if (!settingsAlone
                    || figure == NAME
                    || figure == INDEX
                    || figure.source.setting != null) {
                shape.field(figure.path, figure.type, figure.description, figure::value);
            }
        }
        return shape.end();
    }

    /** Heading of the figure's column in the shell. */
    public String heading() {
        return column.heading;
    }

    /**
     * The entry of the figure's column in the shell: {@code -} where it is not known. A count of
     * the last reading is not known without a recent one.
     */
    public String text(QueueView queue) {
        boolean isOld = source.measure != null && !queue.isMeasured();
        return isOld ? Texts.UNKNOWN : column.format.write(this, queue);
    }

    /** The figure, or null where it is not known. */
    Object value(QueueView queue) {
        if (source.measure != null) {
            return queue.isMeasured() || source.isCount ? queue.measured(this) : null;
        }
        if (source.setting != null) {
            return queue.settings().<Object>map(source.setting).orElse(null);
        }
        return source.shown.apply(queue);
    }

    /**
     * Function that yields a figure: of measurements, of settings, or of the view of both. Exactly
     * one of the three is not null.
     */
    private static final class Source {
        private final Function<ClassState, Number> measure;
        private final Function<QueueSettings, Object> setting;
        private final Function<QueueView, Object> shown;

        /** True for a total that only rises, so that the last one read is a lower bound. */
        private final boolean isCount;

        private Source(
                Function<ClassState, Number> measure,
                Function<QueueSettings, Object> setting,
                Function<QueueView, Object> shown,
                boolean isCount) {
            this.isCount = isCount;
            this.measure = measure;
            this.setting = setting;
            this.shown = shown;
        }

        static Source measured(Function<ClassState, Number> measure) {
            return new Source(measure, null, null, false);
        }

        static Source counted(Function<ClassState, Number> measure) {
            return new Source(measure, null, null, true);
        }

        static Source set(Function<QueueSettings, Object> setting) {
            return new Source(null, setting, null, false);
        }

        static Source shown(Function<QueueView, Object> shown) {
            return new Source(null, null, shown, false);
        }
    }

    /** A column of the shell's table. */
    private static final class Column {
        private static final double BPS_PER_MBPS = 1e6;

        private final String heading;
        private final Format format;

        Column(String heading, Format format) {
            this.heading = heading;
            this.format = format;
        }

        static Column megabits(String heading) {
            return number(heading, BPS_PER_MBPS, 2);
        }

        static Column decimals(String heading, int digits) {
            return number(heading, 1, digits);
        }

        static Column milliseconds(String heading) {
            return new Column(
                    heading,
                    (figure, queue) -> {
                        Number value = (Number) figure.value(queue);
                        return DelayText.milliseconds(
                                value == null ? Double.NaN : value.doubleValue());
                    });
        }

        private static Column number(String heading, double divisor, int digits) {
            String pattern = "%." + digits + "f";
            return new Column(
                    heading,
                    (figure, queue) -> {
                        Number value = (Number) figure.value(queue);
                        return value == null || !Double.isFinite(value.doubleValue())
                                ? Texts.UNKNOWN
                                : String.format(
                                        Locale.ROOT, pattern, value.doubleValue() / divisor);
                    });
        }
    }

    private interface Format {
        String write(QueueFigure figure, QueueView queue);
    }

    private static final class Texts {
        static final String NULL_BEFORE = " Null before the first settings were installed.";
        static final String NULL_UNTIL_KNOWN =
                NULL_BEFORE
                        + " Null, too, for settings that were taken over, until a load is known.";
        static final String NULL_UNREAD = " Null without a recent reading.";
        static final String UNKNOWN = "-";
    }
}
