// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.Expectation;
import org.weir.control.solver.MissedTarget;
import org.weir.control.solver.Prediction;

/**
 * Record of predictions for one class at one port, and of the measurements of the same periods. It
 * decides whether a promise is given, and gives the interval of each prediction. Not safe for use
 * by several threads; the port's lock guards it.
 *
 * <p>A promise is withdrawn and given back by Wald's sequential probability ratio test. It decides
 * between the hypotheses that one period in {@value #PERIODS_A_MISS_HOLDING} misses a target and
 * that one in {@value #PERIODS_A_MISS_BROKEN} does, with errors of 5 % each. So two misses within
 * 18 periods withdraw it, and 31 kept periods give it back, with 24 or 25 more for each miss among
 * them. A period that the counters cannot judge changes nothing. Periods of few packets count
 * together as one ({@link IntervalCount}).
 */
final class TrackRecord {
    /** Packets from which on a period is judged. */
    static final int LEAST_PACKETS = QueueEstimate.Reading.LEAST_PACKETS;

    static final int PERIODS_A_MISS_HOLDING = 100;
    static final int PERIODS_A_MISS_BROKEN = 10;
    private static final double ERROR = 0.05;

    private static final double MISS_EVIDENCE =
            Math.log((double) PERIODS_A_MISS_HOLDING / PERIODS_A_MISS_BROKEN);
    private static final double KEPT_EVIDENCE =
            Math.log((1 - 1.0 / PERIODS_A_MISS_BROKEN) / (1 - 1.0 / PERIODS_A_MISS_HOLDING));
    private static final double DECISIVE = Math.log((1 - ERROR) / ERROR);

    /** Quantities that are predicted with an interval. */
    private static final List<TargetKind> FORECAST =
            List.of(TargetKind.DELAY, TargetKind.P99_DELAY, TargetKind.LOSS);

    private static final List<TargetKind> DELAYS =
            List.of(TargetKind.DELAY, TargetKind.P99_DELAY, TargetKind.JITTER);

    private final PredictionError delay = new PredictionError();
    private final PredictionError p99 = new PredictionError();
    private final PredictionError loss = new PredictionError();
    private double resolutionMs;

    /** Logarithm of the likelihood ratio of a promise that does not hold to one that does. */
    private double evidence;

    private boolean withdrawn;
    private int judgedPeriods;
    private int missedPeriods;
    private MeasuredTargets last;

    /**
     * Takes a period.
     *
     * @param targets of the class
     * @param reading of that period alone
     * @param predicted prediction for it; null if there was none, or settings changed in it
     */
    void add(Targets targets, QueueEstimate.Reading reading, Prediction predicted) {
        last = null;
        if (!reading.isJudged()) {
            return;
        }
        // Not every round reads every queue's delays.
        boolean delaysKnown = reading.delayPackets >= LEAST_PACKETS || !asksForDelays(targets);
        MeasuredTargets found = MeasuredTargets.of(targets, reading);
        if (!found.missed().isEmpty()) {
            judge(true);
        } else if (found.undecided().isEmpty() && delaysKnown) {
            judge(false);
        }
        if (delaysKnown) {
            last = found;
        }
        if (predicted != null) {
            compare(reading, predicted);
        }
    }

    private static boolean asksForDelays(Targets targets) {
        return DELAYS.stream().anyMatch(kind -> targets.of(kind).isPresent());
    }

    private void judge(boolean missed) {
        judgedPeriods++;
        missedPeriods += missed ? 1 : 0;
        evidence += missed ? MISS_EVIDENCE : KEPT_EVIDENCE;
        if (!withdrawn) {
            evidence = Math.max(0, evidence);
            if (evidence >= DECISIVE) {
                withdrawn = true;
                evidence = 0;
            }
        } else {
            evidence = Math.min(0, evidence);
            if (evidence <= -DECISIVE) {
                withdrawn = false;
                evidence = 0;
                judgedPeriods = 0;
                missedPeriods = 0;
            }
        }
    }

    private void compare(QueueEstimate.Reading reading, Prediction predicted) {
        if (reading.delayPackets >= LEAST_PACKETS) {
            resolutionMs = reading.histogram.firstBucketUs() / 2.0 / 1000;
            delay.addRatio(reading.delayMeanMs, predicted.delayMs(), resolutionMs);
            p99.addRatio(reading.delayP99Ms, predicted.p99DelayMs(), resolutionMs);
        }
        loss.addFraction(reading.lossFraction, reading.arrivedPackets);
    }

    /**
     * Verdict on the last period; if it had too few packets, on the averages of the last periods.
     *
     * @param fading measurements of the last periods together
     */
    MeasuredTargets verdict(Targets targets, QueueEstimate.Reading fading) {
        return last == null ? MeasuredTargets.of(targets, fading) : last;
    }

    /** True if the last period had enough packets for a verdict on it alone. */
    boolean judgesLastPeriod() {
        return last != null;
    }

