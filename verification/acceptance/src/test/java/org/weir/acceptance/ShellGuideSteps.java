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
 * shows an output that begins with a word, the answer must have this line, with any numbers.
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
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern PLAN_NUMBER = Pattern.compile("\\d+$");

    private final String document;
    private final List<Step> steps = new ArrayList<>();

    /** A command, and the first line that is shown beneath it; empty if there is none. */
    private record Step(String command, String shown) {}

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
                String next = i + 1 < lines.size() ? lines.get(i + 1).strip() : "";
                boolean isOutput = !next.startsWith(PROMPT) && !next.startsWith(FENCE);
                steps.add(new Step(line.substring(PROMPT.length()), isOutput ? next : ""));
            }
        }
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
        if (step.shown().isEmpty() || !Character.isLetter(step.shown().charAt(0))) {
            return;
        }
        StringBuilder pattern = new StringBuilder();
        for (String word : step.shown().split("\\s+")) {
            String any = NUMBER.matcher(word).replaceAll("\\\\E\\\\d+\\\\Q");
            pattern.append(pattern.length() > 0 ? "\\s+" : "").append("\\Q" + any + "\\E");
        }
        assertThat(output)
                .as("%s: %s prints \"%s\"", document, command, step.shown())
                .containsPattern(Pattern.compile(pattern.toString()));
    }
}
