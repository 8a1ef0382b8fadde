// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.weir.app.PortView;
import org.weir.app.metrics.OpenMetrics;

/** Metrics in OpenMetrics text, and the alert rules over them. */
class MetricsTest {
    private static final Path RULES = Path.of("../monitoring/weir.rules.yml");
    private static final Path RULES_TEST = Path.of("../monitoring/weir.rules.test.yml");
    private static final Pattern NAME = Pattern.compile("\\bweir_[a-z0-9_]+");
    private static final Pattern SAMPLE = Pattern.compile("(weir_\\w+)(\\{.*\\})? (\\S+)");
    private static final String QUEUE = "{class=\"%s\",device=\"device:s1\",port=\"4\"}";

    private static String text() throws IOException {
        RestCaller.Answer answer = new RestCaller(new InMemoryWeir()).get("metrics");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.mediaType())
                .startsWith("application/openmetrics-text;")
                .contains("version=1.0.0");
        return answer.text();
    }

    /** The samples, of which each has its type, help and no double. */
    private static Map<String, Double> samples(String text) {
        Set<String> typed = new HashSet<>();
        Set<String> helped = new HashSet<>();
        Map<String, Double> samples = new TreeMap<>();
        for (String line : text.split("\n")) {
            if (line.startsWith("# ")) {
                String[] words = line.split(" ");
                if (words[1].equals("TYPE")) {
                    typed.add(words[2] + (words[3].equals("counter") ? "_total" : ""));
                } else if (words[1].equals("HELP")) {
                    helped.add(words[2]);
                }
                continue;
            }
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            assertThat(typed).contains(sample.group(1));
            assertThat(helped).contains(sample.group(1).replaceAll("_total$", ""));
            String labels = sample.group(2) == null ? "" : sample.group(2);
            assertThat(samples.put(sample.group(1) + labels, Double.valueOf(sample.group(3))))
                    .as(line)
                    .isNull();
        }
        return samples;
    }

    @Test
    void figuresHaveTheUnitsOfTheirNames() throws IOException {
        String text = text();
        assertThat(text).endsWith("# EOF\n");
        assertThat(samples(text))
                .containsEntry(
                        "weir_queue_arrival_rate_bits_per_second" + String.format(QUEUE, "A"),
                        1_200_000.0)
                .containsEntry("weir_queue_weight_ratio" + String.format(QUEUE, "A"), 0.4)
                .containsEntry("weir_queue_marked_packets_total" + String.format(QUEUE, "A"), 11.0)
                .containsEntry("weir_queue_target_met" + String.format(QUEUE, "A"), 0.0)
                .containsEntry("weir_device_available{device=\"device:s2\"}", 0.0)
                .containsEntry(
                        "weir_device_dropped_packets_total{cause=\"unrouted\",device=\"device:s1\"}",
                        120.0)
                .containsEntry("weir_alerts{kind=\"host-unreachable\"}", 1.0)
                .containsEntry("weir_resolves_total", 7.0);
    }

    @Test
    void whatIsNotKnownHasNoSample() throws IOException {
        Set<String> names = samples(text()).keySet();
        assertThat(names)
                .doesNotContain("weir_queue_weight_ratio" + String.format(QUEUE, "C"))
                .doesNotContain("weir_queue_target_met" + String.format(QUEUE, "C"))
                .doesNotContain("weir_queue_delay_p99_seconds" + String.format(QUEUE, "A"))
                .noneMatch(name -> name.startsWith("weir_device_dropped") && name.contains("s2"));
    }

    /** Two switches with 300 ports each, of which one answer has 500. */
    private static final class TwoLargeSwitches extends InMemoryWeir {
        private final int portsEach;

        TwoLargeSwitches(int portsEach) {
            this.portsEach = portsEach;
        }

        @Override
        public List<PortView> ports() {
            List<PortView> ports = new ArrayList<>();
            for (int i = 0; i < 2 * portsEach; i++) {
                ports.add(
                        new PortView(
                                "device:s" + (i / portsEach + 1),
                                i % portsEach + 1,
                                "port" + i,
                                10_000_000,
                                256,
                                OptionalDouble.empty(),
                                true,
                                3,
                                1_700_000_000_000L,
                                new MeasuredWeir().ports().get(0).queues()));
            }
            return ports;
        }
    }

    @Test
    void oneSwitchHasTheSeriesOfAllItsPorts() throws IOException {
        RestCaller rest = new RestCaller(new TwoLargeSwitches(300));
        Map<String, Double> all = samples(rest.get("metrics").text());
        assertThat(all)
                .containsEntry("weir_ports", 600.0)
                .containsEntry("weir_ports_omitted", 100.0)
                .doesNotContainKey(
                        "weir_port_rate_bits_per_second{device=\"device:s2\",port=\"300\"}");

        Map<String, Double> second = samples(rest.get("metrics?device=device:s2").text());
        assertThat(second)
                .doesNotContainKeys("weir_ports", "weir_ports_omitted")
                .containsKey("weir_port_rate_bits_per_second{device=\"device:s2\",port=\"300\"}")
                .containsKey("weir_device_available{device=\"device:s2\"}");
        assertThat(second.keySet())
                .noneMatch(name -> name.contains("s1"))
                .noneMatch(name -> name.startsWith("weir_alerts"));

        assertThat(rest.get("metrics?device=device:s9").status()).isEqualTo(404);
        assertThat(rest.get("metrics?devices=device:s2").status()).isEqualTo(400);
    }

    @Test
    void aSwitchWithTooManyPortsSaysHowManyHaveNoSeries() throws IOException {
        RestCaller rest = new RestCaller(new TwoLargeSwitches(502));
        assertThat(samples(rest.get("metrics?device=device:s2").text()))
                .doesNotContainKey("weir_ports")
                .containsEntry("weir_ports_omitted", 2.0);
    }

    @Test
    void rulesUseMetricsThatExist() throws IOException {
        Set<String> used = new TreeSet<>();
        for (String line : Files.readString(RULES, StandardCharsets.UTF_8).split("\n")) {
            if (!line.contains("summary:") && !line.startsWith("#")) {
                Matcher name = NAME.matcher(line);
                while (name.find()) {
                    used.add(name.group());
                }
            }
        }
        Set<String> declared = new TreeSet<>(OpenMetrics.queueMetrics());
        samples(text()).keySet().forEach(name -> declared.add(name.replaceAll("\\{.*", "")));
        assertThat(used).hasSizeGreaterThan(5).isSubsetOf(declared);
    }

    @Test
    void rulesFireWhenTheyShould() throws IOException, InterruptedException {
        Process promtool;
        try {
            promtool =
                    new ProcessBuilder("promtool", "test", "rules", RULES_TEST.toString())
                            .redirectErrorStream(true)
                            .start();
        } catch (IOException e) {
            assumeTrue(false, "promtool is not installed (Debian: apt-get install prometheus)");
            return;
        }
        assertThat(promtool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String output =
                new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.exitValue()).as(output).isZero();
    }
}