    /**
     * Takes note that other settings are in force: the measured errors of the model count less from
     * now on. The judgement of promises goes on.
     */
    void settingsChanged() {
        delay.fade();
        p99.fade();
        loss.fade();
    }

    /** Forecasts for a load that is not known yet. */
    static Map<TargetKind, Forecast> withoutLoad() {
        Map<TargetKind, Forecast> forecasts = new EnumMap<>(TargetKind.class);
        FORECAST.forEach(kind -> forecasts.put(kind, Forecast.unknown()));
        return forecasts;
    }

    /** The promise for a load that is not known yet: delay and loss follow from the load. */
    static Promise promiseWithoutLoad() {
        return Promise.notGiven(Promise.LOAD_UNKNOWN);
    }

    /**
     * The forecasts of a class.
     *
     * @param expected values at the present loads with the settings in force
     * @param guaranteed values if all other classes are backlogged
     */
    Map<TargetKind, Forecast> forecasts(Expectation expected, Prediction guaranteed) {
        Map<TargetKind, Forecast> forecasts = new EnumMap<>(TargetKind.class);
        for (TargetKind kind : FORECAST) {
            forecasts.put(kind, forecast(kind, expected).withGuaranteed(guaranteed.of(kind)));
        }
        return forecasts;
    }

    /**
     * The forecast of one quantity for the next period.
     *
     * @param kind mean delay, 99th percentile or loss
     */
    Forecast forecast(TargetKind kind, Expectation expected) {
        Prediction predicted = expected.prediction();
        PredictionError error =
                kind == TargetKind.DELAY ? delay : kind == TargetKind.P99_DELAY ? p99 : loss;
        if (!error.isKnown()) {
            return Forecast.byModel(predicted.of(kind), expected.low(kind), expected.high(kind));
        }
        switch (kind) {
            case DELAY:
                return delay.ofRatio(predicted.delayMs(), resolutionMs);
            case P99_DELAY:
                return p99.ofRatio(predicted.p99DelayMs(), resolutionMs);
            case LOSS:
                return loss.ofFraction(predicted.lossFraction());
            default:
                throw new IllegalArgumentException(kind + " has no forecast");
        }
    }

    /**
     * The promise of a class.
     *
     * <p>It rests on the class's own share if that suffices for all targets. Else it rests on the
     * present loads: the upper end of each forecast must lie within the target. Either is withdrawn
     * when measurements contradict it. A target that model and measurements agree to be missed was
     * never promised.
     *
     * @param notGuaranteed targets that the class misses if all others are backlogged
     * @param expected values at the present loads with the settings in force
     */
    Promise promise(ClassProblem one, List<MissedTarget> notGuaranteed, Expectation expected) {
        boolean isGuaranteed = notGuaranteed.isEmpty();
        if (!isGuaranteed) {
            for (MissedTarget may : expected.missed(one)) {
                boolean isSure =
                        notGuaranteed.stream().noneMatch(sure -> sure.kind() == may.kind());
                if (isSure) {
                    continue;
                }
                boolean isMeasured =
                        FORECAST.contains(may.kind())
                                && forecast(may.kind(), expected).isMeasured();
                if (!isMeasured) {
                    return Promise.notGiven(may.toString());
                }
                Forecast found = forecast(may.kind(), expected);
                double wanted = one.targets().of(may.kind()).getAsDouble();
                if (found.modelled() > wanted && found.corrected() > wanted) {
                    return Promise.notGiven(measured("by measurement", may.kind(), wanted, found));
                }
            }
        }
        if (withdrawn) {
            return Promise.withdrawn(
                    String.format(
                            Locale.ROOT,
                            "missed in %d of %d periods; %d kept periods give it back",
                            missedPeriods,
                            judgedPeriods,
                            (int) Math.ceil((-DECISIVE - evidence) / KEPT_EVIDENCE)));
        }
        for (TargetKind kind : FORECAST) {
            OptionalDouble wanted = one.targets().of(kind);
            Forecast forecast = forecast(kind, expected);
            if (wanted.isEmpty() || !forecast.isMeasured()) {
                continue;
            }
            if (forecast.corrected() > wanted.getAsDouble()) {
                return Promise.withdrawn(
                        measured("by measurement", kind, wanted.getAsDouble(), forecast));
            }
            boolean isSure = notGuaranteed.stream().noneMatch(sure -> sure.kind() == kind);
            if (!isSure && forecast.high() > wanted.getAsDouble()) {
                return Promise.notGiven(
                        measured("may be missed", kind, wanted.getAsDouble(), forecast));
            }
        }
        return isGuaranteed ? Promise.GUARANTEED : Promise.AT_PRESENT_LOAD;
    }

    private static String measured(String what, TargetKind kind, double wanted, Forecast forecast) {
        return String.format(
                Locale.ROOT,
                "%s: wanted at most %.4g, model %.4g, %s %.4g, up to %.4g",
                kind.fieldName(),
                wanted,
                forecast.modelled(),
                what,
                forecast.corrected(),
                forecast.high());
    }
}
