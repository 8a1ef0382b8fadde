// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.measurement.DepthReport;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;

/**
 * Control loop from measurements to settings. It receives readings and reports, solves ports in
 * rounds, and sends settings to the sink.
 *
 * <p>A port gets its first settings in the first round after {@link #setPort}, with or without
 * traffic. Later settings are sent only if they differ enough from those in force (see {@link
 * DecisionReason}). They change by a bounded step per round, and are sent again after a failure,
 * more and more rarely while it lasts (see {@link Backoff}).
 *
 * <p>Every method may be called from any thread at any time. Rounds do not overlap: a second caller
 * of {@link #step} waits for the first. The sink is called on the thread of {@code step}, without
 * any lock of a port held, so it may call back.
 */
public final class ControlLoop {
    /** Number of ports from which a round solves on all processors. */
    private static final int PARALLEL_PORTS = 64;

    private final LongSupplier clockNs;
    private final SettingsSink sink;
    private final Map<PortId, ControlledPort> ports = new ConcurrentSkipListMap<>();
    private final Map<PortId, PortSettings> found = new ConcurrentHashMap<>();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong solved = new AtomicLong();
    private final AtomicLong sent = new AtomicLong();
    private final Object stepLock = new Object();
    private final AtomicLong policies = new AtomicLong();
    private volatile NumberedPolicy inForce;
    private volatile boolean isFrozen;

    /**
     * @param policy classes, targets and tunables of the loop
     * @param clockNs the time, ns, on the same clock as the readings; need not be the wall clock
     * @param sink receives the settings that the loop decides to send
     */
    public ControlLoop(Policy policy, LongSupplier clockNs, SettingsSink sink) {
        this.inForce = new NumberedPolicy(Objects.requireNonNull(policy, "policy"), 0);
        this.clockNs = Objects.requireNonNull(clockNs, "clockNs");
        this.sink = Objects.requireNonNull(sink, "sink");
    }

    /** The policy in force. */
    public Policy policy() {
        return inForce.policy;
    }

    /**
     * Puts another policy in force. Measurements are kept; ports whose classes, rate or buffer
     * change must be given again with {@link #setPort}. At a port whose settings do not follow from
     * what changes, nothing begins anew: promises, pressures and cut thresholds stay.
     *
     * @param newPolicy the new one
     */
    public void setPolicy(Policy newPolicy) {
        Policy old = policy();
        Objects.requireNonNull(newPolicy, "newPolicy");
        NumberedPolicy next = new NumberedPolicy(newPolicy, policies.incrementAndGet());
        inForce = next;
        for (ControlledPort port : ports.values()) {
            if (port.isConcerned(old.at(port.id()), newPolicy.at(port.id()))) {
                port.policyChanged(next.number);
            }
        }
    }

    /**
     * Takes a port under control, or changes its description; with the same description nothing
     * happens.
     *
     * @param spec the port
     */
    public void setPort(PortSpec spec) {
        ControlledPort fresh = new ControlledPort(spec);
        PortSettings adopted = found.remove(spec.id());
        if (adopted != null && adopted.queues().size() == spec.classes().size()) {
            fresh.adopt(adopted);
        }
        ControlledPort known = ports.putIfAbsent(spec.id(), fresh);
        if (known != null) {
            known.setSpec(spec);
        }
    }

    /** Ends the control of a port and forgets its measurements. Nothing is sent to its switch. */
    public void removePort(PortId port) {
        ports.remove(port);
        found.remove(port);
    }

    /** Takes a reading. A reading of a port or class that is not under control is only counted. */
    public void onSample(QueueSample sample) {
        ControlledPort port = ports.get(sample.port());
        if (port == null || !port.onSample(sample, policy().at(sample.port()))) {
            unknown.incrementAndGet();
        }
    }

    /**
     * Takes a telemetry report. A report about a port or class that is not under control is only
     * counted.
     */
    public void onReport(DepthReport report) {
        ControlledPort port = ports.get(report.port());
        if (port == null || !port.onReport(report, policy().at(report.port()))) {
            unknown.incrementAndGet();
        }
    }

    /**
     * True if a report contradicts the estimate: its arrival rate differs by more than the
     * hysteresis and by more than the statistical error of a short window. The caller should then
     * read the port soon.
     *
     * @param report a report; one about a port or class that is not under control contradicts
     *     nothing
     */
    public boolean contradicts(DepthReport report) {
        ControlledPort port = ports.get(report.port());
        return port != null && port.contradicts(report, policy().at(report.port()));
    }

    /**
     * Takes settings that were found in a switch as those in force. May be called before {@link
     * #setPort}; ignored after the loop itself has sent settings.
     *
     * @param settings as read from the switch; rates and shares that it does not keep are 0
     */
    public void adopt(PortSettings settings) {
        ControlledPort port = ports.get(settings.port());
        if (port == null) {
            found.put(settings.port(), settings);
        } else {
            port.adopt(settings);
        }
    }

    /**
     * One solve round over all ports.
     *
     * @return a decision for each port, in the order of the ports
     */
    public List<Decision> step() {
        return step(port -> true, port -> true);
    }

    /**
     * One solve round over the ports that need one.
     *
     * @param measured ports of which there are readings since their last round; those whose
     *     settings are on their way, were refused or are not the policy's take part as well
     * @return a decision for each port that took part, in the order of the ports
     */
    public List<Decision> step(Set<PortId> measured) {
        Predicate<ControlledPort> isMeasured = port -> measured.contains(port.id());
        return step(port -> isMeasured.test(port) || port.isUnsettled(), isMeasured);
    }

