// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/tutorial.md} word by word in a clean clone, with the first line, {@code ./weir up},
 * which builds Weir. It runs only with the system property {@code weir.cleanClone}, because it
 * builds Weir once more, and needs the TCP ports that the tutorial names.
 */
@EnabledIfSystemProperty(named = "weir.cleanClone", matches = "true")
class CleanCloneIT {
    private static final String ADDRESS = "http://127.0.0.1:8181";
    private static final Duration BUILD_AND_START = Duration.ofMinutes(30);
    private static final Duration END = Duration.ofMinutes(2);

    /** Class A of a port whose load ONOS knows. */
    private static final Pattern LOADED =
            Pattern.compile("\\{\"name\":\"A\"[^{}]*\"arrivalRateBps\":[1-9]");

    @TempDir private Path folder;

    @Test
    void theTutorialRunsInACleanClone() throws Exception {
        Path clone = folder.resolve("weir");
        Shell.run(folder, "git", "clone", "--quiet", Shell.home().toString(), clone.toString())
                .orFail();
        Path output = folder.resolve("output.txt");
        Process up =
                new ProcessBuilder("bash", "-c", "exec env -u WEIR_NO_BUILD ./weir up")
                        .directory(clone.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            awaitPorts(up, output);
            assertThat(output).content().contains(ADDRESS + "/onos/weir/ui");
            new TutorialSteps(ADDRESS, clone).run();
            List<ProcessHandle> started = up.descendants().toList();
            up.destroy();
            assertThat(up.waitFor(END.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(started).as("processes that are left").noneMatch(ProcessHandle::isAlive);
        } finally {
            if (up.isAlive()) {
                up.descendants().forEach(ProcessHandle::destroyForcibly);
                up.destroyForcibly();
            }
        }
    }

    /** Waits until the load of the congested port is known: then a reader goes on. */
    private void awaitPorts(Process up, Path output) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + BUILD_AND_START.toNanos();
        String port = ADDRESS + "/onos/weir/v1/ports/device:s1/4";
        Shell.Outcome answer;
        do {
            assertThat(up.isAlive()).as(Files.readString(output)).isTrue();
            assertThat(System.nanoTime()).as(Files.readString(output)).isLessThan(endNs);
            Thread.sleep(1000);
            answer = Shell.run(folder, "curl", "-sfu", "onos:rocks", "--max-time", "5", port);
        } while (answer.exitCode() != 0 || !LOADED.matcher(answer.output()).find());
    }
}
