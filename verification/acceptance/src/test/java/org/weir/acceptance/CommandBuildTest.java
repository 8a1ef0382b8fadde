// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When {@code ./weir} builds, in a small clone and with a stub of Maven. */
@Timeout(60)
class CommandBuildTest {
    private static final String POM =
            """
            <project>
              <modules>
                <module>control</module>
                <module>pipelines</module>
              </modules>
              <properties>
                <revision>0.1.0-SNAPSHOT</revision>
              </properties>
            </project>
            """;

    /**
     * Counts builds in the file {@code builds} beside it. Beside another command a build lasts
     * until that one says that it waits.
     */
    private static final String MAVEN =
            """
            #!/bin/sh
            case "$*" in
                *-version) echo "Apache Maven 3.9.0" ;;
                *)
                    tries=0
                    while [ -e 1.err ] && ! grep -qs waiting 1.err 2.err && [ $tries -lt 300 ]; do
                        sleep 0.1
                        tries=$((tries + 1))
                    done
                    echo built >> "$(dirname "$0")/builds"
                    ;;
            esac
            """;

    @TempDir Path folder;
    private Path clone;

    @BeforeEach
    void makeAClone() throws Exception {
        clone = folder.resolve("clone");
        write("clone/pom.xml", POM);
        write("clone/.mvn/jvm.config", "-Xmx1g");
        write("clone/docs/openapi.json", "{}");
        write("clone/control/pom.xml", "<project/>");
        write("clone/control/src/main/java/Control.java", "class Control {}");
        write("clone/pipelines/compiled/weir.json", "{}");
        Files.copy(Shell.home().resolve("weir"), clone.resolve("weir"));
        assertThat(write("bin/mvn", MAVEN).toFile().setExecutable(true)).isTrue();
        command();
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Runs a command that builds first; its main class is missing, which is no matter here. */
    private void command() throws Exception {
        Shell.run(clone, "env", "-u", "WEIR_NO_BUILD", "PATH=" + path(), "bash", "./weir", "solve");
    }

    private String path() {
        return folder.resolve("bin") + ":" + System.getenv("PATH");
    }

    private long builds() throws IOException {
        return Files.readAllLines(folder.resolve("bin/builds")).size();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pom.xml",
                ".mvn/jvm.config",
                "weir",
                "docs/openapi.json",
                "control/pom.xml",
                "control/src/main/java/Control.java",
                "control/src/main/java/out/New.java",
                "pipelines/compiled/weir.json"
            })
    void aChangedOrNewSourceIsBuilt(String source) throws Exception {
        Path file = clone.resolve(source);
        Files.createDirectories(file.getParent());
        String text = Files.exists(file) ? Files.readString(file) : "";
        Files.writeString(file, text + "\n");

        command();
        command();

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void aRemovedSourceIsBuilt() throws Exception {
        Files.delete(clone.resolve("control/src/main/java/Control.java"));

        command();

        assertThat(builds()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.jsonl",
                "out/compare/results.csv",
                "results/runs.csv",
                "control/out/runs.csv",
                "control/target/x.jar",
                "docs/tutorial.md"
            })
    void aResultIsNoSource(String result) throws Exception {
        write("clone/" + result, "x");

        command();

        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void twoCommandsBuildOnce() throws Exception {
        assumeTrue(Shell.has("flock"), "builds at once are not tried: no flock");
        write("clone/control/src/main/java/New.java", "class New {}");
        String twice =
                "bash ./weir solve 2> 1.err & bash ./weir solve 2> 2.err & wait; cat 1.err 2.err";

        Shell.Outcome outcome =
                Shell.run(
                        clone, "env", "-u", "WEIR_NO_BUILD", "PATH=" + path(), "bash", "-c", twice);

        assertThat(builds()).isEqualTo(2);
        assertThat(outcome.output()).contains("weir: waiting for another command");
    }

    /** Else both would write the same folders at once. */
    @ParameterizedTest
    @ValueSource(strings = {"write", "test"})
    void aCommandThatRunsMavenItselfWaitsForOneThatBuilds(String other) throws Exception {
        assumeTrue(Shell.has("flock"), "builds at once are not tried: no flock");
        write("clone/control/src/main/java/New.java", "class New {}");
        String both =
                "bash ./weir solve 2> 1.err & bash ./weir "
                        + other
                        + " 2> 2.err & wait; cat 1.err 2.err";

        Shell.Outcome outcome =
                Shell.run(
                        clone, "env", "-u", "WEIR_NO_BUILD", "PATH=" + path(), "bash", "-c", both);

        assertThat(outcome.output()).contains("weir: waiting for another command");
    }

    /** A later build, or `weir test`, writes the jars anew while the command runs. */
    @Test
    void aCommandRunsFromACopyOfTheBuild() throws Exception {
        write("clone/lab/target/lib/library.jar", "as it was built");

        String output = classPath();
        write("clone/lab/target/lib/library.jar", "rewritten");

        assertThat(copies()).hasSize(1);
        Path library = copies().get(0).resolve("lab/target/lib/library.jar");
        assertThat(output).contains(library.toString());
        assertThat(library).hasContent("as it was built");
    }

    @Test
    void aCopyStaysForAsLongAsACommandRunsFromIt() throws Exception {
        write("clone/lab/target/lib/library.jar", "as it was built");
        command();
        Path used = copies().get(0).resolve("used/" + ProcessHandle.current().pid());
        Files.createFile(used);

        write("clone/control/src/main/java/New.java", "class New {}");
        command();
        assertThat(copies()).hasSize(2);
        assertThat(used.resolveSibling("../lab/target/lib/library.jar")).exists();

        Files.delete(used);
        write("clone/control/src/main/java/Newer.java", "class Newer {}");
        command();
        assertThat(copies()).hasSize(1);
    }

    /** The class path of a command, among other properties. */
    private String classPath() throws Exception {
        return Shell.run(
                        clone,
                        "env",
                        "-u",
                        "WEIR_NO_BUILD",
                        "PATH=" + path(),
                        "WEIR_JAVA_OPTS=-XshowSettings:properties",
                        "bash",
                        "./weir",
                        "solve")
                .output();
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> found = Files.list(clone.resolve(".weir/copies"))) {
            return found.collect(Collectors.toList());
        }
    }
}
