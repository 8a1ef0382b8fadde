// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.VersionStep;
import org.weir.app.json.ChangeJson;
import org.weir.app.policy.DocumentStore;
import org.weir.app.policy.PolicyManager;
import org.weir.control.loop.PortPlan;
import org.weir.control.policy.Policy;

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
    private static final String SIMULATION = "simulation";
    private static final String COUNTED_BEFORE = "countedBefore";

    private final PolicyManager policies;
    private final DocumentStore store;
    private final DocumentStore details;
    private final Function<Policy, List<PortPlan>> planner;
    private final Supplier<Map<String, Boolean>> look;
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

    /**
     * Plans of the cluster.
     *
     * @param policies the policy and its history
     * @param store keeps the plans
     * @param details keeps the ports of each plan, by its number
     * @param planner solves all ports under a policy with the present loads
     * @param look the classes at ports whose last period can be judged, by a name for messages, and
     *     whether each met its targets
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
            LongSupplier wallMs,
            BooleanSupplier isGuardian) {
        this.isGuardian = isGuardian;
        this.policies = policies;
        this.store = store;
        this.details = details;
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
                "differences", ChangeJson.DIFFERENCE.writeAll(Difference.between(running, policy)));
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
        if (plan.state() != Plan.State.OPEN) {
            throw new RejectedException(
                    Reason.UNAVAILABLE,
                    "plan " + number + " is " + plan.state().word() + ": make another one");
        }
        plans().stream()
                .filter(other -> other.state() == Plan.State.GUARDED)
                .findFirst()
                .ifPresent(
                        other -> {
                            throw new RejectedException(
                                    Reason.UNAVAILABLE,
                                    "plan "
                                            + other.number()
                                            + " is under guard: wait until that is over");
                        });
        boolean isOfAnother =
                edit.basedOn().isPresent() && edit.basedOn().getAsLong() != plan.basedOn();
        if (isOfAnother || plan.basedOn() != policies.version()) {
            throw new RejectedException(Reason.STALE, staleText(plan.basedOn()));
        }
        Map<String, MissCount> counted = before == null ? Map.of() : before.before();
        // Of two nodes that apply plans of one version, the store of versions lets one.
        long version = policies.replace(plan.policy(), edit.of(plan.basedOn()));
        before = null;
        Plan applied = plan.appliedAs(version);
        if (guardSeconds > 0) {
            applied = applied.guardedUntil(wallMs.getAsLong() + guardSeconds * 1000L);
            if (isGuardian.getAsBoolean()) {
                watch(applied, counted);
            }
        }
        ObjectNode stored = applied.stored();
        if (guardSeconds > 0) {
            ObjectNode counts = stored.putObject(COUNTED_BEFORE);
            counted.forEach(
                    (name, one) -> counts.putArray(name).add(one.judged()).add(one.missed()));
        }
        store.change(number, present -> stored);
        return plan(number).orElse(applied);
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
        if (summary(number).filter(plan -> plan.state() == Plan.State.GUARDED).isPresent()) {
            throw new RejectedException(
                    Reason.UNAVAILABLE,
                    "plan " + number + " is under guard: wait until it is over");
        }
        store.remove(number);
        details.remove(number);
    }

    /** Follows the plans of all nodes. */
    public void start() {
        store.follow(() -> mustLook.set(true));
        mustLook.set(true);
    }

    /**
     * Takes up the guard of a plan that was being watched when the application ended, or that
     * another node has applied.
     */
    private void lookForGuarded() {
        for (Plan plan : plans()) {
            if (plan.state() == Plan.State.GUARDED && watched == null) {
                Map<String, MissCount> counted = new HashMap<>();
                plan.stored()
                        .path(COUNTED_BEFORE)
                        .fields()
                        .forEachRemaining(
                                one ->
                                        counted.put(
                                                one.getKey(),
                                                new MissCount(
                                                        one.getValue().path(0).asInt(),
                                                        one.getValue().path(1).asInt())));
                watch(plan, counted);
            }
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
        if (guard == null) {
            return;
        }
        if (policies.version() != watched.appliedAs().orElse(0)) {
            end(Plan.State.APPLIED, "guard ended early: another policy came into force");
            return;
        }
        Optional<String> harm = guard.lookAfter();
        if (harm.isPresent()) {
            takeBack(harm.get());
        } else if (wallMs.getAsLong() >= watched.guardedUntilMs().orElse(0)) {
            end(Plan.State.APPLIED, "kept by the guard");
        }
    }

    private void guardOrNot() {
        boolean guards = isGuardian.getAsBoolean();
        if (!guards) {
            guard = null;
            watched = null;
        } else if (mustLook.getAndSet(false) || !wasGuardian) {
            try {
                lookForGuarded();
            } catch (RejectedException e) {
                mustLook.set(true);
                throw e;
            }
        }
        wasGuardian = guards;
    }

    private void takeBack(String harm) {
        LOG.warn("plan {} is taken back: {}", watched.number(), harm);
        try {
            policies.rollBack(
                    watched.basedOn(),
                    Edit.by("weir", "guard", "plan " + watched.number() + " taken back: " + harm)
                            .of(policies.version()));
            end(Plan.State.ROLLED_BACK, harm);
        } catch (RejectedException e) {
            LOG.error("plan {} could not be taken back: {}", watched.number(), e.getMessage());
            end(Plan.State.APPLIED, "could not be taken back (" + e.getMessage() + "): " + harm);
        }
    }

    private void end(Plan.State state, String note) {
        Plan ended = watched.in(state, note);
        guard = null;
        watched = null;
        try {
            store.change(
                    ended.number(),
                    present ->
                            Plan.of(ended.number(), present).state() == Plan.State.GUARDED
                                    ? ended.stored()
                                    : null);
        } catch (RejectedException e) {
            LOG.error("the end of plan {} is not stored: {}", ended.number(), e.getMessage());
        }
    }
}
