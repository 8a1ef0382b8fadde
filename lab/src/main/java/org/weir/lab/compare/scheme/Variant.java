// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.Arrays;
import java.util.Optional;
import org.weir.reaction.config.ReactionReader;

/** Weir's own scheme with a part of it taken away, or with more knowledge than it can have. */
public enum Variant {
    /** Nothing is changed. */
    WHOLE("", "controller on"),
    /** The controller has an operator's default for every number but times and packet sizes. */
    DEFAULTS("-defaults", "an operator's defaults but times and packet sizes"),
    /** The same with senders of real hosts: the reaction of agents, with its defaults. */
    AGENTS("-agents", "an operator's defaults, and the senders of hosts with agents"),
    /** The same with agents of the kind for flows that last. */
    SHARE_AGENTS(
            "-share-agents",
            "an operator's defaults, and the senders of hosts with agents for flows that last"),
    /** The same with agents of the kind for messages. */
    MESSAGE_AGENTS(
            "-message-agents",
            "an operator's defaults, and the senders of hosts with agents for messages"),
    /** The controller never acts: ports keep the settings for an unknown load. */
    OFF("-off", "controller off: settings for an unknown load"),
    /** Loads are not measured, but settings for an unknown load follow the rates of ports. */
    RATES("-rates", "settings for an unknown load, adapted to each port's rate"),
    /** Ports keep settings solved once for the true mean load of the run. */
    STATIC("-static", "settings solved once, for the run's true mean load"),
    /** Only weights follow the load; thresholds, limits and λ* stay. */
    WEIGHTS("-weights", "only weights follow the load"),
    /** Only thresholds, limits and λ* follow the load; weights stay. */
    THRESHOLDS("-thresholds", "only thresholds, limits and λ* follow the load"),
    /** Switches mark nothing and send no feedback. */
    NO_FEEDBACK("-no-feedback", "no marks, no feedback"),
    /** Ports get what the same solver answers to the true load, at the moment it changes. */
    ORACLE("-oracle", "solved for the true load at the moment it changes"),
    /**
     * Of several settings that never change or that know the load, the ones that keep most
     * class-periods, found by running all of them on the same network with the same seed.
     */
    HINDSIGHT("-hindsight", "the best of several static settings and the oracle, in hindsight"),
    /** No switches: messages share the ports by importance as a fluid. */
    FLUID("-fluid", "messages as a fluid that shares ports by importance");

    private final String suffix;
    private final String title;

    Variant(String suffix, String title) {
        this.suffix = suffix;
        this.title = title;
    }

    /** Part of a name after {@code targets}; empty for the whole. */
    public String suffix() {
        return suffix;
    }

    /** A few words on it. */
    public String title() {
        return title;
    }

    /** Whether settings are put by an {@link Oracle} and never by the control loop. */
    boolean knowsLoad() {
        return this == STATIC || this == ORACLE;
    }

    /** True if the controller's numbers without times and packet sizes are an operator's. */
    boolean hasDefaults() {
        return this == DEFAULTS || hasAgents();
    }

    /** True if senders react as hosts with agents do. */
    boolean hasAgents() {
        return agentsKind().isPresent();
    }

    /** Kind of the agents' reaction; empty without agents. */
    Optional<String> agentsKind() {
        switch (this) {
            case AGENTS:
                return Optional.of(ReactionReader.OF_AGENTS);
            case SHARE_AGENTS:
                return Optional.of(ReactionReader.SHARE);
            case MESSAGE_AGENTS:
                return Optional.of(ReactionReader.MESSAGES);
            default:
                return Optional.empty();
        }
    }

    /** True if the control loop has no rounds after the first. */
    boolean isLoopOff() {
        return this == OFF || this == RATES || knowsLoad();
    }

    static Optional<Variant> ofSuffix(String suffix) {
        return Arrays.stream(values()).filter(one -> one.suffix.equals(suffix)).findFirst();
    }
}
