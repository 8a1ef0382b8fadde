// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.VersionStep;
import org.weir.app.policy.DocumentStore;
import org.weir.app.policy.PolicyHistory;
import org.weir.control.policy.PolicyFormat;

/**
 * Announcements of applications. The policy's new version and the plan's new state are two writes
 * to ONOS's store, and ONOS may end in between. So a plan first notes that it is being applied, by
 * whom, and with which guard. A node that reads the note later finds out what became of it.
 */
final class Announcements {
    /** The outcome of an application. */
    enum Outcome {
        /** There was none, or its state is stored. */
        DONE,
        /** The version was stored and the plan's state was not; it is now. */
        COMPLETED,
        /** There is no version yet: the node that applies the plan may still store it. */
        UNKNOWN
    }

    /** Longest time between an announcement and its version, ms: many times the store's own. */
    static final long PATIENCE_MS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);
    private static final String APPLYING = "applying";
    private static final String GUARD_SECONDS = "guardSeconds";
    private static final String TIME = "timeMs";
    private static final String WHO = "who";
    private static final String VIA = "via";
    private static final String WHAT = "what";
    private static final String COUNTED_BEFORE = "countedBefore";

    private final DocumentStore store;
    private final PolicyHistory history;
    private final LongSupplier wallMs;

    /**
     * Announcements.
     *
     * @param store keeps the plans
     * @param history has the versions that plans become
     * @param wallMs wall-clock time, ms since 1970
     */
    Announcements(DocumentStore store, PolicyHistory history, LongSupplier wallMs) {
        this.store = store;
        this.history = history;
        this.wallMs = wallMs;
    }

    /**
     * Notes that a plan is about to come into force at all ports.
     *
     * @param plan the plan
     * @param guardSeconds time of its guard; 0 for none
     * @param counted periods before the plan, for its guard
     * @param edit author of the version
     */
    void announce(Plan plan, int guardSeconds, Map<String, MissCount> counted, Edit edit) {
        store.change(
                plan.number(),
                present -> {
                    put(present, counted);
                    present.putObject(APPLYING)
                            .put(GUARD_SECONDS, guardSeconds)
                            .put(TIME, wallMs.getAsLong())
                            .put(WHO, edit.who())
                            .put(VIA, edit.via())
                            .put(WHAT, edit.what());
                    return present;
                });
    }

    /** Stores the state of a plan whose application was announced, if its version is stored. */
    Outcome settle(Plan plan) {
        JsonNode note = plan.stored().path(APPLYING);
        if (!note.isObject()) {
            return Outcome.DONE;
        }
        Optional<VersionStep> next = history.version(plan.basedOn() + 1);
        if (next.isPresent() && isOf(next.get(), plan, note)) {
            complete(plan, next.get().version().version(), note.path(GUARD_SECONDS).asInt());
            return Outcome.COMPLETED;
        }
        long ageMs = wallMs.getAsLong() - note.path(TIME).asLong();
        if (next.isEmpty() && ageMs < PATIENCE_MS) {
            return Outcome.UNKNOWN;
        }
        store.change(
                plan.number(),
                present -> {
                    boolean isSame = present.path(APPLYING).equals(note);
                    present.remove(APPLYING);
                    return isSame ? present : null;
                });
        return Outcome.DONE;
    }

    private void complete(Plan plan, long version, int guardSeconds) {
        Plan applied = plan.appliedAs(version);
        if (guardSeconds > 0) {
            applied = applied.guarded(guardSeconds, wallMs.getAsLong());
        }
        ObjectNode stored = applied.stored();
        stored.remove(APPLYING);
        boolean isStored =
                store.change(plan.number(), present -> present.has(APPLYING) ? stored : null);
        if (isStored) {
            LOG.info(
                    "plan {} is {} as version {}: ONOS ended before it had stored that",
                    plan.number(),
                    applied.state().word(),
                    version);
        }
    }

    /** True if a version is the one that the author of an announcement has made of the plan. */
    private static boolean isOf(VersionStep step, Plan plan, JsonNode note) {
        PolicyVersion version = step.version();
        return version.who().equals(note.path(WHO).asText())
                && version.via().equals(note.path(VIA).asText())
                && version.what().equals(note.path(WHAT).asText())
                && Difference.between(step.policy(), PolicyFormat.present(plan.policy())).isEmpty();
    }

    /** Periods without a plan's policy, as they were stored with it. */
    static Map<String, MissCount> counted(Plan plan) {
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
        return counted;
    }

    /** Puts such periods into a plan that is about to be stored. */
    static void put(ObjectNode stored, Map<String, MissCount> counted) {
        ObjectNode counts = stored.putObject(COUNTED_BEFORE);
        counted.forEach((name, one) -> counts.putArray(name).add(one.judged()).add(one.missed()));
    }
}
