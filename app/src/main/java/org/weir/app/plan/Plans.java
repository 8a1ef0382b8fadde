// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.change.Canary;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.RunningPolicy;
import org.weir.app.change.VersionStep;
import org.weir.app.json.ChangeJson;
import org.weir.app.policy.DocumentStore;
import org.weir.app.policy.PolicyManager;
import org.weir.control.PortId;
import org.weir.control.loop.PortPlan;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyFormat;

/** Makes plans, applies them, and watches those that were applied under guard. */
public final class Plans implements PolicyChanges {
    /** Longest time that a guard may watch, s. */
    public static final int MAX_GUARD_SECONDS = 3600;

    /** Shortest time that a guard may watch, s: in less it can hardly conclude anything. */
    public static final int LEAST_GUARD_SECONDS = 20;

    private static final String PORTS = "ports";

    private final PolicyManager policies;
    private final DocumentStore summaries;
    private final PlanStore store;
    private final Announcements announcements;
    private final Function<Policy, List<PortPlan>> planner;
    private final Supplier<Set<PortId>> underControl;
    private final LongSupplier wallMs;
    private final PlanWatch watch;

    /**
     * Plans of the cluster.
     *
     * @param policies the policy and its history
     * @param store keeps the plans
     * @param details keeps the ports of each plan, by its number
     * @param planner solves all ports under a policy with the present loads
     * @param look the last periods of classes at ports, by a name of the class for messages
     * @param underControl ports under control, of all nodes
     * @param isOwn false for ports of switches that another node controls; true for all ports if
     *     there is no other node
     * @param wallMs wall-clock time, ms since 1970
     * @param clockNs monotonic time, ns
     * @param isGuardian whether this node watches the plans that are under guard; one node of the
     *     cluster does
     */
    public Plans(
            PolicyManager policies,
            DocumentStore store,
            DocumentStore details,
            Function<Policy, List<PortPlan>> planner,
            Supplier<Map<String, LastPeriod>> look,
            Supplier<Set<PortId>> underControl,
            Predicate<PortId> isOwn,
            LongSupplier wallMs,
            LongSupplier clockNs,
            BooleanSupplier isGuardian) {
        this.policies = policies;
        this.summaries = store;
        this.store = new PlanStore(store, details);
        this.announcements = new Announcements(store, policies.history(), wallMs);
        this.planner = planner;
        this.underControl = underControl;
        this.wallMs = wallMs;
        this.watch =
                new PlanWatch(
                        policies,
                        this.store,
                        announcements,
                        look,
                        () -> without(underControl.get(), isOwn),
                        wallMs,
                        clockNs,
                        isGuardian);
    }

    @Override
    public long version() {
        return policies.version();
    }

    @Override
    public List<PolicyVersion> versions() {
        return policies.history().versions();
    }

    @Override
    public Optional<VersionStep> version(long number) {
        return policies.history().version(number);
    }

    @Override
    public RunningPolicy rollBack(long number, Edit edit) {
        return policies.rollBack(number, edit);
    }

    @Override
    public Plan plan(ObjectNode policy, Edit edit) {
        policies.findVersion();
        Optional<RunningPolicy> running = policies.runningPolicy();
        long basedOn = running.map(RunningPolicy::version).orElse(0L);
        if (edit.basedOn().isPresent() && edit.basedOn().getAsLong() != basedOn) {
            throw new RejectedException(Reason.STALE, staleText(edit.basedOn().getAsLong()));
        }
        List<PortPlan> ports = planner.apply(policies.check(policy));
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("basedOn", basedOn).put("timeMs", wallMs.getAsLong()).put("who", edit.who());
        entry.put("portsNotPlanned", otherPorts(ports));
        entry.put("state", Plan.State.OPEN.name()).set("policy", policy.deepCopy());
        entry.set(
                "differences",
                ChangeJson.DIFFERENCE.writeAll(
                        Difference.between(
                                running.map(RunningPolicy::document).orElse(null),
                                PolicyFormat.present(policy))));
        synchronized (this) {
            watch.planMade();
        }
        return store.add(entry, ports);
    }

    private static Set<PortId> without(Set<PortId> ports, Predicate<PortId> left) {
        return ports.stream().filter(left.negate()).collect(Collectors.toSet());
    }

    /** Number of ports under control that a plan does not have: those of other nodes. */
    private int otherPorts(List<PortPlan> planned) {
        Set<PortId> others = new HashSet<>(underControl.get());
        planned.forEach(one -> others.remove(one.spec().id()));
        return others.size();
    }

    @Override
    public List<Plan> plans() {
        return store.summaries();
    }

    @Override
    public Optional<Plan> plan(long number) {
        return store.whole(number);
    }

    @Override
    public Plan simulated(long number, ObjectNode result) {
        Plan plan = plan(number).orElseThrow(() -> PlanStore.unknown(number));
        Simulation.check(result, plan.ports());
        if (!store.attach(number, result)) {
            throw PlanStore.unknown(number);
        }
        return plan.withSimulation(result);
    }

