// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.weir.control.policy.JsonField;
import org.weir.control.policy.StrictJson;

/** Result of a search as a JSON file: by scheme the factors of its parameters. */
public final class TunedFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TRAINED = "trained";
    private static final String SCHEMES = "schemes";
    private static final String FACTORS = "factors";
    private static final String CHOICE = "choice";

    private TunedFile() {}

    /**
     * The file's text.
     *
     * @param trained description of the search, in words
     * @param searches all candidates of each scheme
     * @param choices labels of the choices that were tuned, by scheme; a scheme may have none
     */
    public static String write(
            String trained,
            List<List<TuningSearch.Candidate>> searches,
            Map<String, String> choices) {
        ObjectNode root = JSON.createObjectNode();
        root.put(TRAINED, trained);
        ObjectNode schemes = root.putObject(SCHEMES);
        for (List<TuningSearch.Candidate> candidates : searches) {
            TuningSearch.Candidate best = best(candidates);
            ObjectNode own = schemes.putObject(best.scheme());
            if (choices.containsKey(best.scheme())) {
                own.put(CHOICE, choices.get(best.scheme()));
            }
            own.put("score", best.score());
            own.put("untunedScore", candidates.get(0).score());
            own.put("candidates", candidates.size());
            ObjectNode factors = own.putObject(FACTORS);
            best.factors().forEach(factors::put);
        }
        return root.toPrettyString() + "\n";
    }

    /**
     * The candidate with the smallest score among those that ran on most networks; of equal ones
     * the first.
     */
    static TuningSearch.Candidate best(List<TuningSearch.Candidate> candidates) {
        int most = candidates.stream().mapToInt(TuningSearch.Candidate::networks).max().orElse(0);
        return candidates.stream()
                .filter(one -> one.networks() == most)
                .min(Comparator.comparingDouble(TuningSearch.Candidate::score))
                .orElseThrow();
    }

    /**
     * Factors by scheme and parameter.
     *
     * @throws IllegalArgumentException when it is no such file
     */
    public static Map<String, Map<String, Double>> read(String text) {
        JsonNode root = parse(text);
        Map<String, Map<String, Double>> tuned = new LinkedHashMap<>();
        root.path(SCHEMES)
                .fields()
                .forEachRemaining(
                        scheme ->
                                tuned.put(
                                        scheme.getKey(),
                                        factors(scheme.getKey(), scheme.getValue())));
        return tuned;
    }

    private static Map<String, Double> factors(String scheme, JsonNode own) {
        String path = SCHEMES + "." + scheme + "." + FACTORS;
        if (!own.path(FACTORS).isObject()) {
            throw new IllegalArgumentException(
                    path + ": must be a JSON object, was " + JsonField.shown(own.path(FACTORS)));
        }
        Map<String, Double> factors = new LinkedHashMap<>();
        own.path(FACTORS)
                .fields()
                .forEachRemaining(
                        one -> {
                            double factor = one.getValue().doubleValue();
                            if (!one.getValue().isNumber() || !Double.isFinite(factor)) {
                                throw new IllegalArgumentException(
                                        path
                                                + "."
                                                + one.getKey()
                                                + ": must be a number, was "
                                                + JsonField.shown(one.getValue()));
                            }
                            factors.put(one.getKey(), factor);
                        });
        return factors;
    }

    private static JsonNode parse(String text) {
        JsonNode root;
        try {
            root = StrictJson.read(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("is not JSON: " + StrictJson.fault(e), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!root.path(SCHEMES).isObject()) {
            throw new IllegalArgumentException("has no object \"" + SCHEMES + "\"");
        }
        return root;
    }

    /**
     * Description of the search whose result a file is.
     *
     * @throws IllegalArgumentException when it is no such file
     */
    public static String trained(String text) {
        return parse(text).path(TRAINED).asText();
    }

    /**
     * Labels of the choices that were tuned, by scheme; files of earlier versions have none.
     *
     * @throws IllegalArgumentException when it is no such file
     */
    public static Map<String, String> choices(String text) {
        Map<String, String> choices = new LinkedHashMap<>();
        parse(text)
                .path(SCHEMES)
                .fields()
                .forEachRemaining(
                        scheme -> {
                            if (scheme.getValue().has(CHOICE)) {
                                choices.put(
                                        scheme.getKey(), scheme.getValue().path(CHOICE).asText());
                            }
                        });
        return choices;
    }

    /**
     * Candidates by scheme, from a file that {@link #csv} made.
     *
     * @throws IllegalArgumentException when a line is not of this form
     */
    public static Map<String, List<TuningSearch.Candidate>> readCsv(List<String> lines) {
        Map<String, List<TuningSearch.Candidate>> searches = new LinkedHashMap<>();
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            TuningSearch.Candidate one = candidate(line);
            searches.computeIfAbsent(one.scheme(), name -> new ArrayList<>()).add(one);
        }
        return searches;
    }

    private static TuningSearch.Candidate candidate(String line) {
        String[] cells = line.split(",", -1);
        try {
            Map<String, Double> factors = new LinkedHashMap<>();
            for (String factor : cells[4].isEmpty() ? new String[0] : cells[4].split(" ")) {
                String[] pair = factor.split("=");
                factors.put(pair[0], Double.valueOf(pair[1]));
            }
            return new TuningSearch.Candidate(
                    cells[0], factors, Integer.parseInt(cells[2]), Double.parseDouble(cells[3]));
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException("search.csv: not a candidate: " + line, e);
        }
    }

    /** All candidates as CSV, a line each. */
    public static List<String> csv(List<List<TuningSearch.Candidate>> searches) {
        return Stream.concat(
                        Stream.of("scheme,candidate,networks,score,factors"),
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
        return String.join(
                ",",
                one.scheme(),
                String.valueOf(index),
                String.valueOf(one.networks()),
                String.valueOf(one.score()),
                factors);
    }
}
