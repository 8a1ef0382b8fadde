// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * {@code docs/tutorial.md} word by word in a running Weir. Two things differ from what is written:
 * the address of ONOS, and the number of the plan where others were made before.
 */
final class TutorialSteps {
    private static final String DOCUMENT = "docs/tutorial.md";
    private static final String ADDRESS = "http://127.0.0.1:8181";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String url;
    private final Path clone;
    private final Deque<String> commands;
    private long plan = 1;

    /**
     * The tutorial's second terminal.
     *
     * @param url address of ONOS, without a slash at its end
     * @param clone folder in which the commands run
     */
    TutorialSteps(String url, Path clone) throws IOException {
        this.url = url;
        this.clone = clone;
        Tutorial tutorial = new Tutorial(DOCUMENT);
        assertThat(tutorial.upOptions(0)).isEmpty();
        commands = new ArrayDeque<>(tutorial.part(0));
    }

    /** Runs the tutorial; skipped without curl. */
    void run() throws IOException, InterruptedException {
        assumeTrue(Shell.has("curl"), "docs/tutorial.md is not run: no curl");
        assertThat(delayOf(json())).as("2. Look").isEqualTo(5);
        assertThat(json().path("classes")).hasSize(3);

        JsonNode made = json();
        plan = made.path("plan").asLong();
        assertThat(made.path("differences").findValuesAsText("path"))
                .as("3. Plan")
                .containsExactly("classes[A].targets.delayMs");

        assertThat(next())
                .as("4. Simulate")
                .contains("measured", "guaranteed", "simulated", "attached to plan " + plan);

        assertThat(json().path("state").asText()).as("5. Apply").isEqualTo("applied");
        JsonNode versions = json().path("versions");
        JsonNode last = versions.path(versions.size() - 1);
        assertThat(last.path("what").asText()).contains("plan " + plan);

        assertThat(delayOf(json().path("classes").path(0))).as("6. Undo").isEqualTo(5);
        assertThat(delayOf(json())).isEqualTo(5);
        assertThat(commands).as("all commands of " + DOCUMENT).isEmpty();
    }

    private static double delayOf(JsonNode trafficClass) {
        return trafficClass.path("targets").path("delayMs").asDouble();
    }

    /** The answer to the next command, which is JSON. */
    private JsonNode json() throws IOException, InterruptedException {
        return JSON.readTree(next());
    }

    /** The output of the next command, without curl's report of progress. */
    private String next() throws IOException, InterruptedException {
        String shown = commands.remove();
        String command =
                shown.replace(ADDRESS, url)
                        .replace("/plans/1/", "/plans/" + plan + "/")
                        .replaceFirst("^curl ", "curl --silent --show-error --fail-with-body ")
                        .replaceFirst("^\\./weir plan 1 ", "./weir plan " + plan + onos());
        return Shell.run(clone, "bash", "-c", command).orFail();
    }

    private String onos() {
        return url.equals(ADDRESS) ? " " : " --onos " + url + " ";
    }
}
