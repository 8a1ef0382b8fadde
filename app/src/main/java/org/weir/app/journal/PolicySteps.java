// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.weir.app.WeirService;
import org.weir.app.change.Freeze;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyVersion;
import org.weir.app.event.Event;
import org.weir.app.event.EventKind;

/**
 * Records new versions of the policy, plans that come into force or are taken back, and freezes.
 */
final class PolicySteps implements Observation {

    private final EventJournal journal;
    private final WeirService weir;

    /** True if a plan may have changed since the last look. */
    private final AtomicBoolean mustReadPlans = new AtomicBoolean(true);

    private long version;

    /** Null while it is not known. */
    private Boolean isFrozen;

    private Map<Long, Plan.State> plans = new HashMap<>();

    /**
     * Steps of the policy.
     *
     * @param journal is given the events
     * @param weir has versions, plans and freezes
     */
    PolicySteps(EventJournal journal, WeirService weir) {
        this.journal = journal;
        this.weir = weir;
    }

    /** A plan has changed, on whatever node. */
    void plansChanged() {
        mustReadPlans.set(true);
    }

    @Override
    public void begin() {
        long running = weir.changes().version();
        // If none runs, or it is not known which one, all that are kept are from before.
        version =
                running != 0
                        ? running
                        : weir.changes().versions().stream()
                                .mapToLong(PolicyVersion::version)
                                .max()
                                .orElse(0);
        isFrozen = weir.isFreezeKnown() ? weir.isFrozen() : null;
        plans = states(weir.changes().plans());
    }

    @Override
    public void look() {
        lookAtVersions();
        lookAtFreezes();
        if (mustReadPlans.getAndSet(false)) {
            lookAtPlans();
        }
    }

    private void lookAtVersions() {
        long present = weir.changes().version();
        if (present <= version) {
            return;
        }
        for (PolicyVersion one : weir.changes().versions()) {
            if (one.version() > version && one.version() <= present) {
                journal.record(
                        Event.of(
                                EventKind.POLICY_CHANGED,
                                "policy",
                                "version "
                                        + one.version()
                                        + " by "
                                        + one.who()
                                        + " ("
                                        + one.via()
                                        + "): "
                                        + one.what()));
            }
        }
        version = present;
    }

    private void lookAtFreezes() {
        if (!weir.isFreezeKnown()) {
            return;
        }
        boolean present = weir.isFrozen();
        if (isFrozen == null || present == isFrozen) {
            isFrozen = present;
            return;
        }
        Optional<List<Freeze>> stored = weir.freezes();
        if (stored.isEmpty()) {
            return; // Until the store answers, who has done it is not known.
        }
        List<Freeze> record = stored.get();
        String text = present ? "settings are frozen" : "settings are not frozen any more";
        if (!record.isEmpty()) {
            Freeze last = record.get(record.size() - 1);
            text += " by " + last.who() + " (" + last.via() + ")";
            text += last.what().isEmpty() ? "" : ": " + last.what();
        }
        journal.record(
                Event.of(
                        present ? EventKind.SETTINGS_FROZEN : EventKind.SETTINGS_UNFROZEN,
                        "settings",
                        text));
        isFrozen = present;
    }

    private void lookAtPlans() {
        List<Plan> present;
        try {
            present = weir.changes().plans();
        } catch (RuntimeException e) {
            mustReadPlans.set(true);
            throw e;
        }
        for (Plan plan : present) {
            Plan.State before = plans.getOrDefault(plan.number(), Plan.State.OPEN);
            boolean isGuardOver =
                    before == Plan.State.GUARDED && plan.state() == Plan.State.APPLIED;
            if (plan.state() == before || isGuardOver) {
                continue;
            }
            if (plan.state() == Plan.State.ROLLED_BACK) {
                record(EventKind.PLAN_ROLLED_BACK, plan, "taken back: " + plan.note());
            } else if (plan.state() == Plan.State.CANARY) {
                int ports = plan.canary().orElseThrow().ports().size();
                record(
                        EventKind.PLAN_APPLIED,
                        plan,
                        "in force at " + ports + (ports == 1 ? " port" : " ports") + " first");
            } else {
                record(
                        EventKind.PLAN_APPLIED,
                        plan,
                        "in force as version "
                                + plan.appliedAs().orElse(0)
                                + " of the policy"
                                + (plan.isGuarded() ? ", under guard" : ""));
            }
        }
        plans = states(present);
    }

    private void record(EventKind kind, Plan plan, String text) {
        journal.record(Event.of(kind, "plan " + plan.number(), text));
    }

    private static Map<Long, Plan.State> states(List<Plan> plans) {
        Map<Long, Plan.State> states = new HashMap<>();
        plans.forEach(plan -> states.put(plan.number(), plan.state()));
        return states;
    }
}
