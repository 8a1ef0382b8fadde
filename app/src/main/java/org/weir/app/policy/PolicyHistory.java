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
import java.util.function.LongSupplier;
import org.weir.app.RejectedException;
import org.weir.app.change.Edit;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.VersionStep;

/** The policies that were in force, oldest first, with who put them there. */
public final class PolicyHistory {
    private final DocumentStore store;
    private final LongSupplier wallMs;

    /** Versions that were read once; guarded by itself. */
    private final Map<Long, PolicyVersion> known = new HashMap<>();

    /**
     * A history.
     *
     * @param store holds it
     * @param wallMs wall-clock time, ms since 1970
     */
    public PolicyHistory(DocumentStore store, LongSupplier wallMs) {
        this.store = store;
        this.wallMs = wallMs;
    }

    /**
     * Adds the policy that is about to be in force.
     *
     * @return its version
     * @throws RejectedException if the edit is of a version that is not the last, on whatever node
     *     of the cluster the last was made
     */
    PolicyVersion add(ObjectNode policy, Edit edit) {
        long timeMs = wallMs.getAsLong();
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.put("timeMs", timeMs).put("who", edit.who()).put("via", edit.via());
        entry.put("what", edit.what()).set("policy", policy);
        long version;
        if (edit.basedOn().isEmpty()) {
            version = store.add(number -> entry);
        } else {
            version = edit.basedOn().getAsLong() + 1;
            if (!store.addAs(version, entry)) {
                throw new RejectedException(
                        RejectedException.Reason.STALE,
                        "version " + version + " of the policy has come in between: read it again");
            }
        }
        return new PolicyVersion(version, timeMs, edit);
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
