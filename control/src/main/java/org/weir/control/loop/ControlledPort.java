// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.weir.control.ClassSpec;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.filter.ShiftDetector;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.DepthReport;
import org.weir.control.measurement.QueueSample;
import org.weir.control.model.SharedPort;
import org.weir.control.policy.Policy;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.InstalledPrediction;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.solver.Prediction;
import org.weir.control.solver.TargetsObjective;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * One port under control: its estimates, the settings that its switch has, and the last decision.
 * Every method takes the port's own lock; no callback runs while it is held.
 */
final class ControlledPort {
    private static final double BITS_PER_BYTE = 8;
    private static final long NS_PER_MS = 1_000_000;

    /** Changes of load by less than this part of the port's rate are ignored. */
    private static final double NEGLIGIBLE_LOAD = 1e-3;

    /** Standard deviations of a Poisson count beyond which a change is not chance. */
    private static final double CERTAIN_DEVIATIONS = 4;

    /** Change of the logarithm of a pressure above which the solver gets the new pressures. */
    private static final double PRESSURE_CHANGE = 0.05;

    private final List<QueueEstimate> estimates = new ArrayList<>();
    private final List<TrackRecord> records = new ArrayList<>();
    private final SharePressure pressure = new SharePressure();
    private final ThresholdCut cut = new ThresholdCut();
    private final LastSolution solutions = new LastSolution();
    private final Installation installation = new Installation();
    private PortSpec spec;
    private PortProblem held;

    /** Number of the last policy that changed something here. */
    private long policyNumber;

    /** True if the settings sent last have thresholds cut after a missed target. */
    private boolean isSentCut;

    /** True if there is a reading since the round before the present one. */
    private boolean hasReading;

    private Decision decision;

    ControlledPort(PortSpec spec) {
        this.spec = spec;
        arrangeEstimates(List.of());
    }

    synchronized void setSpec(PortSpec newSpec) {
        if (!newSpec.equals(spec)) {
            List<ClassSpec> before = spec.classes();
            spec = newSpec;
            installation.wishChanged();
            arrangeEstimates(before);
            forgetMisses();
        }
    }

    /**
     * True if another policy would change the port: its description, its settings or the time in
     * which they are judged.
     */
    synchronized boolean isConcerned(Policy present, Policy other) {
        return !(present.objective().equals(other.objective())
                && present.solver() == other.solver()
                && present.seed() == other.seed()
                && present.periodMs() == other.periodMs()
                && present.feedbackIntervalUs() == other.feedbackIntervalUs()
                && present.tuning().equals(other.tuning())
                && present.aqm(spec.id()).equals(other.aqm(spec.id()))
                && present.portSpec(spec.id(), spec.rateBps())
                        .equals(other.portSpec(spec.id(), spec.rateBps())));
    }

    /**
     * Takes note that another policy, which concerns the port, is in force.
     *
     * @param number the policy's number; later policies have greater ones
     */
    synchronized void policyChanged(long number) {
        policyNumber = Math.max(policyNumber, number);
        installation.wishChanged();
        forgetMisses();
    }

    /** Misses under another policy say nothing about this one. */
    private void forgetMisses() {
        pressure.clear();
        cut.clear();
        estimates.forEach(QueueEstimate::policyChanged);
    }

    /**
     * Gives each class the estimate that the class of its name had, and the record if its targets
     * are the same.
     */
    private void arrangeEstimates(List<ClassSpec> before) {
        Map<String, QueueEstimate> known = new HashMap<>();
        Map<String, TrackRecord> judged = new HashMap<>();
        Map<String, Targets> targets = new HashMap<>();
        for (int i = 0; i < before.size(); i++) {
            known.put(before.get(i).name(), estimates.get(i));
            judged.put(before.get(i).name(), records.get(i));
            targets.put(before.get(i).name(), before.get(i).targets());
        }
        records.clear();
        List<QueueEstimate> arranged = new ArrayList<>();
        for (ClassSpec one : spec.classes()) {
            boolean isJudged = one.targets().equals(targets.get(one.name()));
            records.add(isJudged ? judged.get(one.name()) : new TrackRecord());
            QueueEstimate estimate = known.getOrDefault(one.name(), new QueueEstimate());
            boolean hasMoved = estimates.indexOf(estimate) != arranged.size();
            if (hasMoved) {
                estimate.countersChanged();
            }
            arranged.add(estimate);
        }
        estimates.clear();
        estimates.addAll(arranged);
        if (installation.installed() != null) {
            estimates.forEach(estimate -> estimate.countsDelaysIn(buckets()));
        }
    }