    @Override
    public synchronized Plan apply(long number, int guardSeconds, Edit edit) {
        Plan plan = toApply(number, guardSeconds, edit);
        Map<String, MissCount> counted = watch.countedBefore(plan);
        announcements.announce(plan, guardSeconds, counted, edit);
        // Of two nodes that apply plans of one version, the store of versions lets one.
        long version = policies.replace(plan.policy(), edit.of(plan.basedOn())).version();
        watch.isEverywhere();
        Plan applied = watch.begin(plan.appliedAs(version), guardSeconds, counted);
        store.put(applied);
        return plan(number).orElse(applied);
    }

    @Override
    public synchronized Plan applyTo(long number, Set<PortId> ports, int guardSeconds, Edit edit) {
        Plan plan = toApply(number, guardSeconds, edit);
        Set<PortId> known = underControl.get();
        for (PortId port : ports) {
            if (!known.contains(port)) {
                throw new RejectedException(
                        Reason.UNKNOWN, PORTS, PORTS + ": " + port + " is not under control");
            }
        }
        if (ports.isEmpty()) {
            throw new RejectedException(Reason.INVALID, PORTS, PORTS + ": must name a port");
        }
        policies.checkCanary(plan.policy(), ports);
        Canary begun =
                plan.state() == Plan.State.CANARY
                        ? plan.canary().orElseThrow().with(ports)
                        : new Canary(ports, wallMs.getAsLong(), edit.who());
        Plan applied = watch.begin(plan.in(begun), guardSeconds, watch.countedBefore(plan));
        if (!store.putFrom(plan.state(), applied)) {
            throw new RejectedException(
                    Reason.UNAVAILABLE, "plan " + number + " was changed meanwhile: read it again");
        }
        watch.isCanary(applied);
        return plan(number).orElse(applied);
    }

    @Override
    public synchronized Plan endCanary(long number, Edit edit) {
        Plan plan = store.summary(number).orElseThrow(() -> PlanStore.unknown(number));
        if (edit.basedOn().isPresent() && edit.basedOn().getAsLong() != plan.basedOn()) {
            throw new RejectedException(Reason.STALE, staleText(plan.basedOn()));
        }
        Plan ended =
                plan.in(
                        Plan.State.ROLLED_BACK,
                        "canary rolled back by " + edit.who() + " (" + edit.via() + ")");
        if (plan.state() != Plan.State.CANARY || !store.putFrom(Plan.State.CANARY, ended)) {
            throw new RejectedException(
                    Reason.UNAVAILABLE,
                    "plan " + number + " is " + plan.state().word() + ", no canary");
        }
        watch.canaryEnded();
        return plan(number).orElse(ended);
    }

    /** A plan that may be applied. */
    private Plan toApply(long number, int guardSeconds, Edit edit) {
        if (guardSeconds != 0
                && (guardSeconds < LEAST_GUARD_SECONDS || guardSeconds > MAX_GUARD_SECONDS)) {
            throw new RejectedException(
                    Reason.INVALID,
                    "guardSeconds",
                    "guardSeconds: must be 0 or "
                            + LEAST_GUARD_SECONDS
                            + " to "
                            + MAX_GUARD_SECONDS);
        }
        policies.findVersion();
        Plan plan = store.summary(number).orElseThrow(() -> PlanStore.unknown(number));
        if (plan.state() != Plan.State.OPEN && plan.state() != Plan.State.CANARY) {
            throw new RejectedException(
                    Reason.UNAVAILABLE,
                    "plan " + number + " is " + plan.state().word() + ": make another one");
        }
        plans().stream()
                .filter(other -> other.number() != number)
                .filter(Plan::isUndecided)
                .findFirst()
                .ifPresent(
                        other -> {
                            throw new RejectedException(
                                    Reason.UNAVAILABLE, "plan " + other.number() + busy(other));
                        });
        boolean isOfAnother =
                edit.basedOn().isPresent() && edit.basedOn().getAsLong() != plan.basedOn();
        if (isOfAnother || plan.basedOn() != policies.version()) {
            throw new RejectedException(Reason.STALE, staleText(plan.basedOn()));
        }
        return plan;
    }

    private static String busy(Plan plan) {
        return plan.state() == Plan.State.CANARY
                ? " is a canary: apply it to all ports or roll it back first"
                : " is under guard: wait until that is over";
    }

    private String staleText(long basedOn) {
        return "the plan was made on version "
                + basedOn
                + " of the policy, and version "
                + policies.version()
                + " runs: make another one";
    }

    @Override
    public synchronized void forget(long number) {
        store.remove(number)
                .ifPresent(
                        plan -> {
                            throw new RejectedException(
                                    Reason.UNAVAILABLE, "plan " + number + busy(plan));
                        });
    }

    /** Follows the plans of all nodes. A canary from before is in force when this returns. */
    public synchronized void start() {
        summaries.follow(watch::plansChanged);
        watch.start();
    }

    /** Looks at the last period of all classes, where a plan is open or watched. */
    public synchronized void tick() {
        watch.tick();
    }
}
