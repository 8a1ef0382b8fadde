// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.weir.control.policy.JsonField;
import org.weir.control.tuning.Tunable;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.reaction.Reaction;
import org.weir.reaction.ReactionTunable;
import org.weir.reaction.config.ReactionReader;

/**
 * A scheme with its parameters as one row of a comparison.
 *
 * @param label as on the command line
 * @param scheme of switches and senders
 * @param variant of Weir's own; {@link Variant#WHOLE} of all others
 * @param base rule of its parameters
 * @param factors by which a search multiplied parameters, by name
 * @param settings values given by hand, by name, which take precedence
 * @param targetFactor by which the solver's delay targets are multiplied; 1 but for candidates of
 *     {@link #hindsight}, whose class-periods are judged by the targets as they are
 */
public record SchemeChoice(
        String label,
        Scheme scheme,
        Variant variant,
        ParameterBase base,
        Map<String, Double> factors,
        Map<String, Double> settings,
        double targetFactor) {
    /** An hour, longer than any run. */
    private static final double NEVER_MS = 3_600_000;

    private static final List<Double> STATIC_TARGET_FACTORS = List.of(1.0, 0.5, 0.125, 2.0);

    private static final String OWN = "targets";
    private static final String OWN_DCTCP = "targets-dctcp";

    /** Names of Weir's own schemes, by what their variants begin with. */
    private static final Map<String, String> OWN_NAMES =
            Map.of(OWN, SchemeNames.PMQECN_TARGETS, OWN_DCTCP, SchemeNames.TARGETS_DCTCP);

    /** Units of numbers that follow from the network in {@link Variant#DEFAULTS}. */
    private static final Set<String> NETWORK_UNITS = Set.of("ms", "bytes");

    private static final String REACTION = "reaction";

    private static final String SCALED = "scaled";
    private static final String TUNED = "tuned";

    /** Copies the maps. */
    public SchemeChoice {
        factors = Map.copyOf(factors);
        settings = Map.copyOf(settings);
    }

    /**
     * Reads {@code NAME[@scaled|@tuned][:parameter=value]…}.
     *
     * @param tuned factors by name of a scheme, as a search found them
     * @throws IllegalArgumentException naming what is wrong
     */
    public static SchemeChoice read(String text, Map<String, Map<String, Double>> tuned) {
        String[] words = text.split(":");
        String[] nameAndBase = words[0].split("@", 2);
        String name = nameAndBase[0];
        Variant variant = Variant.WHOLE;
        String own = name.startsWith(OWN_DCTCP) ? OWN_DCTCP : OWN;
        if (name.startsWith(own)) {
            variant =
                    Variant.ofSuffix(name.substring(own.length()))
                            .filter(one -> !one.hasAgents() || own.equals(OWN))
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    "no scheme is named \"" + name + "\""));
        }
        Scheme scheme = Schemes.named(name.startsWith(own) ? OWN_NAMES.get(own) : name);
        ParameterBase base = ParameterBase.PUBLISHED;
        Map<String, Double> factors = Map.of();
        if (nameAndBase.length == 2) {
            base = ParameterBase.SCALED;
            if (nameAndBase[1].equals(TUNED)) {
                factors = tuned.get(scheme.name());
                if (factors == null) {
                    throw new IllegalArgumentException(
                            text + ": --tuned has no values for " + scheme.name());
                }
            } else if (!nameAndBase[1].equals(SCALED)) {
                throw new IllegalArgumentException(
                        text + ": after @ must be scaled or tuned, not " + nameAndBase[1]);
            }
        }
        return new SchemeChoice(
                text, scheme, variant, base, factors, settings(text, words, scheme), 1);
    }

    /**
     * True if a label is of a scheme that knows the load ({@link Variant#ORACLE}), that was chosen
     * after its runs ({@link Variant#HINDSIGHT}), or that no switch can be ({@link Variant#FLUID}).
     *
     * @param label as {@link #read} takes it, of any scheme
     */
    public static boolean isOracle(String label) {
        String name = label.split("[@:]", 2)[0];
        return OWN_NAMES.keySet().stream()
                .anyMatch(
                        own ->
                                name.equals(own + Variant.ORACLE.suffix())
                                        || name.equals(own + Variant.HINDSIGHT.suffix())
                                        || name.equals(own + Variant.FLUID.suffix()));
    }

    private static Map<String, Double> settings(String text, String[] words, Scheme scheme) {
        Set<String> known = new HashSet<>();
        scheme.parameters().forEach(one -> known.add(one.name()));
        Map<String, Double> settings = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            if (pair.length != 2 || !known.contains(pair[0])) {
                throw new IllegalArgumentException(
                        text + ": " + pair[0] + " is no parameter of " + scheme.name());
            }
            try {
                settings.put(pair[0], Double.valueOf(pair[1]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        text + ": " + pair[0] + " must be a number, not " + pair[1], e);
            }
        }
        return settings;
    }

    /** The same scheme with factors of a search. */
    public SchemeChoice withFactors(String otherLabel, Map<String, Double> others) {
        return new SchemeChoice(
                otherLabel, scheme, variant, ParameterBase.SCALED, others, settings, targetFactor);
    }

    /**
     * Candidates of {@link Variant#HINDSIGHT}: the oracle, the settings for an unknown load, and
     * settings solved once for the true mean load with the targets, an eighth to twice of them.
     */
    public List<SchemeChoice> hindsight() {
        List<SchemeChoice> candidates = new ArrayList<>();
        candidates.add(like(Variant.ORACLE, 1));
        candidates.add(like(Variant.OFF, 1));
        for (double factor : STATIC_TARGET_FACTORS) {
            candidates.add(like(Variant.STATIC, factor));
        }
        return candidates;
    }

    private SchemeChoice like(Variant other, double factor) {
        return new SchemeChoice(label, scheme, other, base, factors, settings, factor);
    }

    /** Defaults of the controller's numbers that have neither a time nor a packet size. */
    private static Map<String, Double> operatorsDefaults(Values values) {
        Map<String, Double> defaults = new HashMap<>();
        for (Tunable one : Tunable.all()) {
            boolean isDeclared =
                    values.declared().stream().anyMatch(p -> p.name().equals(one.fieldName()));
            if (isDeclared && !NETWORK_UNITS.contains(one.unit())) {
                defaults.put(one.fieldName(), one.defaultValue());
            }
        }
        return defaults;
    }

    /** Importance of each class on a network; only Weir's own schemes have it. */
    public double[] importance(ComparedNetwork network) {
        Values values = values(network);
        return ParameterBase.IMPORTANCE.stream().mapToDouble(values::get).toArray();
    }

    /**
     * Reaction of the senders of messages; empty for senders at their line's rate.
     *
     * @param lineBps rate of a host's line
     */
    public Optional<Reaction> reaction(Values values, long lineBps) {
        if (!variant.hasAgents()) {
            return scheme.reaction(values);
        }
        return Optional.of(new AgentStart(startBps -> agentsReaction(startBps, lineBps)));
    }

    private Reaction agentsReaction(double startBps, long lineBps) {
        ObjectNode flow = JsonNodeFactory.instance.objectNode();
        flow.putObject(REACTION)
                .put(ReactionReader.KIND, variant.agentsKind().orElseThrow())
                .put(ReactionTunable.START_BPS.fieldName(), Math.round(startBps));
        return ReactionReader.read(
                        new JsonField(label, "", flow).object(List.of(REACTION)), lineBps)
                .orElseThrow();
    }

    /** Its parameters on a network. */
    public Values values(ComparedNetwork network) {
        Values values = Values.of(base.parameters(scheme, network, factors));
        if (variant.hasDefaults()) {
            values = values.with(operatorsDefaults(values));
        }
        values = values.with(settings);
        if (targetFactor != 1) {
            values = values.with(ParameterBase.targets(values, targetFactor));
        }
        return variant.isLoopOff() ? values.with(Map.of("periodMs", NEVER_MS)) : values;
    }
}
