// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Every number of the controller that an operator may want to change, declared once with its
 * default, unit, range and meaning. The reference text is generated from here.
 */
public enum Tunable implements DeclaredNumber {
    TARGET_UTILIZATION(
            "targetUtilization",
            0.95,
            "",
            0.5,
            0.999,
            "Largest target rate of a class over its service rate. Below 1, so that a standing"
                    + " queue drains. Feedback is sent only where a queue stands; a portUtilization"
                    + " below 1 keeps a part of the port unused."),
    PORT_UTILIZATION(
            "portUtilization",
            1,
            "",
            0.05,
            1.0,
            "Part of the port's rate that its classes may take together. Below 1 marking is"
                    + " rate-based: a class gets marks and feedback when it sends more than its"
                    + " target rate, whatever its depth, and the target rates of classes that always"
                    + " have more to send add up to that part."),
    THROTTLE_FLOOR(
            "throttleFloor",
            0.95,
            "",
            0.0,
            0.999,
            "Smallest target rate of a class over its service rate. Below targetUtilization it lets"
                    + " a class be slowed until the queue model predicts its delay targets kept; the"
                    + " default leaves delays to the threshold and the priority of queues within"
                    + " their share."),
    IDLE_SHARE(
            "idleShare",
            0.1,
            "",
            0.01,
            1.0,
            "Part of its share by importance that a class keeps although it sends nothing."),
    PROTECTED_SHARE(
            "protectedShare",
            0.25,
            "",
            0.0,
            1.0,
            "Part of its share by importance that a sending class keeps although more important"
                    + " classes could use it for their targets."),
    MIN_LIMIT("minLimit", 4, "packets", 2, 64, "Smallest drop limit of a class."),
    COMMON_LIMIT(
            "commonLimit",
            0,
            "",
            0,
            1,
            "Part of the others' share of the port's capacity that a class may have waiting beside"
                    + " its own. At 0 limits hold whoever does not slow down to its share; at 1"
                    + " every class may have the whole, so that a burst is not dropped where others"
                    + " leave room: shares then hold up to the lowest priority level, and each of"
                    + " the port's queues must take that much."),
    WEIGHT_LEVELS(
            "weightLevels",
            4,
            "",
            1,
            64,
            "The packets of one priority level over all classes are the port's capacity over"
                    + " this."),
    FEEDBACK_LAG_MS(
            "feedbackLagMs",
            1,
            "ms",
            0,
            1000,
            "Time from the crossing of the threshold until slower arrivals are seen. The"
                    + " threshold is lower by what is served meanwhile."),
    P99_THRESHOLD_SHARE(
            "p99ThresholdShare",
            0.5,
            "",
            0.1,
            1.0,
            "Part of a 99th percentile target up to which the threshold lets the queue stand."),
    THRESHOLD_SHARE(
            "thresholdShare",
            0.25,
            "",
            0.01,
            0.95,
            "Threshold over drop limit for a class without a delay target."),
    MAX_THRESHOLD_SHARE(
            "maxThresholdShare",
            0.5,
            "",
            0.05,
            0.99,
            "Largest threshold over drop limit; above it there must be room for what arrives"
                    + " before senders are slower."),
    MIN_THRESHOLD(
            "minThreshold",
            1,
            "packets",
            1,
            1000,
            "Smallest threshold, where half of the drop limit allows it. A queue of few packets"
                    + " runs empty whenever many senders slow down together."),
    USUAL_PACKET_BYTES(
            "usualPacketBytes",
            1000,
            "bytes",
            64,
            9216,
            "Length of a frame that packets of a class are taken to have until its counters tell."
                    + " Thresholds are in packets: where frames are larger and this is not, the"
                    + " first ones let delays be longer than the targets."),
    RATE_FILTER_SHARE(
            "rateFilterShare",
            0.3,
            "",
            0.01,
            1.0,
            "Weight of a new reading in a rate's estimate while the rate is steady."),
    RATE_JUMP(
            "rateJump",
            0.25,
            "",
            0.01,
            10,
            "Relative distance from the estimate beyond which a reading counts as a change of"
                    + " load and is followed at once."),
    RATE_JUMP_SHARE(
            "rateJumpShare",
            0.8,
            "",
            0.01,
            1.0,
            "Weight of a new reading in a rate's estimate when the load has changed."),
    LOAD_HYSTERESIS(
            "loadHysteresis",
            0.05,
            "",
            0,
            1,
            "Smallest relative change of a class's mean load, or of the mean size of its packets,"
                    + " that matters. The port is solved again when a CUSUM test tells such a change"
                    + " from the noise of readings, which it measures."),
    IMPLAUSIBLE_RATE_FACTOR(
            "implausibleRateFactor",
            64,
            "",
            1,
            1e6,
            "A reading whose rate is above this many times the port's rate is not believed."),
    STALE_PERIODS(
            "stalePeriods",
            5,
            "periods",
            1,
            1000,
            "A port without a reading for this long keeps its settings."),
    WEIGHT_HYSTERESIS(
            "weightHysteresis",
            0.1,
            "",
            0,
            1,
            "Relative change of a class's share below which settings are left alone."),
    MIN_WEIGHT_CHANGE(
            "minWeightChange",
            0.01,
            "",
            0,
            1,
            "Absolute change of a class's share below which settings are left alone."),
    SETTINGS_HYSTERESIS(
            "settingsHysteresis",
            0.15,
            "",
            0,
            1,
            "Relative change of a threshold or target rate below which settings are left alone."),
    MIN_RATE_CHANGE(
            "minRateChange",
            0.05,
            "",
            0,
            1,
            "Change of a target rate over the port's rate below which settings are left alone."),
    MAX_WEIGHT_STEP(
            "maxWeightStep", 0.25, "", 0.01, 1, "Largest change of a class's share in one step."),
    MAX_THRESHOLD_STEP(
            "maxThresholdStep",
            1,
            "",
            0.05,
            100,
            "Largest relative change of a threshold in one step: with 1 it at most doubles or halves."),
    INSTALL_TIMEOUT_MS(
            "installTimeoutMs",
            10000,
            "ms",
            100,
            600000,
            "An installation that has not answered by then counts as failed."),
    STATE_DECAY(
            "stateDecay",
            0.7,
            "",
            0.0,
            0.99,
            "Weight that the shown depths, delays and losses keep from step to step.");

    private final double defaultValue;
    private final NumberDeclaration declaration;

    Tunable(
            String fieldName,
            double defaultValue,
            String unit,
            double min,
            double max,
            String help) {
        this.defaultValue = defaultValue;
        declaration =
                new NumberDeclaration(
                        fieldName, ReferenceTable.number(defaultValue), unit, min, max, help);
    }

    @Override
    public NumberDeclaration declaration() {
        return declaration;
    }

    /** The value where nothing else is said. */
    public double defaultValue() {
        return defaultValue;
    }

    /** All of them, in the order of declaration. */
    public static List<Tunable> all() {
        return Collections.unmodifiableList(Arrays.asList(values()));
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }
}
