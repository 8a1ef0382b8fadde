// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.RejectedException;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.VersionStep;
import org.weir.app.policy.PolicyManager;
import org.weir.control.PortId;

/**
 * Watch over plans in force: it follows the canary of the cluster, counts missed targets before and
 * after a plan, and takes back a plan under guard that does harm. Not safe for use by several
 * threads.
 */
final class PlanWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PlanWatch.class);
    private static final String GUARD = "guard";
    private static final String KEPT = "kept by the guard";
    private static final String NOT_JUDGED =
            "not judged: the guard saw no period with the plan's settings";
    private static final String AT_CANARY = " at the canary's ports";

    private final PolicyManager policies;
    private final PlanStore store;
    private final Announcements announcements;
    private final Supplier<Map<String, LastPeriod>> look;
    private final Supplier<Set<PortId>> ofOtherNodes;
    private final LongSupplier wallMs;
    private final LongSupplier clockNs;
    private final BooleanSupplier isGuardian;

    /** True if a plan may be under guard that is not watched here. */
    private final AtomicBoolean mustLook = new AtomicBoolean(true);

    private boolean wasGuardian;

    /** Looks at the present policy since a plan was made; null if none was made for it. */
    private Guard before;

    /** Version of the policy at which the looks are; 0 if it was not known. */
    private long lookedAt;

    /** Watches the plan that was applied last; null if nothing is watched. */
    private Guard guard;

    private Plan watched;

    /** The end of a watch that the store has not taken yet; null if there is none. */
    private Plan unstored;

    /** End of the watch by the monotonic clock, ns. */
    private long endNs;

    /** The plan that is in force at some ports; null without one. */
    private Plan canary;

    /**
     * A watch over no plan yet.
     *
     * @param policies the policy and its history
     * @param store the plans
     * @param announcements announced applications
     * @param look the last periods of classes at ports, by a name of the class for messages
     * @param ofOtherNodes ports under control of other nodes
     * @param wallMs wall-clock time, ms since 1970
     * @param clockNs monotonic time, ns
     * @param isGuardian whether this node watches the plans that are under guard
     */
    PlanWatch(
            PolicyManager policies,
            PlanStore store,
            Announcements announcements,
            Supplier<Map<String, LastPeriod>> look,
            Supplier<Set<PortId>> ofOtherNodes,
            LongSupplier wallMs,
            LongSupplier clockNs,
            BooleanSupplier isGuardian) {
        this.policies = policies;
        this.store = store;
        this.announcements = announcements;
        this.look = look;
        this.ofOtherNodes = ofOtherNodes;
        this.wallMs = wallMs;
        this.clockNs = clockNs;
        this.isGuardian = isGuardian;
    }

    /** Counts from now on the periods before a plan that was just made. */
    void planMade() {
        forgetOtherPolicy();
        if (before == null) {
            before = new Guard(look);
            lookedAt = policies.version();
        }
        before.lookBefore();
    }

    /** Forgets counts under another policy, which say nothing about plans for the present one. */
    private void forgetOtherPolicy() {
        long version = policies.version();
        if (version != 0 && version != lookedAt) {
            before = null;
        }
    }

    /** Periods without the plan's policy: before it was made, or before its canary began. */
    Map<String, MissCount> countedBefore(Plan plan) {
        if (plan.state() == Plan.State.CANARY) {
            return Announcements.counted(plan);
        }
        return before == null ? Map.of() : before.before();
    }

    /** A plan that comes into force, with its guard and what that has counted before. */
    Plan begin(Plan plan, int guardSeconds, Map<String, MissCount> counted) {
        ObjectNode stored = plan.stored();
        Announcements.put(stored, counted);
        Plan begun = Plan.of(plan.number(), stored);
        guard = null;
        watched = null;
        unstored = null;
        if (guardSeconds > 0) {
            begun = begun.guarded(guardSeconds, wallMs.getAsLong());
            if (isGuardian.getAsBoolean()) {
                watch(begun, counted);
            }
        }
        return begun;
    }

    /** Ends what went before a plan that is in force at all ports now. */
    void isEverywhere() {
        before = null;
        canary = null;
    }

    /** Puts a plan that is in force at some ports now in force there. */
    void isCanary(Plan plan) {
        before = null;
        follow(plan);
    }

    /** Ends the canary and its guard. */
    void canaryEnded() {
        guard = null;
        watched = null;
        unstored = null;
        follow(null);
    }

    /** Looks at the stored plans with the next {@link #tick}. */
    void plansChanged() {
        mustLook.set(true);
    }

    /** Puts a canary from before in force. */
    void start() {
        mustLook.set(true);
        try {
            followCanary(settled());
        } catch (RejectedException e) {
            LOG.warn("not known yet whether a plan is in force at some ports: {}", e.getMessage());
        }
    }

    /** All plans, each with the state that its application has led to. */
    private List<Plan> settled() {
        List<Plan> plans = store.summaries();
        boolean isCompleted = false;
        for (Plan plan : plans) {
            Announcements.Outcome outcome = announcements.settle(plan);
            isCompleted |= outcome == Announcements.Outcome.COMPLETED;
            if (outcome == Announcements.Outcome.UNKNOWN) {
                mustLook.set(true);
            }
        }
        return isCompleted ? store.summaries() : plans;
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
        long wholeMs =
                TimeUnit.SECONDS.toMillis(plan.guardSeconds().orElse(Plans.MAX_GUARD_SECONDS));
        // The wall clock may step; of a watch that began here it is not asked again.
        long leftMs = plan.guardedUntilMs().orElse(0) - wallMs.getAsLong();
        endNs = clockNs.getAsLong() + TimeUnit.MILLISECONDS.toNanos(Math.min(leftMs, wholeMs));
    }

    /** Looks at the last period of all classes, where a plan is open or watched. */
    void tick() {
        if (unstored != null) {
            store(unstored);
        }
        forgetOtherPolicy();
        if (before != null) {
            before.lookBefore();
        }
        guardOrNot();
        endOvertakenCanary();
        if (guard == null) {
            return;
        }
        boolean isCanary = watched.state() == Plan.State.CANARY;
        long expected = isCanary ? watched.basedOn() : watched.appliedAs().orElse(0);
        long version = policies.version();
        if (version != 0 && version < expected) {
            // The plan's policy is stored, and comes into force when ONOS's store answers.
            return;
        }
        if (version > expected) {
            end(overtaken(watched, expected));
            return;
        }
        Optional<String> harm = guard.lookAfter();
        if (version == 0) {
            // The store does not answer: nothing can be taken back, and no end be stored.
            return;
        }
        if (harm.isPresent()) {
            takeBack(harm.get());
        } else if (clockNs.getAsLong() - endNs >= 0) {
            String note =
                    (guard.hasJudged() ? KEPT : NOT_JUDGED)
                            + (isCanary ? AT_CANARY : "")
                            + notWatched();
            end(isCanary ? watched.unwatched(note) : watched.in(Plan.State.APPLIED, note));
        }
    }

    /**
     * Says how many ports have the plan and are other nodes' at the end of the guard, which does
     * not see them.
     */
    private String notWatched() {
        Set<PortId> others = new HashSet<>(ofOtherNodes.get());
        if (watched.state() == Plan.State.CANARY) {
            others.retainAll(watched.canary().orElseThrow().ports());
        }
        switch (others.size()) {
            case 0:
                return "";
            case 1:
                return "; 1 port of other nodes was not watched";
            default:
                return "; " + others.size() + " ports of other nodes were not watched";
        }
    }

    /**
     * A watched plan after another policy has come into force: the guard's own, or an operator's.
     */
    private Plan overtaken(Plan plan, long version) {
        return takenBack(plan, version)
                .map(harm -> plan.in(Plan.State.ROLLED_BACK, harm))
                .orElseGet(
                        () ->
                                plan.in(
                                        Plan.State.APPLIED,
                                        "guard ended early: another policy came into force"));
    }

    /** The harm for which the guard has stored, after a version, that a plan is taken back. */
    private Optional<String> takenBack(Plan plan, long version) {
        String takenBack = takenBackText(plan);
        return policies.history()
                .version(version + 1)
                .map(VersionStep::version)
                .filter(next -> next.via().equals(GUARD) && next.what().startsWith(takenBack))
                .map(next -> next.what().substring(takenBack.length()));
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
        return store.summary(number)
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
                List<Plan> plans = guards ? settled() : store.summaries();
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

    /** Without an answer of the store, the next tick takes the plan back. */
    private void takeBack(String harm) {
        LOG.warn("plan {} is taken back: {}", watched.number(), harm);
        if (watched.state() == Plan.State.CANARY) {
            Plan ended = watched.in(Plan.State.ROLLED_BACK, harm);
            follow(null);
            end(ended);
            return;
        }
        try {
            long running = policies.version();
            // The store may have kept the new version of an earlier tick, and not said so.
            long last = takenBack(watched, running).isPresent() ? running + 1 : running;
            policies.rollBack(
                    watched.basedOn(),
                    Edit.by("weir", GUARD, takenBackText(watched) + harm).of(last));
            end(watched.in(Plan.State.ROLLED_BACK, harm));
        } catch (RejectedException e) {
            if (e.reason() == RejectedException.Reason.UNANSWERED) {
                LOG.warn("plan {} is not taken back yet: {}", watched.number(), e.getMessage());
                return;
            }
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
        store(ended);
    }

    private void store(Plan ended) {
        unstored = ended;
        try {
            Plan.State from =
                    ended.canary().isPresent() && ended.appliedAs().isEmpty()
                            ? Plan.State.CANARY
                            : Plan.State.GUARDED;
            store.putFrom(from, ended);
            unstored = null;
        } catch (RejectedException e) {
            LOG.error("the end of plan {} is not stored: {}", ended.number(), e.getMessage());
        }
    }
}
