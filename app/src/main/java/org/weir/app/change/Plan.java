// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A policy that is not in force, with what the model says of it for the loads of the moment at
 * which the plan was made. Immutable: a change of its state makes another object.
 */
public final class Plan {

    /** State of a plan. */
    public enum State {
        /** Made, not applied. */
        OPEN,
        /** In force at some ports only. */
        CANARY,
        /** In force, and watched by the guard. */
        GUARDED,
        /** Came into force; nobody takes it back. */
        APPLIED,
        /** Was in force. The guard put the version before in force again, or a canary was ended. */
        ROLLED_BACK;

        /** The state as JSON has it, such as {@code rolled-back}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final String STATE = "state";
    private static final String NOTE = "note";
    private static final String NOT_PLANNED = "portsNotPlanned";
    private static final String GUARDED_UNTIL = "guardedUntilMs";
    private static final String GUARD_SECONDS = "guardSeconds";
    private static final String CANARY = "canary";

    private static final long MS_PER_SECOND = 1000;

    /** True while the guard watches a canary. */
    private static final String WATCHED = "canaryWatched";

    private final long number;
    private final ObjectNode stored;

    private Plan(long number, ObjectNode stored) {
        this.number = number;
        this.stored = stored;
    }

    /**
     * A plan as it is stored.
     *
     * @param number its number
     * @param stored the form of {@link #stored}; not copied
     */
    public static Plan of(long number, ObjectNode stored) {
        return new Plan(number, stored);
    }

    /** The plan in the form in which it is stored, without its number; a copy. */
    public ObjectNode stored() {
        return stored.deepCopy();
    }

    /** Number, from 1. */
    public long number() {
        return number;
    }

    /** The version of the policy that ran when the plan was made. */
    public long basedOn() {
        return stored.path("basedOn").asLong();
    }

    /** Wall-clock time at which it was made, ms since 1970. */
    public long timeMs() {
        return stored.path("timeMs").asLong();
    }

    /** User who made it. */
    public String who() {
        return stored.path("who").asText();
    }

    /** Its state. */
    public State state() {
        return State.valueOf(stored.path(STATE).asText());
    }

    /** Text on the state, such as the reason for which the guard took it back; empty if none. */
    public String note() {
        return stored.path(NOTE).asText("");
    }

    /** The version that it became; empty while it is open. */
    public OptionalLong appliedAs() {
        JsonNode version = stored.path("appliedAs");
        return version.isNumber() ? OptionalLong.of(version.asLong()) : OptionalLong.empty();
    }

    /** End of the guard's watch, wall-clock time in ms since 1970; empty without a guard. */
    public OptionalLong guardedUntilMs() {
        JsonNode time = stored.path(GUARDED_UNTIL);
        return time.isNumber() ? OptionalLong.of(time.asLong()) : OptionalLong.empty();
    }

    /** Time of the guard's watch, s; empty without a guard, and of a former version of Weir. */
    public OptionalLong guardSeconds() {
        JsonNode time = stored.path(GUARD_SECONDS);
        return time.isNumber() ? OptionalLong.of(time.asLong()) : OptionalLong.empty();
    }

    /** The ports at which it is, or was, in force first; empty without a canary. */
    public Optional<Canary> canary() {
        return Optional.of(stored.path(CANARY)).filter(JsonNode::isObject).map(Canary::of);
    }

    /** True while the guard watches it. */
    public boolean isGuarded() {
        return state() == State.GUARDED
                || state() == State.CANARY && stored.path(WATCHED).asBoolean();
    }

    /** True for a canary and under guard: it is not decided yet that the plan stays in force. */
    public boolean isUndecided() {
        return state() == State.GUARDED || state() == State.CANARY;
    }

    /** The planned policy. */
    public ObjectNode policy() {
        return (ObjectNode) stored.path("policy").deepCopy();
    }

    /** Fields in which it differs from the policy that ran. */
    public JsonNode differences() {
        return stored.path("differences");
    }

    /** Ports as they would be; a missing node if the plan was read without them. */
    public JsonNode ports() {
        return stored.path("ports");
    }

    /**
     * Ports under control of other nodes of the cluster, which the plan does not judge; 0 in a plan
     * of a former version of Weir.
     */
    public long portsNotPlanned() {
        return stored.path(NOT_PLANNED).asLong();
    }

    /** Result of a simulation; empty if the plan was not simulated, or was read without it. */
    public Optional<JsonNode> simulation() {
        return Optional.of(stored.path("simulation")).filter(JsonNode::isObject);
    }

    /** The plan with its ports. */
    public Plan with(JsonNode ports) {
        ObjectNode whole = stored.deepCopy();
        whole.set("ports", ports);
        return new Plan(number, whole);
    }

    /** The plan with the result of a simulation; a missing node for none. */
    public Plan withSimulation(JsonNode result) {
        ObjectNode whole = stored.deepCopy();
        whole.set("simulation", result.isObject() ? result : null);
        return new Plan(number, whole);
    }

    /** The plan in another state. */
    public Plan in(State state, String note) {
        ObjectNode changed = stored.deepCopy();
        changed.put(STATE, state.name()).put(NOTE, note);
        return new Plan(number, changed);
    }

    /** The plan in force, with the version that it has become. */
    public Plan appliedAs(long version) {
        ObjectNode changed = stored.deepCopy();
        changed.put(STATE, State.APPLIED.name()).put(NOTE, "").put("appliedAs", version);
        changed.remove(List.of(GUARDED_UNTIL, GUARD_SECONDS));
        return new Plan(number, changed);
    }

    /** The plan in force at some ports, with nobody who watches it. */
    public Plan in(Canary canary) {
        ObjectNode changed = stored.deepCopy();
        changed.put(STATE, State.CANARY.name()).put(NOTE, "").put(WATCHED, false);
        changed.remove(List.of(GUARDED_UNTIL, GUARD_SECONDS));
        changed.set(CANARY, canary.stored());
        return new Plan(number, changed);
    }

    /** The canary at the end of its guard, which has kept it. */
    public Plan unwatched(String note) {
        ObjectNode changed = stored.deepCopy();
        changed.put(WATCHED, false).put(NOTE, note);
        return new Plan(number, changed);
    }

    /**
     * The plan under guard from now on; a canary stays one.
     *
     * @param seconds time of the guard's watch, s
     * @param nowMs wall-clock time, ms since 1970
     */
    public Plan guarded(int seconds, long nowMs) {
        ObjectNode changed = stored.deepCopy();
        if (state() == State.CANARY) {
            changed.put(WATCHED, true);
        } else {
            changed.put(STATE, State.GUARDED.name());
        }
        changed.put(GUARDED_UNTIL, nowMs + seconds * MS_PER_SECOND).put(GUARD_SECONDS, seconds);
        return new Plan(number, changed);
    }
}
