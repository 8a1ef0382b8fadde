// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a guide that begin with {@code $ curl} and read something, in a running Weir.
 * Each must succeed, and its answer must have all JSON fields that the guide shows beneath it.
 */
final class GuideSteps {
    private static final String ADDRESS = "http://127.0.0.1:8181";
    private static final String FENCE = "```";
    private static final String PROMPT = "$ ";
    private static final String COMMAND = "$ curl ";
    private static final String CHANGES = " -X ";
    private static final int MOST_LOOKS = 60;
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":");

    private final String document;
    private final List<Step> steps = new ArrayList<>();

    /** A command and the fields that are shown beneath it. */
    private record Step(String command, List<String> fields) {}

    /**
     * The commands of a document of the repository.
     *
     * @param document its path, such as {@code docs/how-to/trouble.md}
     */
    GuideSteps(String document) throws IOException {
        this.document = document;
        boolean inside = false;
        for (String line : Files.readAllLines(Shell.home().resolve(document))) {
            if (line.strip().startsWith(FENCE)) {
                inside = !inside;
                // Text behind a block is no output of its last command.
                steps.add(new Step("", new ArrayList<>()));
            } else if (inside && line.startsWith(PROMPT)) {
                boolean isRun = line.startsWith(COMMAND) && !line.contains(CHANGES);
                String command = isRun ? line.substring(PROMPT.length()) : "";
                steps.add(new Step(command, new ArrayList<>()));
            } else if (inside && !steps.isEmpty()) {
                Matcher field = FIELD.matcher(line);
                while (field.find()) {
                    steps.get(steps.size() - 1).fields().add(field.group());
                }
            }
        }
        steps.removeIf(step -> step.command().isEmpty());
    }

    /**
     * Runs the commands; skipped without curl.
     *
     * @param weir a Weir with traffic
     * @param least commands that the document has at least
     */
    void run(RunningWeir weir, int least) throws IOException, InterruptedException {
        assumeTrue(Shell.has("curl"), document + " is not run: no curl");
        assertThat(steps).as("commands of " + document).hasSizeGreaterThanOrEqualTo(least);
        for (Step step : steps) {
            String command =
                    step.command()
                            .replace(ADDRESS, weir.url(""))
                            .replaceFirst("^curl ", "curl --fail-with-body --max-time 60 ");
            await(step, command);
        }
    }

    /** Repeats a command until its answer has the fields: some come with the next reading. */
    private void await(Step step, String command) throws IOException, InterruptedException {
        String output = Shell.run(Shell.home(), "bash", "-c", command).orFail();
        for (int looks = 1; looks < MOST_LOOKS && !has(output, step); looks++) {
            Thread.sleep(1000);
            output = Shell.run(Shell.home(), "bash", "-c", command).orFail();
        }
        assertThat(has(output, step))
                .as("%s: %s must have %s: %s", document, command, step.fields(), output)
                .isTrue();
    }

    private static boolean has(String output, Step step) {
        return !output.isBlank() && step.fields().stream().allMatch(output::contains);
    }
}