    synchronized boolean onSample(QueueSample sample, Policy policy) {
        if (sample.classIndex() >= estimates.size()) {
            return false;
        }
        estimates
                .get(sample.classIndex())
                .onSample(sample, spec.rateBps(), staleNs(policy), policy.tuning());
        return true;
    }

    synchronized boolean onReport(DepthReport report, Policy policy) {
        if (report.classIndex() >= estimates.size()) {
            return false;
        }
        QueueEstimate estimate = estimates.get(report.classIndex());
        double packetBytes = estimate.meanPacketBytes(policy.tuning());
        estimate.onReport(report, spec.depthUnit().perPacket(packetBytes));
        return true;
    }

    synchronized PortId id() {
        return spec.id();
    }

    /**
     * True if settings are on their way, were refused, or are not for the policy in force and the
     * port's present description.
     */
    synchronized boolean isUnsettled() {
        return installation.isUnsettled();
    }

    /**
     * True if a report's arrival rate differs from the estimate by more than the hysteresis, and by
     * more than the statistical error of the few packets in a report's window.
     */
    synchronized boolean contradicts(DepthReport report, Policy policy) {
        if (report.classIndex() >= estimates.size()) {
            return false;
        }
        QueueEstimate estimate = estimates.get(report.classIndex());
        double known = estimate.arrivalRateBps();
        double reported = 1000.0 * report.arrivalRateKbps();
        double packetBits = BITS_PER_BYTE * estimate.meanPacketBytes(policy.tuning());
        double windowSeconds = spec.rateWindow().us() / 1e6;
        double deviation = Math.sqrt(Math.max(known, reported) * packetBits / windowSeconds);
        double band =
                Math.max(
                        policy.tuning().get(Tunable.LOAD_HYSTERESIS) * known,
                        NEGLIGIBLE_LOAD * spec.rateBps());
        return Math.abs(reported - known) > Math.max(band, CERTAIN_DEVIATIONS * deviation);
    }

    /**
     * Takes settings that were found in the switch as the installed ones, unless the loop has sent
     * others.
     */
    synchronized void adopt(PortSettings found) {
        if (installation.adopt(found)) {
            estimates.forEach(estimate -> estimate.countsDelaysIn(buckets()));
        }
    }

    synchronized Optional<Decision> decision() {
        return Optional.ofNullable(decision);
    }

    /**
     * The inputs of a solve round: the estimates as they were when {@link ShiftDetector} last found
     * a shift of one of them. If targets only just fit, a small change of an estimate may change
     * the solver's answer a lot. As long as the inputs stay, the answer stays.
     *
     * @param number the policy's number
     * @param isFrozen true if nothing may be sent: pressures and cuts stay, because their effect
     *     cannot be measured
     * @param isMeasured true if there is a reading since the last round; without one the round
     *     judges nothing, and no estimate grows old
     */
    synchronized PortProblem problem(
            Policy policy, long number, long nowNs, boolean isFrozen, boolean isMeasured) {
        hasReading = isMeasured;
        if (!isFrozen && isMeasured) {
            measureMisses(policy);
        }
        if (!installation.isSolved()
                || held == null
                || hasMoved(policy, nowNs)
                || hasOtherPressure()) {
            estimates.forEach(QueueEstimate::settle);
            held = PortInputs.problem(spec, spec, estimates, pressure, policy.tuning());
        }
        // Not if another policy has come since the round began.
        if (number >= policyNumber) {
            installation.solved();
        }
        return held;
    }

