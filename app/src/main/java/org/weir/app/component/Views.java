// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.onosproject.net.AnnotationKeys;
import org.onosproject.net.Port;
import org.weir.app.AqmView;
import org.weir.app.ClassChange.Target;
import org.weir.app.ClassView;
import org.weir.app.DecisionView;
import org.weir.app.PolicyView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueForecasts;
import org.weir.app.QueueView;
import org.weir.app.TargetsView;
import org.weir.app.WeirService;
import org.weir.control.PortId;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.loop.ClassState;
import org.weir.control.loop.Decision;
import org.weir.control.loop.PortState;
import org.weir.control.policy.MatchRule;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyClass;
import org.weir.control.policy.PortAqm;
import org.weir.pipelines.Platform;
import org.weir.pipelines.WindowedActivity;

/** Turns what the control loop knows into what {@link WeirService} shows. */
final class Views {

    private static final long NS_PER_MS = 1_000_000;

    private Views() {}

    static PolicyView policy(Policy policy) {
        return new PolicyView(
                policy.objective(),
                policy.solver().word(),
                policy.periodMs(),
                policy.classes().get(policy.defaultClassIndex()).name());
    }

    static ClassView trafficClass(PolicyClass policyClass) {
        return new ClassView(
                policyClass.index(),
                policyClass.name(),
                policyClass.spec().kind().name(),
                policyClass.spec().importance(),
                targets(policyClass.spec().targets()),
                policyClass.rules().stream().map(MatchRule::toString).collect(Collectors.toList()));
    }

    static PortView port(
            PortState state,
            Port port,
            Optional<Platform> platform,
            long resolves,
            long solvedAtMs) {
        PortId id = state.port();
        String name = port == null ? null : port.annotations().value(AnnotationKeys.PORT_NAME);
        List<QueueView> queues = new ArrayList<>();
        for (ClassState one : state.classes()) {
            queues.add(queue(queues.size(), one, state.isFresh()));
        }
        return new PortView(
                        id.device(),
                        id.port(),
                        name == null ? Long.toString(id.port()) : name,
                        state.spec().rateBps(),
                        state.spec().capacityPackets(),
                        rateWindowUs(state, platform),
                        port != null && port.isEnabled(),
                        resolves,
                        solvedAtMs,
                        queues)
                .withMeasured(state.isFresh())
                .withDelayResolutionUs(state.delayHistogram().firstBucketUs());
    }

    private static OptionalDouble rateWindowUs(PortState state, Optional<Platform> platform) {
        return platform.isPresent() && state.rateWindow().isPresent()
                ? OptionalDouble.of(platform.get().rateWindowUs(state.rateWindow().get().us()))
                : OptionalDouble.empty();
    }

    /**
     * Pipes by which packets may enter a switch.
     *
     * @param platform the switch's platform, if known
     * @param usedPorts the switch's ports that lead to a host or to another switch
     * @return the number of pipes with such a port, at least 1
     */
    static int arrivalPipes(Optional<Platform> platform, Set<Long> usedPorts) {
        long pipes =
                platform.map(one -> usedPorts.stream().map(one::pipe).distinct().count())
                        .orElse(1L);
        return (int) Math.max(1, pipes);
    }

    static AqmView aqm(PortId port, PortAqm aqm, Optional<Platform> platform) {
        return new AqmView(
                aqm.scheme().word(),
                aqm.targetUs(),
                aqm.intervalUs(),
                aqm.returnUs(),
                aqm.expiryUs(),
                aqm.ackPorts(port),
                aqm.thresholds(),
                aqm.activity().orElse(null),
                aqm.activity().isPresent()
                                && platform.map(Platform::hasWindowedActivity).orElse(false)
                        ? WindowedActivity.AVERAGE_PACKETS
                        : 0);
    }

    static long timeMs(Decision decision, long nowNs, long nowMs) {
        return nowMs - (nowNs - decision.timeNs()) / NS_PER_MS;
    }

    static DecisionView decision(Decision decision, long nowNs, long nowMs) {
        return new DecisionView(
                decision.port().device(),
                decision.port().port(),
                timeMs(decision, nowNs, nowMs),
                decision.isSent(),
                decision.isFeasible(),
                decision.adjustments(),
                decision.explain().lines().map(String::strip).collect(Collectors.toList()));
    }

    private static QueueView queue(int index, ClassState state, boolean fresh) {
        boolean promised = !state.spec().targets().equals(Targets.NONE);
        return new QueueView(
                        index,
                        state.spec().name(),
                        QueueFigure.measure(state),
                        state.settings().orElse(null),
                        promised && fresh ? state.targetMet() : null,
                        names(state.missedTargets(), fresh))
                .withTargets(state.spec().targets())
                .withUndecided(names(state.undecidedTargets(), fresh))
                .withPromise(
                        promised ? state.promise().orElse(null) : null, QueueForecasts.of(state));
    }

    private static List<String> names(List<TargetKind> targets, boolean fresh) {
        return fresh
                ? targets.stream().map(TargetKind::fieldName).collect(Collectors.toList())
                : List.of();
    }

    private static TargetsView targets(Targets targets) {
        Map<Target, Double> values = new EnumMap<>(Target.class);
        put(values, Target.DELAY_MS, targets.delayMs());
        put(values, Target.P99_DELAY_MS, targets.p99DelayMs());
        put(values, Target.JITTER_MS, targets.jitterMs());
        put(values, Target.LOSS_FRACTION, targets.lossFraction());
        put(values, Target.MIN_RATE_BPS, targets.minRateBps());
        put(values, Target.MAX_RATE_BPS, targets.maxRateBps());
        return new TargetsView(values);
    }

    private static void put(Map<Target, Double> values, Target target, OptionalDouble value) {
        value.ifPresent(present -> values.put(target, present));
    }
}
