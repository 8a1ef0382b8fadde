// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Grafana dashboards of the repository: their queries, and what these name. */
final class GrafanaDashboards {
    private static final Path FOLDER = Path.of("../monitoring/grafana");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SELECTOR = Pattern.compile("\\b(weir_\\w+)(?:\\{([^}]*)\\})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(?:by|on|without|ignoring)\\s*\\(([^)]*)\\)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{\\s*(\\w+)\\s*\\}\\}");
    private static final Pattern VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

    /** A query of a dashboard. */
    static final class Query {
        private final String place;
        private final String expression;
        private final Set<String> shown;

        private Query(String place, String expression, Set<String> shown) {
            this.place = place;
            this.expression = expression;
            this.shown = shown;
        }

        /** Expression in PromQL, with Grafana's variables in it. */
        String expression() {
            return expression;
        }

        /** Labels of the result that the panel shows. */
        Set<String> shown() {
            return shown;
        }

        /** Metrics that it names, each with the labels that it selects by. */
        Map<String, Set<String>> selectors() {
            Map<String, Set<String>> selectors = new TreeMap<>();
            Matcher selector = SELECTOR.matcher(expression);
            while (selector.find()) {
                Set<String> labels =
                        selectors.computeIfAbsent(selector.group(1), any -> new TreeSet<>());
                if (selector.group(2) != null) {
                    addAll(labels, MATCHER, selector.group(2));
                }
            }
            return selectors;
        }

        /** Labels that it groups or joins by, or shows. */
        Set<String> grouping() {
            Set<String> labels = new TreeSet<>(shown);
            Matcher grouping = GROUPING.matcher(expression);
            while (grouping.find()) {
                Stream.of(grouping.group(1).split(",")).map(String::trim).forEach(labels::add);
            }
            return labels;
        }

        @Override
        public String toString() {
            return place + ": " + expression;
        }
    }

    private GrafanaDashboards() {}

    private static void addAll(Set<String> found, Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
    }

    /** The dashboards, by the names of their files. */
    static Map<String, JsonNode> all() throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(FOLDER)) {
            files =
                    listed.filter(file -> file.getFileName().toString().matches("weir-.*\\.json"))
                            .sorted()
                            .collect(Collectors.toList());
        }
        Map<String, JsonNode> all = new TreeMap<>();
        for (Path file : files) {
            all.put(file.getFileName().toString(), JSON.readTree(file.toFile()));
        }
        return all;
    }

    /** All queries: of panels, annotations and variables. */
    static List<Query> queries() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (Map.Entry<String, JsonNode> one : all().entrySet()) {
            for (JsonNode panel : one.getValue().path("panels")) {
                for (JsonNode target : panel.path("targets")) {
                    Set<String> shown = new TreeSet<>();
                    addAll(shown, LEGEND, target.path("legendFormat").asText());
                    queries.add(
                            new Query(
                                    one.getKey() + ", " + panel.path("title").asText(),
                                    target.path("expr").asText(),
                                    shown));
                }
            }
            for (JsonNode annotation : one.getValue().at("/annotations/list")) {
                queries.add(
                        new Query(
                                one.getKey() + ", " + annotation.path("name").asText(),
                                annotation.at("/target/expr").asText(),
                                Set.of()));
            }
            for (JsonNode variable : one.getValue().at("/templating/list")) {
                Matcher values = VALUES.matcher(variable.at("/query/query").asText());
                if (values.matches()) {
                    queries.add(
                            new Query(
                                    one.getKey() + ", $" + variable.path("name").asText(),
                                    values.group(1),
                                    Set.of(values.group(2))));
                }
            }
        }
        return queries;
    }
}
