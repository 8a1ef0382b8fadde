// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.metrics.OpenMetrics;

/** The Grafana dashboards name metrics and labels that the application exports, and all of them. */
class GrafanaDashboardsTest {
    private static final Pattern SAMPLE = Pattern.compile("(weir_\\w+)(?:\\{(.*)\\})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    /** The labels of each metric in the exported text. */
    private static Map<String, Set<String>> exported() throws IOException {
        Map<String, Set<String>> labels = new TreeMap<>();
        for (String line : new RestCaller(new MeasuredWeir()).get("metrics").text().split("\n")) {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                Set<String> found = labels.computeIfAbsent(sample.group(1), any -> new TreeSet<>());
                Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
                while (label.find()) {
                    found.add(label.group(1));
                }
            }
        }
        return labels;
    }

    @Test
    void theExportedTextHasEveryMetric() throws IOException {
        assertThat(exported().keySet()).containsAll(OpenMetrics.queueMetrics());
    }

    @Test
    void queriesNameMetricsAndLabelsThatAreExported() throws IOException {
        Map<String, Set<String>> exported = exported();
        List<GrafanaDashboards.Query> queries = GrafanaDashboards.queries();
        assertThat(queries).hasSizeGreaterThan(30);
        for (GrafanaDashboards.Query query : queries) {
            Map<String, Set<String>> selectors = query.selectors();
            assertThat(selectors).as("%s", query).isNotEmpty();
            assertThat(exported.keySet()).as("%s", query).containsAll(selectors.keySet());
            selectors.forEach(
                    (metric, labels) -> {
                        assertThat(exported.get(metric)).as("%s", query).containsAll(labels);
                        assertThat(exported.get(metric))
                                .as("%s", query)
                                .containsAll(query.grouping());
                    });
        }
    }

    @Test
    void everyExportedMetricIsOnADashboard() throws IOException {
        Set<String> shown =
                GrafanaDashboards.queries().stream()
                        .flatMap(query -> query.selectors().keySet().stream())
                        .collect(Collectors.toSet());
        assertThat(shown).containsAll(exported().keySet());
    }

    @Test
    void panelsHaveNumbersOfTheirOwnAndDoNotOverlap() throws IOException {
        for (Map.Entry<String, JsonNode> dashboard : GrafanaDashboards.all().entrySet()) {
            Set<Integer> numbers = new HashSet<>();
            Set<String> cells = new HashSet<>();
            for (JsonNode panel : dashboard.getValue().path("panels")) {
                assertThat(numbers.add(panel.path("id").asInt())).as(panel.toString()).isTrue();
                JsonNode place = panel.path("gridPos");
                int right = place.path("x").asInt() + place.path("w").asInt();
                assertThat(right).as(panel.toString()).isLessThanOrEqualTo(24);
                for (int x = place.path("x").asInt(); x < right; x++) {
                    for (int y = 0; y < place.path("h").asInt(); y++) {
                        assertThat(cells.add(x + "," + (place.path("y").asInt() + y)))
                                .as(panel.toString())
                                .isTrue();
                    }
                }
            }
            assertThat(dashboard.getKey())
                    .isEqualTo(dashboard.getValue().path("uid").asText() + ".json");
        }
    }

    @Test
    void linksLeadToDashboardsOfTheRepository() throws IOException {
        Map<String, JsonNode> all = GrafanaDashboards.all();
        for (JsonNode dashboard : all.values()) {
            for (JsonNode link : dashboard.path("links")) {
                String target = link.path("url").asText();
                assertThat(target).startsWith("/d/");
                assertThat(all).containsKey(target.substring(3) + ".json");
            }
        }
    }
}
