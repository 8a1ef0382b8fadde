// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.weir.app.RejectedException;
import org.weir.app.change.Edit;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.VersionStep;

/** The policies that were in force, oldest first, with who put them there. */
public final class PolicyHistory {
    /** Field of a version that is stored and not known to be configured yet. */
    private static final String PENDING = "pending";

    private final DocumentStore store;
    private final LongSupplier wallMs;
    private final BooleanSupplier isAlone;

    /** Versions that were read once; guarded by itself. */
    private final Map<Long, PolicyVersion> known = new HashMap<>();

    /**
     * A history.
     *
     * @param store holds it
     * @param wallMs wall-clock time, ms since 1970
     * @param isAlone whether no other node adds versions
     */
    public PolicyHistory(DocumentStore store, LongSupplier wallMs, BooleanSupplier isAlone) {
        this.isAlone = isAlone;
        this.store = store;
        this.wallMs = wallMs;
    }

    /**
     * Adds the policy that is about to be in force, if no other was added since.
     *
     * @param last the version that was the last when the policy was made of it; 0 if there was none
     * @return its version; empty if there is a later one than {@code last}, on whatever node of the
     *     cluster it was made
     */
    Optional<PolicyVersion> addAfter(long last, ObjectNode policy, Edit edit) {
        long timeMs = wallMs.getAsLong();
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("timeMs", timeMs).put("who", edit.who()).put("via", edit.via());
        entry.put("what", edit.what()).set("policy", policy);
        if (!edit.via().equals(WeirConfig.VIA)) {
            entry.put(PENDING, true);
        }
        return store.addAs(last + 1, entry)
                ? Optional.of(new PolicyVersion(last + 1, timeMs, edit))
                : Optional.empty();
    }

    /**
     * True if a policy that is configured is an earlier version, and the last one has come so
     * lately that the node which made the earlier one may have been slow to configure it.
     *
     * @param last the last version
     * @param document the policy that is configured
     * @param withinMs time for which a node may be slow, ms
     */
    boolean hasOvertaken(VersionStep last, JsonNode document, long withinMs) {
        if (isAlone.getAsBoolean()) {
            return false;
        }
        PolicyVersion next = last.version();
        while (!next.via().equals(WeirConfig.VIA)
                && wallMs.getAsLong() - next.timeMs() < withinMs) {
            Optional<ObjectNode> entry = store.get(next.version() - 1);
            if (entry.isEmpty()) {
                return false;
            }
            if (PolicyManager.isSame(policy(entry.get()), document)) {
                return true;
            }
            next = read(next.version() - 1, entry.get());
        }
        return false;
    }

    /**
     * True if a policy that is configured is the version before the last one, or before several
     * last ones, that ONOS has stored and not configured, because it ended in between.
     *
     * @param last the last version
     * @param document the policy that is configured
     */
    boolean isHalfDone(VersionStep last, JsonNode document) {
        long number = last.version().version();
        Optional<ObjectNode> entry = store.get(number);
        while (entry.isPresent() && entry.get().has(PENDING)) {
            entry = store.get(--number);
            if (entry.isPresent() && PolicyManager.isSame(policy(entry.get()), document)) {
                return true;
            }
        }
        return false;
    }

    /**
     * True if a later version than one is stored and not known to be configured.
     *
     * @param version number of the earlier version
     */
    boolean isPendingAfter(long version) {
        try {
            NavigableSet<Long> numbers = store.numbers();
            return !numbers.isEmpty()
                    && numbers.last() > version
                    && store.get(numbers.last()).filter(entry -> entry.has(PENDING)).isPresent();
        } catch (RejectedException e) {
            // Asked again soon.
            return false;
        }
    }

    /** Notes that a version is configured. */
    void settle(PolicyVersion version) {
        store.change(version.version(), entry -> entry.remove(PENDING) == null ? null : entry);
    }

    /** Takes a version back that did not come into force. */
    void remove(PolicyVersion version) {
        synchronized (known) {
            known.remove(version.version());
        }
        store.remove(version.version());
    }

    /** The policy that was accepted last, with its version; empty before the first. */
    Optional<VersionStep> latest() {
        NavigableSet<Long> numbers = store.numbers();
        return numbers.isEmpty()
                ? Optional.empty()
                : store.get(numbers.last())
                        .map(
                                entry ->
                                        new VersionStep(
                                                read(numbers.last(), entry), null, policy(entry)));
    }

    /** A version with its policy; empty if there is none with this number, or it is not kept. */
    public Optional<VersionStep> version(long number) {
        return store.get(number)
                .map(
                        entry ->
                                new VersionStep(
                                        read(number, entry),
                                        store.get(number - 1)
                                                .map(PolicyHistory::policy)
                                                .orElse(null),
                                        policy(entry)));
    }

    /** All versions that are kept, oldest first. */
    public List<PolicyVersion> versions() {
        List<PolicyVersion> versions = new ArrayList<>();
        NavigableSet<Long> numbers = store.numbers();
        synchronized (known) {
            known.keySet().retainAll(numbers);
            for (long number : numbers) {
                PolicyVersion one = known.get(number);
                if (one == null) {
                    // Versions never change, and a policy may be long.
                    one = store.get(number).map(entry -> read(number, entry)).orElse(null);
                }
                if (one != null) {
                    known.put(number, one);
                    versions.add(one);
                }
            }
        }
        return versions;
    }

    private static ObjectNode policy(JsonNode entry) {
        return (ObjectNode) entry.path("policy");
    }

    private static PolicyVersion read(long number, JsonNode entry) {
        Edit edit =
                Edit.by(
                        entry.path("who").asText(),
                        entry.path("via").asText(),
                        entry.path("what").asText());
        return new PolicyVersion(number, entry.path("timeMs").asLong(), edit);
    }
}