    private void measureMisses(Policy policy) {
        List<QueueEstimate.Reading> round =
                estimates.stream().map(QueueEstimate::interval).collect(Collectors.toList());
        pressure.add(spec.classes(), round, ofTargets(policy, Tunable.PRESSURE_GAIN));
        int holdRounds = (int) ofTargets(policy, Tunable.MISS_HOLD_ROUNDS);
        cut.add(spec.classes(), round, holdRounds, policy.tuning().get(Tunable.MISS_THRESHOLD));
    }

    /** A tunable; 0 with the objective {@code published}, whose shares and thresholds are fixed. */
    private static double ofTargets(Policy policy, Tunable tunable) {
        return policy.objective().equals(TargetsObjective.NAME) ? policy.tuning().get(tunable) : 0;
    }

    private boolean hasOtherPressure() {
        for (int i = 0; i < held.classes().size(); i++) {
            double solved = held.classes().get(i).pressure().orElse(1);
            if (Math.abs(Math.log(pressure.factor(i) / solved)) > PRESSURE_CHANGE) {
                return true;
            }
        }
        return false;
    }

    private boolean hasMoved(Policy policy, long nowNs) {
        long staleNs = staleNs(policy);
        return estimates.stream()
                .anyMatch(one -> one.confidence(nowNs, staleNs) > 0 && one.hasMoved());
    }

    /**
     * Solves the port under another policy, with the present loads. Changes nothing.
     *
     * @param wanted the port under the other policy
     * @param present the policy in force
     * @param measured its measurements; null if it is not under control
     */
    PortPlan plan(
            PortSpec wanted,
            Policy present,
            Policy other,
            Objective objective,
            PortState measured) {
        PortProblem problem;
        PortSettings inForce;
        Decision last;
        synchronized (this) {
            // The policy, once in force, forgets the present pressures.
            boolean isChange = !wanted.equals(spec) || isConcerned(present, other);
            SharePressure its = isChange ? new SharePressure() : pressure;
            problem = PortInputs.problem(wanted, spec, estimates, its, other.tuning());
            inForce = installation.installed();
            last = decision;
        }
        PortSolution solution =
                objective.solve(problem, PortInputs.tuning(wanted, other), other.seed());
        PortSettings settings = SolvedSettings.of(wanted, problem, solution, null, other);
        return new PortPlan(wanted, problem, solution, settings, inForce, last, measured);
    }

    /** Solves the port. Changes nothing. */
    RoundSolution solve(PortProblem problem, Policy policy, Objective objective) {
        Tuning tuning = PortInputs.tuning(spec, policy);
        PortSolution wanted = solutions.of(problem, policy, objective, tuning);
        PortSettings from = boundedFrom();
        if (from == null || from.queues().size() != problem.classes().size()) {
            return new RoundSolution(wanted, wanted);
        }
        double bound = tuning.get(Tunable.MAX_WEIGHT_STEP);
        PortSolution step =
                SolvedSettings.boundedShares(spec, problem, wanted, from, bound)
                        .map(shares -> objective.evaluate(problem, shares, tuning))
                        .orElse(wanted);
        return new RoundSolution(wanted, step);
    }

    /** The settings from which a step of weights is bounded; null if steps are not bounded. */
    private synchronized PortSettings boundedFrom() {
        return installation.boundedFrom();
    }

