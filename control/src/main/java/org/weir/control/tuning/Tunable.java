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
            "Largest λ*/μ of a class. Below 1, so that a standing queue drains. The port is still"
                    + " fully used, because switches send feedback only about standing queues; use"
                    + " portUtilization to keep a part of the port unused."),
    PORT_UTILIZATION(
            "portUtilization",
            1,
            "",
            0.05,
            1.0,
            "Upper bound of the port's utilisation by all classes. Below 1, marking is rate-based:"
                    + " a class gets marks and feedback when it exceeds its target rate, whatever"
                    + " its depth is; the target rates of backlogged classes add up to this part"
                    + " of the port's rate."),
    THROTTLE_FLOOR(
            "throttleFloor",
            0.95,
            "",
            0.0,
            0.999,
            "Smallest λ*/μ of a class. Below targetUtilization, the solver may reduce λ* until the"
                    + " queue model predicts that the delay targets are kept. With the default,"
                    + " only the threshold and the priority of classes within their share control"
                    + " the delay."),
    IDLE_SHARE(
            "idleShare",
            0.1,
            "",
            0.01,
            1.0,
            "Part of its share by importance that an idle class keeps."),
    PROTECTED_SHARE(
            "protectedShare",
            0.25,
            "",
            0.0,
            1.0,
            "Part of its share by importance that a sending class keeps, even if more important"
                    + " classes need it for their targets."),
    SPARE_PART(
            "sparePart",
            0,
            "",
            0,
            1,
            "Part of the capacity which the present loads of the other classes leave that a class"
                    + " counts on beside its share. 0: shares follow the needs of the present loads,"
                    + " as if all other classes were backlogged. 1: a port keeps its shares by"
                    + " importance while each class gets what it needs."),
    PRESSURE_GAIN(
            "pressureGain",
            0.5,
            "",
            0,
            4,
            "0: shares follow the model's needs. Above 0: they follow measured delays. Shares are in"
                    + " proportion to importance · pressure, and no class gets less than its minimum"
                    + " rate. In each round, the pressure of a class with a missed delay target is"
                    + " multiplied by e^(gain · min(1, ln(measured / target))), up to 2. If a class with"
                    + " less than its share by importance misses its loss target, shares are by"
                    + " importance for 6 to 64 rounds."),
    COMMON_THRESHOLD(
            "commonThreshold",
            1,
            "",
            0,
            1,
            "Below 0.5: a class's threshold follows from the strictest delay target of the classes"
                    + " that are at least as important. From 0.5 on: of all classes, so that the"
                    + " queue of an important class without a delay target does not delay the"
                    + " others."),
    MISS_HOLD_ROUNDS(
            "missHoldRounds",
            20,
            "rounds",
            0,
            1000,
            "Rounds in which the thresholds of all classes of a port are missThreshold after one of"
                    + " them missed a delay, jitter or loss target. After that the thresholds are the"
                    + " solved ones again. 0: misses do not change thresholds. Only with the"
                    + " objective targets."),
    MISS_THRESHOLD(
            "missThreshold",
            1,
            "packets",
            1,
            1000,
            "Largest threshold during missHoldRounds. Hosts whose TCP uses ECN need several packets,"
                    + " here and in minThreshold."),
    MIN_LIMIT("minLimit", 4, "packets", 2, 64, "Smallest queue limit of a class."),
    COMMON_LIMIT(
            "commonLimit",
            0,
            "",
            0,
            1,
            "Part c of the other classes' capacity that a class may use: queue limit = own share +"
                    + " c · (port capacity - own share). At 0 the limits restrict a class that"
                    + " ignores feedback to its share. At 1 every class may fill the whole"
                    + " capacity, so that a burst is not dropped while other classes leave room;"
                    + " then shares hold only above the lowest priority level, and each of the"
                    + " port's queues must have the whole capacity."),
    WEIGHT_LEVELS(
            "weightLevels",
            4,
            "",
            1,
            64,
            "Sum of the packets per level of all classes = port capacity / weightLevels."),
    FEEDBACK_LAG_MS(
            "feedbackLagMs",
            1,
            "ms",
            0,
            1000,
            "Time from the crossing of the threshold until the senders' reduction shows at the"
                    + " queue. The threshold is lower by the packets that are served in this time."),
    P99_THRESHOLD_SHARE(
            "p99ThresholdShare",
            0.5,
            "",
            0.1,
            1.0,
            "Largest delay of a queue at its threshold, as a part of the 99th percentile target."),
    THRESHOLD_SHARE(
            "thresholdShare",
            0.25,
            "",
            0.01,
            0.95,
            "Threshold / queue limit of a class without a delay target."),
    MAX_THRESHOLD_SHARE(
            "maxThresholdShare",
            0.5,
            "",
            0.05,
            0.99,
            "Largest threshold / queue limit. The rest is room for packets that arrive before the"
                    + " senders slow down."),
    MIN_THRESHOLD(
            "minThreshold",
            1,
            "packets",
            1,
            1000,
            "Smallest threshold, but at most half of the queue limit. With a smaller threshold the"
                    + " queue may run empty when many senders slow down together."),
    USUAL_PACKET_BYTES(
            "usualPacketBytes",
            1000,
            "bytes",
            64,
            9216,
            "Assumed frame length of a class until its counters show the true one. Thresholds are"
                    + " in packets: if the frames are longer than this, delays exceed the targets"
                    + " at first."),
    LEAST_PACKET_BYTES(
            "leastPacketBytes",
            0,
            "bytes",
            0,
            9216,
            "Smallest frame length with which a class is solved, even if its counters show less. A"
                    + " share becomes a whole number of packets by this length. Messages of one"
                    + " packet lower the measured mean, but a standing queue consists of full"
                    + " packets of large messages. 0: the measured mean."),
    RATE_FILTER_SHARE(
            "rateFilterShare",
            0.3,
            "",
            0.01,
            1.0,
            "Weight of a new reading in the shown rate while the rate is steady."),
    RATE_JUMP(
            "rateJump",
            0.25,
            "",
            0.01,
            10,
            "Relative difference from the shown rate above which a reading counts as a change of"
                    + " load; the shown rate then follows quickly."),
    RATE_JUMP_SHARE(
            "rateJumpShare",
            0.8,
            "",
            0.01,
            1.0,
            "Weight of a new reading in the shown rate after a change of load."),
    LOAD_HYSTERESIS(
            "loadHysteresis",
            0.05,
            "",
            0,
            1,
            "Smallest relative change of a class's mean load, or of its mean packet size, that"
                    + " counts. The port is solved again when a CUSUM test distinguishes such a"
                    + " change from the measured noise of the readings."),
    IMPLAUSIBLE_RATE_FACTOR(
            "implausibleRateFactor",
            64,
            "",
            1,
            1e6,
            "A reading whose rate exceeds this many times the port's rate is discarded."),
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
            "Smallest relative change of a class's share that changes the settings."),
    MIN_WEIGHT_CHANGE(
            "minWeightChange",
            0.01,
            "",
            0,
            1,
            "Smallest absolute change of a class's share that changes the settings."),
    SETTINGS_HYSTERESIS(
            "settingsHysteresis",
            0.15,
            "",
            0,
            1,
            "Smallest relative change of a threshold or target rate that changes the settings."),
    MIN_RATE_CHANGE(
            "minRateChange",
            0.05,
            "",
            0,
            1,
            "Smallest change of a target rate, as a part of the port's rate, that changes the"
                    + " settings."),
    MAX_WEIGHT_STEP(
            "maxWeightStep", 0.25, "", 0.01, 1, "Largest change of a class's share in one step."),
    MAX_THRESHOLD_STEP(
            "maxThresholdStep",
            1,
            "",
            0.05,
            100,
            "Largest relative change of a threshold in one step. With 1 it at most doubles or"
                    + " halves."),
    INSTALL_TIMEOUT_MS(
            "installTimeoutMs",
            10000,
            "ms",
            100,
            600000,
            "Time after which an installation without an answer counts as failed."),
    STATE_DECAY(
            "stateDecay",
            0.7,
            "",
            0.0,
            0.99,
            "Weight of the previous value in the shown depths, delays and losses."),
    FEEDBACK_STORM_PER_SECOND(
            "feedbackStormPerSecond",
            100,
            "packets/s",
            1,
            1000000,
            "Rate of a class's feedback packets at a port above which there is an alert"
                    + " feedback-storm, if there is also more than one for two packets.");

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

    /** The default. */
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
