// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The commands of a guide for ONOS's shell, in a running Weir. Each must succeed. If the guide
 * shows an output that begins with a word, the answer must have this line, with any numbers. If
 * this line is the heading of a table, each row of the answer must have as many cells as a row of
 * the guide, and a number or a time where the guide has one. Of an output that begins with a time,
 * the answer must have a line that begins with a time and a word.
 */
final class ShellGuideSteps {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USER = "onos:rocks";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** States of plans in which ONOS refuses other changes. */
    private static final Set<String> UNDER_WAY = Set.of("guarded", "canary", "applying");

    private static final String PROMPT = "onos> ";
    private static final String FENCE = "```";
    private static final String PLAN = "weir-plan ";
    private static final String APPLY = "weir-plan-apply ";
    private static final String CANARY = "--ports ";
    private static final String UNKNOWN = "-";
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** Blanks between two cells of a row. */
    private static final Pattern GAP = Pattern.compile(" {2,}");

    /** Begin of an output that begins with a time. */
    private static final Pattern TIME = Pattern.compile("^\\d\\d:\\d\\d:\\d\\d [a-z]");

    /** Forms of cells: a number, with a star where it marks the row, and a time. */
    private static final List<Pattern> FORMS =
            List.of(
                    Pattern.compile("\\d+(\\.\\d+)?\\*?"),
                    Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z"));

    private static final Pattern PLAN_NUMBER = Pattern.compile("\\d+$");

    private final String document;
    private final List<Step> steps = new ArrayList<>();

    /** A command, and the lines that are shown beneath it. */
    private record Step(String command, List<String> output) {
        /** The first line; empty if there is none. */
        String shown() {
            return output.isEmpty() ? "" : output.get(0);
        }
    }

    /**
     * The commands of a document of the repository.
     *
     * @param document its path, such as {@code docs/how-to/monitor.md}
     */
    ShellGuideSteps(String document) throws IOException {
        this.document = document;
        List<String> lines = Files.readAllLines(Shell.home().resolve(document));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(PROMPT)) {
                List<String> output = new ArrayList<>();
                for (int j = i + 1; isOutput(lines.get(j).strip()); j++) {
                    output.add(lines.get(j).strip());
                }
                steps.add(new Step(line.substring(PROMPT.length()), output));
            }
        }
    }

    private static boolean isOutput(String line) {
        return !line.startsWith(PROMPT) && !line.startsWith(FENCE);
    }

    /**
     * Runs the commands in their order.
     *
     * @param weir a Weir with traffic, in which no plan is being applied
     * @param least commands that the document has at least
     */
    void run(RunningWeir weir, int least) throws IOException, InterruptedException {
        assertThat(steps).as("commands of " + document).hasSizeGreaterThanOrEqualTo(least);
        try (OnosShell shell = new OnosShell(weir.shellPort())) {
            for (Step step : steps) {
                if (step.command().startsWith(APPLY)) {
                    apply(weir, shell, step);
                } else {
                    check(step, step.command(), shell.run(step.command()));
                }
            }
        }
    }

    /**
     * Applies the last plan, whatever its number, and makes the next one. Before, a canary is
     * ended, or the guard of a plan by another version of the policy.
     */
    private void apply(RunningWeir weir, OnosShell shell, Step step)
            throws IOException, InterruptedException {
        String plan = lastPlan(weir);
        String command = PLAN_NUMBER.matcher(step.command()).replaceFirst(plan);
        check(step, command, shell.run(command));
        shell.run(
                command.contains(CANARY) ? "weir-plan-rollback " + plan : "weir-policy-rollback 1");
        awaitEnd(weir, plan);
        for (Step other : steps) {
            if (other.command().startsWith(PLAN)) {
                shell.run(other.command());
            }
        }
    }

    /** The guard of a plan looks once a second, and ends when another version is in force. */
    private static void awaitEnd(RunningWeir weir, String plan)
            throws IOException, InterruptedException {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        String state;
        do {
            state =
                    JSON.readTree(weir.get("/onos/weir/v1/plans/" + plan, USER).body())
                            .path("state")
                            .asText();
            assertThat(System.nanoTime()).as("state of plan %s: %s", plan, state).isLessThan(endNs);
            Thread.sleep(200);
        } while (UNDER_WAY.contains(state));
    }

    private static String lastPlan(RunningWeir weir) throws IOException, InterruptedException {
        long last = 0;
        String plans = weir.get("/onos/weir/v1/plans", USER).body();
        for (JsonNode plan : JSON.readTree(plans).path("plans")) {
            last = Math.max(last, plan.path("plan").asLong());
        }
        return Long.toString(last);
    }

    private void check(Step step, String command, String output) {
        String shown = step.shown();
        if (TIME.matcher(shown).find()) {
            assertThat(output)
                    .as("%s: %s prints a time and a word", document, command)
                    .containsPattern(TIME);
        } else if (!shown.isEmpty() && Character.isLetter(shown.charAt(0))) {
            checkLine(shown, command, output);
            if (step.output().size() > 1 && GAP.split(shown).length > 1) {
                checkRows(step.output(), command, output.lines().map(String::strip).toList());
            }
        }
    }

    private void checkLine(String shown, String command, String output) {
        StringBuilder pattern = new StringBuilder();
        for (String word : shown.split("\\s+")) {
            String any = NUMBER.matcher(word).replaceAll("\\\\E\\\\d+\\\\Q");
            pattern.append(pattern.length() > 0 ? "\\s+" : "").append("\\Q" + any + "\\E");
        }
        assertThat(output)
                .as("%s: %s prints \"%s\"", document, command, shown)
                .containsPattern(Pattern.compile(pattern.toString()));
    }

    /** Compares the rows beneath a heading, cell by cell. */
    private void checkRows(List<String> shown, String command, List<String> printed) {
        String[] example = GAP.split(shown.get(1));
        assertThat(example)
                .as("cells of a row of %s in %s", command, document)
                .hasSameSizeAs(GAP.split(shown.get(0)));
        int heading = 0;
        while (!GAP.split(printed.get(heading))[0].equals(GAP.split(shown.get(0))[0])) {
            heading++;
        }
        for (String row : printed.subList(heading + 1, printed.size())) {
            String[] cells = GAP.split(row);
            if (cells.length == 1) {
                // A sentence beneath the table.
                break;
            }
            assertThat(cells).as("%s prints \"%s\"", command, row).hasSameSizeAs(example);
            for (int i = 0; i < cells.length; i++) {
                for (Pattern form : FORMS) {
                    if (form.matcher(example[i]).matches() && !cells[i].equals(UNKNOWN)) {
                        assertThat(cells[i])
                                .as("%s: like \"%s\" in %s", command, example[i], document)
                                .matches(form);
                    }
                }
            }
        }
    }
}