    /**
     * Decides on a solution; settings to send are marked as on their way.
     *
     * @param isFrozen whether nothing may be sent
     */
    synchronized Decision decide(
            PortProblem problem,
            RoundSolution solutions,
            Policy policy,
            long nowNs,
            boolean isFrozen) {
        Tuning tuning = policy.tuning();
        PortSolution solution = solutions.step();
        PortSettings from = installation.thresholdsBoundedFrom();
        PortSettings solved = cut.of(SolvedSettings.of(spec, problem, solution, from, policy));
        PortSettings wanted =
                cut.of(SolvedSettings.of(spec, problem, solutions.wanted(), null, policy));
        completeShares(problem);
        double[] confidence = confidence(policy, nowNs);
        DecisionReason reason = reason(solved, wanted, confidence, policy, nowNs);
        if (isFrozen && reason.isSent()) {
            reason = DecisionReason.FROZEN;
        }
        if (reason.isSent()) {
            installation.begin(solved, isLoadKnown(), nowNs);
            isSentCut = cut.isOn();
        }
        List<ClassSolution> predicted = inForce(problem, solution, solved, reason);
        List<Promise> promises = new ArrayList<>();
        List<Map<TargetKind, Forecast>> forecasts = new ArrayList<>();
        for (int i = 0; i < predicted.size() && i < estimates.size(); i++) {
            Targets targets = spec.classes().get(i).targets();
            ClassSolution one = predicted.get(i);
            if (hasReading) {
                records.get(i).add(targets, estimates.get(i).takeInterval(), predicted(i));
            }
            promises.add(
                    estimates.get(i).isLoadKnown() && !estimates.get(i).isWaking()
                            ? records.get(i)
                                    .promise(
                                            problem.classes().get(i),
                                            one.notGuaranteed(),
                                            one.expected())
                            : TrackRecord.promiseWithoutLoad());
            forecasts.add(
                    problem.classes().get(i).arrivalRate() > 0
                            ? records.get(i).forecasts(one.expected(), one.guaranteed())
                            : TrackRecord.withoutLoad());
            if (hasReading) {
                estimates.get(i).fade(tuning.get(Tunable.STATE_DECAY));
            }
        }
        decision =
                new Decision(
                        spec.id(),
                        nowNs,
                        reason,
                        problem,
                        confidence,
                        solution,
                        predicted,
                        solved,
                        promises,
                        forecasts,
                        adjustments(solved));
        return decision;
    }

    /**
     * Gives settings that were taken over the shares that follow from the sizes of packets, once
     * these are known. What the scheduler of an ASIC has does not follow from them.
     */
    private void completeShares(PortProblem problem) {
        PortSettings installed = installation.installed();
        if (installed != null
                && !installed.areSharesKnown()
                && installed.queues().size() == problem.classes().size()
                && problem.scheduler() == SharedPort.Scheduler.PRIORITY_LEVELS
                && isLoadKnown()) {
            installation.completeShares(SolvedSettings.withShares(installed, problem));
        }
    }

    /** Changes of the settings by measurements, a sentence each. */
    private List<String> adjustments(PortSettings solved) {
        List<String> texts = pressure.texts(spec.classes());
        cut.text(solved).ifPresent(texts::add);
        return texts;
    }

    /**
     * The predictions with the settings in force until the next round: those sent, or those that
     * the switch keeps. What it has refused before is in force only after it takes it. The
     * solution's for settings that were read from an ASIC.
     */
    private List<ClassSolution> inForce(
            PortProblem problem,
            PortSolution solution,
            PortSettings solved,
            DecisionReason reason) {
        boolean isTaken = reason.isSent() && reason != DecisionReason.RETRY;
        PortSettings inForce =
                isTaken || installation.installed() == null
                        ? solved
                        : reason == DecisionReason.RETRY
                                ? installation.installed()
                                : installation.expected();
        // Limits that were read from an ASIC are in its unit of depth, and its shares cannot be
        // read: what they promise is not known until settings are sent.
        return problem.scheduler() == SharedPort.Scheduler.DWRR && !inForce.areSharesKnown()
                ? solution.classes()
                : InstalledPrediction.of(problem, solution, inForce.queues());
    }

    /** The last decision's prediction for a class; null if there was none for a known load. */
    private Prediction predicted(int classIndex) {
        return decision != null
                        && classIndex < decision.problem().classes().size()
                        && decision.problem().classes().get(classIndex).arrivalRate() > 0
                ? decision.inForce().get(classIndex).expected().prediction()
                : null;
    }

    private double[] confidence(Policy policy, long nowNs) {
        double[] confidence = new double[estimates.size()];
        for (int i = 0; i < confidence.length; i++) {
            confidence[i] = estimates.get(i).confidence(nowNs, staleNs(policy));
        }
        return confidence;
    }

