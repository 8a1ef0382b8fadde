// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Result of a search as a JSON file: by scheme the factors of its parameters. */
public final class TunedFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMES = "schemes";
    private static final String FACTORS = "factors";

    private TunedFile() {}

    /**
     * The file's text.
     *
     * @param trained description of the search, in words
     * @param searches all candidates of each scheme
     */
    public static String write(String trained, List<List<TuningSearch.Candidate>> searches) {
        ObjectNode root = JSON.createObjectNode();
        root.put("trained", trained);
        ObjectNode schemes = root.putObject(SCHEMES);
        for (List<TuningSearch.Candidate> candidates : searches) {
            TuningSearch.Candidate best = best(candidates);
            ObjectNode own = schemes.putObject(best.scheme());
            own.put("score", best.score());
            own.put("untunedScore", candidates.get(0).score());
            own.put("candidates", candidates.size());
            ObjectNode factors = own.putObject(FACTORS);
            best.factors().forEach(factors::put);
        }
        return root.toPrettyString() + "\n";
    }

    /** The candidate with the smallest score; of equal ones the first. */
    static TuningSearch.Candidate best(List<TuningSearch.Candidate> candidates) {
        return candidates.stream()
                .min(Comparator.comparingDouble(TuningSearch.Candidate::score))
                .orElseThrow();
    }

    /**
     * Factors by scheme and parameter.
     *
     * @throws IllegalArgumentException when it is no such file
     */
    public static Map<String, Map<String, Double>> read(String text) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
        if (!root.path(SCHEMES).isObject()) {
            throw new IllegalArgumentException("has no object \"" + SCHEMES + "\"");
        }
        Map<String, Map<String, Double>> tuned = new LinkedHashMap<>();
        root.path(SCHEMES)
                .fields()
                .forEachRemaining(
                        scheme -> {
                            Map<String, Double> factors = new LinkedHashMap<>();
                            scheme.getValue()
                                    .path(FACTORS)
                                    .fields()
                                    .forEachRemaining(
                                            one ->
                                                    factors.put(
                                                            one.getKey(),
                                                            one.getValue().doubleValue()));
                            tuned.put(scheme.getKey(), factors);
                        });
        return tuned;
    }

    /** All candidates as CSV, a line each. */
    public static List<String> csv(List<List<TuningSearch.Candidate>> searches) {
        return Stream.concat(
                        Stream.of("scheme,candidate,score,factors"),
                        searches.stream()
                                .flatMap(
                                        candidates ->
                                                IntStream.range(0, candidates.size())
                                                        .mapToObj(i -> line(candidates.get(i), i))))
                .toList();
    }

    private static String line(TuningSearch.Candidate one, int index) {
        StringBuilder factors = new StringBuilder();
        one.factors()
                .forEach(
                        (name, factor) ->
                                factors.append(factors.length() == 0 ? "" : " ")
                                        .append(name)
                                        .append('=')
                                        .append(factor));
        return one.scheme() + "," + index + "," + one.score() + "," + factors;
    }
}
