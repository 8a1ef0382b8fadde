// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.change.Canary;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.PolicyVersion;
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

    /** Looks before a change that is never made. */
    private static final int MOST_LOOKS_BEFORE = 600;

    private static final Logger LOG = LoggerFactory.getLogger(Plans.class);
    private static final String PORTS = "ports";
    private static final String GUARD = "guard";
    private static final String SIMULATION = "simulation";

    private final PolicyManager policies;
    private final DocumentStore store;
    private final DocumentStore details;
    private final Announcements announcements;
    private final Function<Policy, List<PortPlan>> planner;
    private final Supplier<Map<String, Boolean>> look;
    private final Supplier<Set<PortId>> underControl;
    private final LongSupplier wallMs;
    private final BooleanSupplier isGuardian;

    /** Whether a plan may be under guard that is not watched here. */
    private final AtomicBoolean mustLook = new AtomicBoolean(true);

    private boolean wasGuardian;

    /** Looks at the present policy since a plan was made; null without an open plan. */
    private Guard before;

    private int looksBefore;

    /** Watches the plan that was applied last; null if nothing is watched. */
    private Guard guard;

    private Plan watched;

    /** The plan that is in force at some ports; null without one. */
    private Plan canary;

    /**
     * Plans of the cluster.
     *
     * @param policies the policy and its history
     * @param store keeps the plans
     * @param details keeps the ports of each plan, by its number
     * @param planner solves all ports under a policy with the present loads
     * @param look the classes at ports whose last period can be judged, by a name for messages, and
     *     whether each met its targets
     * @param underControl ports under control, of all nodes
     * @param wallMs wall-clock time, ms since 1970
     * @param isGuardian whether this node watches the plans that are under guard; one node of the
     *     cluster does
     */
    public Plans(
            PolicyManager policies,
            DocumentStore store,
            DocumentStore details,
            Function<Policy, List<PortPlan>> planner,
            Supplier<Map<String, Boolean>> look,
            Supplier<Set<PortId>> underControl,
            LongSupplier wallMs,
            BooleanSupplier isGuardian) {
        this.underControl = underControl;
        this.isGuardian = isGuardian;
        this.policies = policies;
        this.store = store;
        this.details = details;
        this.announcements = new Announcements(store, policies.history(), wallMs);
        this.planner = planner;
        this.look = look;
        this.wallMs = wallMs;
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
    public void rollBack(long number, Edit edit) {
        policies.rollBack(number, edit);
    }

    @Override
    public Plan plan(ObjectNode policy, Edit edit) {
        long basedOn = policies.version();
        if (edit.basedOn().isPresent() && edit.basedOn().getAsLong() != basedOn) {
            throw new RejectedException(Reason.STALE, staleText(edit.basedOn().getAsLong()));
        }
        List<PortPlan> ports = planner.apply(policies.check(policy));
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("basedOn", basedOn).put("timeMs", wallMs.getAsLong()).put("who", edit.who());
        entry.put("state", Plan.State.OPEN.name()).set("policy", policy.deepCopy());
        JsonNode running = policies.document().orElse(null);
        entry.set(
                "differences",
                ChangeJson.DIFFERENCE.writeAll(
                        Difference.between(running, PolicyFormat.present(policy))));
        synchronized (this) {
            if (before == null) {
                before = new Guard(look);
            }
            looksBefore = 0;
            before.lookBefore();
        }
        long number = store.add(any -> entry);
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        detail.set(PORTS, PlannedPort.SHAPE.writeAll(ports));
        details.addAs(number, detail);
        return Plan.of(number, entry).with(detail.path(PORTS));
    }

    @Override
    public List<Plan> plans() {
        List<Plan> plans = new ArrayList<>();
        store.numbers().forEach(number -> summary(number).ifPresent(plans::add));
        return plans;
    }

    @Override
    public Optional<Plan> plan(long number) {
        return summary(number)
                .map(
                        plan -> {
                            ObjectNode detail = detail(number);
                            return plan.with(detail.path(PORTS))
                                    .withSimulation(detail.path(SIMULATION));
                        });
    }

    private ObjectNode detail(long number) {
        return details.get(number)
                .orElseGet(
                        () -> {
                            ObjectNode none = JsonNodeFactory.instance.objectNode();
                            none.putArray(PORTS);
                            return none;
                        });
    }

    @Override
    public Plan simulated(long number, ObjectNode result) {
        Plan plan = plan(number).orElseThrow(() -> unknown(number));
        Simulation.check(result, plan.ports());
        boolean isAttached =
                details.change(
                        number,
                        detail -> {
                            detail.set(SIMULATION, result.deepCopy());
                            return detail;
                        });
        if (!isAttached) {
            throw unknown(number);
        }
        return plan.withSimulation(result);
    }

    private static RejectedException unknown(long number) {
        return new RejectedException(Reason.UNKNOWN, "plan: there is no plan " + number);
    }

    /** A plan without its ports, which are many in a large network. */
    private Optional<Plan> summary(long number) {
        return store.get(number).map(entry -> Plan.of(number, entry));
    }

    @Override
    public synchronized Plan apply(long number, int guardSeconds, Edit edit) {
        Plan plan = toApply(number, guardSeconds, edit);
        Map<String, MissCount> counted = countedBefore(plan);
        announcements.announce(plan, guardSeconds, counted, edit);
        // Of two nodes that apply plans of one version, the store of versions lets one.
        long version = policies.replace(plan.policy(), edit.of(plan.basedOn()));
        before = null;
        canary = null;
        Plan applied = begin(plan.appliedAs(version), guardSeconds, counted);
        store.change(number, present -> applied.stored());
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
        Plan applied = begin(plan.in(begun), guardSeconds, countedBefore(plan));
        if (!storeFrom(plan.state(), applied)) {
            throw new RejectedException(
                    Reason.UNAVAILABLE, "plan " + number + " was changed meanwhile: read it again");
        }
        before = null;
        follow(applied);
        return plan(number).orElse(applied);
    }

    @Override
    public synchronized Plan endCanary(long number, Edit edit) {
        Plan plan = summary(number).orElseThrow(() -> unknown(number));
        if (edit.basedOn().isPresent() && edit.basedOn().getAsLong() != plan.basedOn()) {
            throw new RejectedException(Reason.STALE, staleText(plan.basedOn()));
        }
        Plan ended =
                plan.in(
                        Plan.State.ROLLED_BACK,
                        "canary rolled back by " + edit.who() + " (" + edit.via() + ")");
        if (plan.state() != Plan.State.CANARY || !storeFrom(Plan.State.CANARY, ended)) {
            throw new RejectedException(
                    Reason.UNAVAILABLE,
                    "plan " + number + " is " + plan.state().word() + ", no canary");
        }
        guard = null;
        watched = null;
        follow(null);
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
        Plan plan = summary(number).orElseThrow(() -> unknown(number));
        if (plan.state() != Plan.State.OPEN && plan.state() != Plan.State.CANARY) {
            throw new RejectedException(
                    Reason.UNAVAILABLE,
                    "plan " + number + " is " + plan.state().word() + ": make another one");
        }
        plans().stream()
                .filter(other -> other.number() != number)
                .filter(other -> other.isGuarded() || other.state() == Plan.State.CANARY)
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

    /** Periods without the plan's policy: before it was made, or before its canary began. */
    private Map<String, MissCount> countedBefore(Plan plan) {
        if (plan.state() == Plan.State.CANARY) {
            return Announcements.counted(plan);
        }
        return before == null ? Map.of() : before.before();
    }

    /** A plan that comes into force, with its guard and what that has counted before. */
    private Plan begin(Plan plan, int guardSeconds, Map<String, MissCount> counted) {
        ObjectNode stored = plan.stored();
        Announcements.put(stored, counted);
        Plan begun = Plan.of(plan.number(), stored);
        guard = null;
        watched = null;
        if (guardSeconds > 0) {
            begun = begun.guardedUntil(wallMs.getAsLong() + guardSeconds * 1000L);
            if (isGuardian.getAsBoolean()) {
                watch(begun, counted);
            }
        }
        return begun;
    }

    /** Stores a plan, unless it was changed meanwhile. */
    private boolean storeFrom(Plan.State state, Plan next) {
        return store.change(
                next.number(),
                present -> Plan.of(next.number(), present).state() == state ? next.stored() : null);
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
        summary(number)
                .filter(plan -> plan.isGuarded() || plan.state() == Plan.State.CANARY)
                .ifPresent(
                        plan -> {
                            throw new RejectedException(
                                    Reason.UNAVAILABLE, "plan " + number + busy(plan));
                        });
        store.remove(number);
        details.remove(number);
    }

    /** Follows the plans of all nodes. A canary from before is in force when this returns. */
    public synchronized void start() {
        store.follow(() -> mustLook.set(true));
        mustLook.set(true);
        try {
            followCanary(settled());
        } catch (RejectedException e) {
            LOG.warn("not known yet whether a plan is in force at some ports: {}", e.getMessage());
        }
    }

    /** All plans, each with the state that its application has led to. */
    private List<Plan> settled() {
        List<Plan> plans = plans();
        boolean isCompleted = false;
        for (Plan plan : plans) {
            Announcements.Outcome outcome = announcements.settle(plan);
            isCompleted |= outcome == Announcements.Outcome.COMPLETED;
            if (outcome == Announcements.Outcome.UNKNOWN) {
                mustLook.set(true);
            }
        }
        return isCompleted ? plans() : plans;
    }

    private void followCanary(List<Plan> plans) {
        follow(
                plans.stream()
                        .filter(plan -> plan.state() == Plan.State.CANARY)
                        .findFirst()
                        .orElse(null));
    }

    /** Puts a canary in force, of another node or from before, or ends the one that was. */
    private void follow(Plan plan) {
        boolean isSame =
                plan == null
                        ? canary == null
                        : canary != null
                                && canary.number() == plan.number()
                                && canary.canary()
                                        .orElseThrow()
                                        .ports()
                                        .equals(plan.canary().orElseThrow().ports());
        canary = plan;
        if (!isSame) {
            policies.setCanary(plan);
        }
    }

    /**
     * Takes up the guard of a plan that was being watched when the application ended, or that
     * another node has applied.
     */
    private void followGuarded(List<Plan> plans) {
        Plan guarded = plans.stream().filter(Plan::isGuarded).findFirst().orElse(null);
        if (guarded == null) {
            guard = null;
            watched = null;
        } else if (watched == null
                || watched.number() != guarded.number()
                || watched.state() != guarded.state()
                || !watched.guardedUntilMs().equals(guarded.guardedUntilMs())) {
            watch(guarded, Announcements.counted(guarded));
        }
    }

    private void watch(Plan plan, Map<String, MissCount> counted) {
        watched = plan;
        guard = new Guard(look);
        guard.begin(counted);
    }

    /** Looks at the last period of all classes, where a plan is open or watched. */
    public synchronized void tick() {
        if (before != null) {
            if (++looksBefore > MOST_LOOKS_BEFORE) {
                before = null;
            } else {
                before.lookBefore();
            }
        }
        guardOrNot();
        endOvertakenCanary();
        if (guard == null) {
            return;
        }
        boolean isCanary = watched.state() == Plan.State.CANARY;
        long expected = isCanary ? watched.basedOn() : watched.appliedAs().orElse(0);
        if (policies.version() != expected) {
            end(overtaken(watched, expected));
            return;
        }
        Optional<String> harm = guard.lookAfter();
        if (harm.isPresent()) {
            takeBack(harm.get());
        } else if (wallMs.getAsLong() >= watched.guardedUntilMs().orElse(0)) {
            end(
                    isCanary
                            ? watched.unwatched("kept by the guard at the canary's ports")
                            : watched.in(Plan.State.APPLIED, "kept by the guard"));
        }
    }

    /**
     * A watched plan after another policy has come into force: the guard's own, or an operator's.
     */
    private Plan overtaken(Plan plan, long version) {
        String takenBack = takenBackText(plan);
        return policies.history()
                .version(version + 1)
                .map(VersionStep::version)
                .filter(next -> next.via().equals(GUARD) && next.what().startsWith(takenBack))
                .map(next -> next.what().substring(takenBack.length()))
                .map(harm -> plan.in(Plan.State.ROLLED_BACK, harm))
                .orElseGet(
                        () ->
                                plan.in(
                                        Plan.State.APPLIED,
                                        "guard ended early: another policy came into force"));
    }

    private static String takenBackText(Plan plan) {
        return "plan " + plan.number() + " taken back: ";
    }

    /** Another policy has come into force, by ONOS's network configuration or on another node. */
    private void endOvertakenCanary() {
        long version = policies.version();
        if (canary == null || version == 0 || version == canary.basedOn()) {
            return;
        }
        LOG.warn("plan {} is no canary any more: version {} runs", canary.number(), version);
        if (isGuardian.getAsBoolean() && !isCompleted(canary.number())) {
            end(
                    canary.in(
                            Plan.State.ROLLED_BACK,
                            "canary ended: version " + version + " came into force"));
        }
        follow(null);
    }

    private boolean isCompleted(long number) {
        return summary(number)
                .filter(plan -> announcements.settle(plan) == Announcements.Outcome.COMPLETED)
                .isPresent();
    }

    private void guardOrNot() {
        boolean guards = isGuardian.getAsBoolean();
        if (!guards) {
            guard = null;
            watched = null;
        }
        if (mustLook.getAndSet(false) || guards && !wasGuardian) {
            try {
                List<Plan> plans = guards ? settled() : plans();
                followCanary(plans);
                if (guards) {
                    followGuarded(plans);
                }
            } catch (RejectedException e) {
                mustLook.set(true);
                throw e;
            }
        }
        wasGuardian = guards;
    }

    private void takeBack(String harm) {
        LOG.warn("plan {} is taken back: {}", watched.number(), harm);
        if (watched.state() == Plan.State.CANARY) {
            Plan ended = watched.in(Plan.State.ROLLED_BACK, harm);
            follow(null);
            end(ended);
            return;
        }
        try {
            policies.rollBack(
                    watched.basedOn(),
                    Edit.by("weir", GUARD, takenBackText(watched) + harm).of(policies.version()));
            end(watched.in(Plan.State.ROLLED_BACK, harm));
        } catch (RejectedException e) {
            LOG.error("plan {} could not be taken back: {}", watched.number(), e.getMessage());
            end(
                    watched.in(
                            Plan.State.APPLIED,
                            "could not be taken back (" + e.getMessage() + "): " + harm));
        }
    }

    /** Ends the watch with a plan's last state. */
    private void end(Plan ended) {
        guard = null;
        watched = null;
        try {
            Plan.State from =
                    ended.canary().isPresent() && ended.appliedAs().isEmpty()
                            ? Plan.State.CANARY
                            : Plan.State.GUARDED;
            storeFrom(from, ended);
        } catch (RejectedException e) {
            LOG.error("the end of plan {} is not stored: {}", ended.number(), e.getMessage());
        }
    }
}