    /**
     * The reason for which settings are sent or not.
     *
     * @param solved settings within one step of the installed ones
     * @param wanted those without bounds
     */
    private DecisionReason reason(
            PortSettings solved,
            PortSettings wanted,
            double[] confidence,
            Policy policy,
            long nowNs) {
        long timeoutNs = (long) (NS_PER_MS * policy.tuning().get(Tunable.INSTALL_TIMEOUT_MS));
        Optional<DecisionReason> first = installation.reason(solved, nowNs, timeoutNs);
        if (first.isPresent()) {
            return first.get();
        }
        PortSettings installed = installation.installed();
        if (!isFresh(policy, nowNs) || !isLoadKnown()) {
            return DecisionReason.NO_MEASUREMENT;
        }
        if (!installed.areSharesKnown()) {
            return DecisionReason.SHARES_UNKNOWN;
        }
        if (SettingsGate.matters(installed, solved, spec, confidence, policy.tuning())) {
            return DecisionReason.LOAD_CHANGED;
        }
        // One step may be within the gate's bounds though the way is long.
        if (!installed.sameInDataPlane(solved)
                && SettingsGate.matters(installed, wanted, spec, confidence, policy.tuning())) {
            return DecisionReason.LOAD_CHANGED;
        }
        // A threshold of 2 and one of 1 are within the gate's bounds.
        return isSentCut != cut.isOn() && !installed.sameInDataPlane(solved)
                ? DecisionReason.TARGETS_MISSED
                : DecisionReason.UNCHANGED;
    }

    /**
     * True if the switch does not have settings that were solved for the policy in force and the
     * port's present description.
     */
    synchronized boolean isBehind() {
        return installation.isBehind();
    }

    /** Token of the installation that {@link #decide} began; {@link #installed} takes it back. */
    synchronized CompletableFuture<Void> pending() {
        return installation.pending();
    }

    /**
     * Takes the end of an installation. An installation that was given up in the meantime is
     * ignored.
     */
    synchronized void installed(CompletableFuture<Void> token, boolean success, long nowNs) {
        if (installation.end(token, success)) {
            records.forEach(TrackRecord::settingsChanged);
            estimates.forEach(estimate -> estimate.countDelaysIn(buckets(), nowNs));
        }
    }

    /** The buckets in which the switch counts delays with the installed settings. */
    private DelayHistogram buckets() {
        return spec.hasFineDelays()
                ? DelayHistogram.of(installation.installed().rateWindow())
                : DelayHistogram.COARSEST;
    }

    synchronized PortState state(Policy policy, long nowNs) {
        List<ClassState> classes = new ArrayList<>();
        PortSettings installed = installation.installed();
        for (int i = 0; i < estimates.size(); i++) {
            Optional<QueueSettings> settings = Optional.empty();
            double serviceRateBps = 0;
            if (installed != null && i < installed.queues().size()) {
                settings = Optional.of(installed.queues().get(i));
                serviceRateBps = settings.get().serviceRateBps();
                if (serviceRateBps == 0) {
                    serviceRateBps = SettingsGate.packetShare(installed, i) * spec.rateBps();
                }
            }
            QueueEstimate.Reading reading = estimates.get(i).reading(policy.tuning());
            boolean known = decision != null && i < decision.problem().classes().size();
            classes.add(
                    new ClassState(
                            spec.classes().get(i),
                            settings,
                            serviceRateBps,
                            reading,
                            records.get(i).verdict(spec.classes().get(i).targets(), reading),
                            records.get(i).judgesLastPeriod(),
                            known ? Optional.of(decision.promise(i)) : Optional.empty(),
                            known ? decision.forecasts(i) : Map.of(),
                            estimates.get(i).confidence(nowNs, staleNs(policy))));
        }
        Optional<RateWindow> rateWindow =
                Optional.ofNullable(installed).map(PortSettings::rateWindow);
        return new PortState(spec, isFresh(policy, nowNs), rateWindow, classes);
    }

    private boolean isFresh(Policy policy, long nowNs) {
        for (QueueEstimate estimate : estimates) {
            if (estimate.isMeasuredSince(nowNs - staleNs(policy))) {
                return true;
            }
        }
        return false;
    }

    /** True if readings have determined a load, possibly zero, so that solving makes sense. */
    private boolean isLoadKnown() {
        return estimates.stream().anyMatch(QueueEstimate::isLoadKnown);
    }

    private static long staleNs(Policy policy) {
        double periods = policy.tuning().get(Tunable.STALE_PERIODS);
        return (long) (periods * policy.periodMs() * NS_PER_MS);
    }
}