    private List<Decision> step(
            Predicate<ControlledPort> takesPart, Predicate<ControlledPort> isMeasured) {
        synchronized (stepLock) {
            NumberedPolicy current = inForce;
            long nowNs = clockNs.getAsLong();
            boolean frozen = isFrozen;
            List<ControlledPort> all =
                    ports.values().stream().filter(takesPart).collect(Collectors.toList());
            Stream<ControlledPort> work =
                    all.size() >= PARALLEL_PORTS ? all.parallelStream() : all.stream();
            List<Answer> answers =
                    work.map(port -> answer(port, current, nowNs, frozen, isMeasured.test(port)))
                            .collect(Collectors.toList());
            List<Decision> decisions = new ArrayList<>(answers.size());
            for (Answer answer : answers) {
                Decision decision =
                        answer.port.decide(
                                answer.problem, answer.solution, answer.policy, nowNs, frozen);
                decisions.add(decision);
                solved.incrementAndGet();
                if (decision.isSent()) {
                    sent.incrementAndGet();
                    send(answer.port, decision.settings());
                }
            }
            return decisions;
        }
    }

    /**
     * Solves ports under another policy, with the present loads. Sends and changes nothing. If that
     * policy comes into force while the loads stay the same, the next round sends these settings.
     *
     * @param other the other policy
     * @param specs the ports under it; one that is not under control is solved without load
     * @return a plan for each port, in their order
     */
    public List<PortPlan> plan(Policy other, List<PortSpec> specs) {
        Objective objective = Objective.named(other.objective(), other.solver());
        return specs.stream()
                .map(spec -> plan(spec, other, objective))
                .collect(Collectors.toList());
    }

    private PortPlan plan(PortSpec spec, Policy other, Objective objective) {
        ControlledPort port = ports.get(spec.id());
        Policy present = policy().at(spec.id());
        return port == null
                ? new ControlledPort(spec).plan(spec, other, other, objective, null)
                : port.plan(
                        spec, present, other, objective, port.state(present, clockNs.getAsLong()));
    }

    private static Answer answer(
            ControlledPort port,
            NumberedPolicy current,
            long nowNs,
            boolean isFrozen,
            boolean isMeasured) {
        Policy policy = current.policy.at(port.id());
        Objective objective = Objective.named(policy.objective(), policy.solver());
        PortProblem problem = port.problem(policy, current.number, nowNs, isFrozen, isMeasured);
        return new Answer(port, policy, problem, port.solve(problem, policy, objective));
    }

    private void send(ControlledPort port, PortSettings settings) {
        CompletableFuture<Void> token = port.pending();
        CompletableFuture<Void> answer;
        try {
            answer = sink.install(settings);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete(
                (done, error) -> port.installed(token, error == null, clockNs.getAsLong()));
    }

    /**
     * Freezes the settings, or ends the freeze. During a freeze, rounds measure and solve, and send
     * nothing; pressures and cuts of thresholds stay as they are. The first round after it sends
     * the settings that differ from those in the switches.
     */
    public void setFrozen(boolean frozen) {
        isFrozen = frozen;
    }

    /** The last decision for a port; empty before its first round. */
    public Optional<Decision> decision(PortId port) {
        ControlledPort known = ports.get(port);
        return known == null ? Optional.empty() : known.decision();
    }

    /** Recent measurements of every port, in the order of the ports. */
    public List<PortState> states() {
        Policy current = policy();
        long nowNs = clockNs.getAsLong();
        List<PortState> states = new ArrayList<>();
        for (ControlledPort port : ports.values()) {
            states.add(port.state(current.at(port.id()), nowNs));
        }
        return states;
    }

    /** Number of ports under control. */
    public int portCount() {
        return ports.size();
    }

    /**
     * True if a port's switch does not have settings that were solved for the policy in force and
     * the port's latest description; also of a port that is not under control.
     */
    public boolean isBehind(PortId port) {
        ControlledPort known = ports.get(port);
        return known == null || known.isBehind();
    }

    /**
     * Number of ports whose switch has not yet confirmed the settings solved for the policy in
     * force and the port's latest description. A port that needs none counts as confirmed.
     *
     * @return 0 to {@link #portCount}
     */
    public int behindCount() {
        return (int) ports.values().stream().filter(ControlledPort::isBehind).count();
    }

    /** Number of times a port was solved, over all rounds. */
    public long solvedCount() {
        return solved.get();
    }

    /** Number of times settings were sent, over all ports. */
    public long sentCount() {
        return sent.get();
    }

    /** Number of readings and reports about ports or classes that are not under control. */
    public long unknownCount() {
        return unknown.get();
    }

    /** A policy with its number, 1 more than that of the policy before it. */
    private static final class NumberedPolicy {
        final Policy policy;
        final long number;

        NumberedPolicy(Policy policy, long number) {
            this.policy = policy;
            this.number = number;
        }
    }

    private static final class Answer {
        final ControlledPort port;
        final Policy policy;
        final PortProblem problem;
        final RoundSolution solution;

        Answer(ControlledPort port, Policy policy, PortProblem problem, RoundSolution solution) {
            this.port = port;
            this.policy = policy;
            this.problem = problem;
            this.solution = solution;
        }
    }
}
