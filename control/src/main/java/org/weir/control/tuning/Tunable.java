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
            "λ* of a class is at most this part of the rate that the class can have: its service"
                    + " rate, or that and its part of the capacity that others leave. Below 1, so"
                    + " that a standing queue drains. The port is still fully used, because switches"
                    + " send feedback only about standing queues; use portUtilization to keep a part"
                    + " of the port unused."),
    PORT_UTILIZATION(
            "portUtilization",
            1,
            "",
            0.05,
            1.0,
            "Upper bound of the port's utilisation by all classes. Below 1, marking is rate-based:"
                    + " a class gets marks and feedback when it exceeds its target rate, whatever"
                    + " its depth is; the target rates of backlogged classes add up to this part"
                    + " of the port's rate. For steady senders only: bursts of messages make the"
                    + " queues longer than with 1, because no mark depends on the depth."),
    THROTTLE_FLOOR(
            "throttleFloor",
            0.95,
            "",
            0.0,
            0.999,
            "Smallest part of the rate that the class can have, to which the solver may lower λ*"
                    + " for delay targets. This rate is the service rate, or the service rate and"
                    + " the class's part of the capacity that others leave. Between this part and"
                    + " targetUtilization the solver takes the largest λ* with which the queue"
                    + " model predicts that the class keeps its targets. Smaller: senders of a"
                    + " class with a strict target get a lower target rate; its queue is shorter,"
                    + " and a part of its share may stay unused. Larger: λ* is lowered less. From"
                    + " targetUtilization on, as by default, it is not lowered at all; then"
                    + " thresholds and priorities control the delay. Example: a class can have"
                    + " 4 Mb/s. 0.5 permits a λ* from 2 to 3.8 Mb/s."),
    IDLE_SHARE(
            "idleShare",
            0.1,
            "",
            0.01,
            1.0,
            "Part of its share by importance that an idle class keeps. Without effect while"
                    + " pressureGain is above 0."),
    PROTECTED_SHARE(
            "protectedShare",
            0.25,
            "",
            0.0,
            1.0,
            "Part of its share by importance that a sending class keeps, even if more important"
                    + " classes need it for their targets. Without effect while pressureGain is"
                    + " above 0."),
    PRESSURE_GAIN(
            "pressureGain",
            0.5,
            "",
            0,
            4,
            "Speed at which shares follow missed delay targets. 0: shares follow the needs that"
                    + " the queue model computes, idleShare and protectedShare. Above 0: shares"
                    + " are in proportion to importance"
                    + " · pressure. A pressure is 1 at first, and from 1/2 to 2. In each round in"
                    + " which a class misses a delay target, its pressure is multiplied by"
                    + " e^(gain · min(1, ln(measured / target))). Larger: such a class has its"
                    + " larger share after fewer rounds, and one bad round moves the shares more."
                    + " Smaller: slower and steadier. Example: importance 3 : 2 : 1 and a gain of"
                    + " 0.5. The third class has three times its target delay in a round: its"
                    + " pressure becomes 1.65, and the shares change from 0.50, 0.33 and 0.17 to"
                    + " 0.45, 0.30 and 0.25. No class gets less than its minimum rate. The pressure"
                    + " of a class that also misses its loss target does not rise. If a class with"
                    + " less than its share by importance misses its loss target, shares are by"
                    + " importance for 6 to 64 rounds."),
    COMMON_THRESHOLD(
            "commonThreshold",
            1,
            "",
            0,
            1,
            "Choice of the delay targets from which a class's marking threshold follows; it is a"
                    + " switch, at 0.5. From 0.5 on: the strictest target of all classes of the"
                    + " port. So no queue delays the others, and classes without a target get"
                    + " marks early. Below 0.5: the strictest target of the class itself and of"
                    + " the classes that are at least as important. Then an important class"
                    + " without a target may have a long queue, which delays less important ones."
                    + " Example: A has importance 3 and no target, B importance 1 and a target of"
                    + " 5 ms. With 1 the threshold of A is the packets that A sends in 5 ms less"
                    + " feedbackLagMs; with 0 it is thresholdShare of A's own part of the buffer."),
    MISS_HOLD_ROUNDS(
            "missHoldRounds",
            20,
            "rounds",
            0,
            1000,
            "Number of rounds for which a missed target lowers the marking thresholds of all"
                    + " classes of its port to missThreshold; smaller ones stay. A further miss"
                    + " of a delay, jitter or loss target begins these rounds anew. Larger:"
                    + " queues stay short for longer, and senders get more marks. Smaller: the"
                    + " solved thresholds return sooner, with which the class may miss its target"
                    + " again. 0: misses do not change thresholds. Example: thresholds of 8 and 2"
                    + " packets, 20 rounds of 1 s, missThreshold 1. Both thresholds are 1 packet"
                    + " until 20 s after the last miss. Only with the objective targets."),
    MISS_THRESHOLD(
            "missThreshold",
            1,
            "packets",
            1,
            1000,
            "Largest threshold during missHoldRounds. Hosts whose TCP uses ECN need several packets,"
                    + " here and in minThreshold."),
    MIN_LIMIT("minLimit", 4, "packets", 2, 64, "Smallest own part of the buffer of a class."),
    COMMON_LIMIT(
            "commonLimit",
            0,
            "",
            0,
            1,
            "Part c of the other classes' buffer that a class may fill: queue limit = own part +"
                    + " c · (port capacity - own part), in packets. Smaller: a class that ignores"
                    + " feedback cannot fill the buffer of the others; bursts are dropped sooner."
                    + " Larger: a burst finds room while other classes leave it, but shares hold"
                    + " only above the lowest priority level. At 1 each of the port's queues in"
                    + " the switch must have the whole capacity. Example: a port of 256 packets,"
                    + " an own part of 64 packets. The queue limit is 64 with 0, 160 with 0.5,"
                    + " 256 with 1."),
    WEIGHT_LEVELS(
            "weightLevels",
            4,
            "",
            1,
            64,
            "Number of priority levels over which a full buffer is spread: in a turn of the"
                    + " scheduler all classes together may add port capacity / weightLevels"
                    + " packets at their levels, each class its share of them; with more it moves"
                    + " one level down. Larger: a class beyond its share loses priority after"
                    + " fewer packets, and so does a short burst of a class within its share."
                    + " Smaller: bursts keep their priority for longer, and shares take effect"
                    + " later. 1 suits senders of short messages that obey feedback packets, 64"
                    + " TCP on lines of 10 Mb/s. Example: 256 packets and 4 levels. A class with a"
                    + " quarter of the port moves down after 16 packets in a turn; with 8 levels"
                    + " after 8."),
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
            "Threshold / own part of the buffer, at a port where no delay target counts."),
    MAX_THRESHOLD_SHARE(
            "maxThresholdShare",
            0.5,
            "",
            0.05,
            0.99,
            "Largest threshold / own part of the buffer. The rest is room for packets that arrive"
                    + " before the senders slow down."),
    MIN_THRESHOLD(
            "minThreshold",
            1,
            "packets",
            1,
            1000,
            "Smallest threshold, but at most maxThresholdShare of the own part of the buffer. With"
                    + " a smaller threshold the queue may run empty when many senders slow down"
                    + " together."),
    TOLERANT_THRESHOLD(
            "tolerantThreshold",
            1,
            "packets",
            1,
            1000,
            "Smallest threshold of a class without a delay, 99th percentile or jitter target, but at"
                    + " most maxThresholdShare of its own part of the buffer. Larger: the class's"
                    + " senders slow down less when other classes send a burst, and use more of the"
                    + " line afterwards; its own packets wait longer, and it takes more turns from"
                    + " less important classes. Example: the thresholds of all classes are 1"
                    + " packet, because a more important class has a target of 10 packets' time."
                    + " With 8, a class without a delay target has 8."),
    USUAL_PACKET_BYTES(
            "usualPacketBytes",
            1000,
            "bytes",
            64,
            9216,
            "Assumed frame length of a class until a reading of its counters shows the true one. A"
                    + " reading with fewer than 30 frames, or with shorter frames than this, counts"
                    + " only if as many frames of this length are 5 % of the port's rate."
                    + " Thresholds are in packets: if the frames are longer than this, delays exceed"
                    + " the targets at first."),
    LEAST_PACKET_BYTES(
            "leastPacketBytes",
            0,
            "bytes",
            0,
            9216,
            "Smallest frame length with which a class is solved, even if its counters show a"
                    + " smaller mean. 0: the measured mean. Use it for a class that mixes short"
                    + " messages with large ones: the short ones lower the mean, but its standing"
                    + " queue consists of full frames. Larger: limits and thresholds of the class"
                    + " have fewer packets for the same share and delay. Example: at 10 Mb/s, a"
                    + " queue of 4 ms is 12 packets of 400 bytes (the mean), but only 3 of 1500"
                    + " bytes. With 0 the threshold is 12 packets, and 12 full frames wait 14 ms;"
                    + " with 1500 it is 3."),
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
            "Smallest lasting change of a class's mean load or mean packet size, as a part of it,"
                    + " after which the port is solved again. A CUSUM test adds up the"
                    + " differences over readings, and so distinguishes such a change from noise."
                    + " Larger: the port is solved less often, and its settings fit the load less"
                    + " exactly. Smaller: the settings follow smaller changes, which take more"
                    + " readings to find. Example: with 0.05, a class of 4 Mb/s is solved again"
                    + " for 4.2 or 3.8 Mb/s, but not for 4.1."),
    IMPLAUSIBLE_RATE_FACTOR(
            "implausibleRateFactor",
            64,
            "",
            1,
            1e6,
            "A reading of departures that exceed this many times the port's rate is discarded."
                    + " Arrivals have no bound, because they include dropped packets."),
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
