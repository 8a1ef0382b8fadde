// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A change of a class. Only what is set is changed; a target set to empty is withdrawn. Whether the
 * values are allowed is decided by the policy's own rules when the change is applied.
 */
public final class ClassChange {

    /** The targets a change may set, by their field name in the policy. */
    public enum Target {
        /** Mean queueing delay, ms. */
        DELAY_MS("delayMs"),
        /** 99th percentile of the queueing delay, ms. */
        P99_DELAY_MS("p99DelayMs"),
        /** Standard deviation of the queueing delay, ms. */
        JITTER_MS("jitterMs"),
        /** Dropped share of the packets that arrive, 0..1. */
        LOSS_FRACTION("lossFraction"),
        /** Rate served whenever it is offered, bit/s. */
        MIN_RATE_BPS("minRateBps"),
        /** Rate the class is kept to, bit/s. */
        MAX_RATE_BPS("maxRateBps");

        private final String field;

        Target(String field) {
            this.field = field;
        }

        /** Name of the field in the policy's JSON. */
        public String field() {
            return field;
        }

        /**
         * The target of a field name.
         *
         * @param field name of the field in the policy's JSON
         * @return the target, or empty when no target has that name
         */
        public static Optional<Target> ofField(String field) {
            for (Target target : values()) {
                if (target.field.equals(field)) {
                    return Optional.of(target);
                }
            }
            return Optional.empty();
        }
    }

    private final OptionalDouble importance;
    private final Map<Target, OptionalDouble> targets;

    private ClassChange(OptionalDouble importance, Map<Target, OptionalDouble> targets) {
        this.importance = importance;
        this.targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
    }

    /** A change that changes nothing. */
    public static ClassChange none() {
        return new ClassChange(OptionalDouble.empty(), Map.of());
    }

    /**
     * This change, and the importance.
     *
     * @param newImportance relative importance
     * @return the longer change
     */
    public ClassChange withImportance(double newImportance) {
        return new ClassChange(OptionalDouble.of(newImportance), targets);
    }

    /**
     * This change, and one target.
     *
     * @param target the target to change
     * @param value its value in the target's unit; empty withdraws the target
     * @return the longer change
     */
    public ClassChange withTarget(Target target, OptionalDouble value) {
        Map<Target, OptionalDouble> more = new LinkedHashMap<>(targets);
        more.put(target, value);
        return new ClassChange(importance, more);
    }

    /** The new importance, if it changes. */
    public OptionalDouble importance() {
        return importance;
    }

    /** The targets that change; an empty value withdraws the target. */
    public Map<Target, OptionalDouble> targets() {
        return targets;
    }

    /**
     * A policy with this change.
     *
     * @param policy the policy's JSON, which stays as it is
     * @param name the class
     * @throws RejectedException if the policy has no such class
     */
    public ObjectNode in(ObjectNode policy, String name) {
        ObjectNode changed = policy.deepCopy();
        for (JsonNode one : changed.path("classes")) {
            if (one.path("name").asText().equals(name)) {
                apply((ObjectNode) one);
                return changed;
            }
        }
        throw new RejectedException(
                RejectedException.Reason.UNKNOWN, name + ": no class of this name");
    }

    private void apply(ObjectNode policyClass) {
        importance.ifPresent(value -> policyClass.put("importance", value));
        if (targets.isEmpty()) {
            return;
        }
        ObjectNode wanted =
                policyClass.path("targets").isObject()
                        ? (ObjectNode) policyClass.get("targets")
                        : policyClass.putObject("targets");
        targets.forEach(
                (target, value) -> {
                    if (value.isPresent()) {
                        wanted.put(target.field(), value.getAsDouble());
                    } else {
                        wanted.remove(target.field());
                    }
                });
    }

    /** Whether nothing is changed. */
    public boolean isEmpty() {
        return importance.isEmpty() && targets.isEmpty();
    }
}
