// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./weir release} in a repository of its own, whose tests are a script. */
class ReleaseTest {
    private static final String POM =
            """
            <project>
              <properties>
                <revision>0.1.0-SNAPSHOT</revision>
              </properties>
            </project>
            """;
    private static final String CHANGES =
            """
            # Changes

            ## [0.1.0] - unreleased

            ### Added

            - A first thing.
            """;

    @TempDir Path clone;

    @BeforeEach
    void makeRepository() throws Exception {
        assumeTrue(Shell.has("git"), "releases are not tried: no git");
        Files.createDirectories(clone.resolve(".ci"));
        Files.copy(Shell.home().resolve(".ci/release"), clone.resolve(".ci/release"));
        write("pom.xml", POM);
        write("CHANGELOG.md", CHANGES);
        write(".gitignore", "target/\n");
        writeTests("mkdir -p target; echo tested > target/log");
        git("init", "--quiet", "--initial-branch=main");
        git("config", "user.name", "A Maintainer");
        git("config", "user.email", "maintainer@example.org");
        git("config", "commit.gpgsign", "false");
        git("config", "tag.gpgsign", "false");
        git("add", "--all");
        git("commit", "--quiet", "--message", "Begin");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(clone.resolve(name), text);
    }

    /** A script in place of {@code ./weir}, which runs no tests. */
    private void writeTests(String script) throws IOException {
        write("weir", "#!/bin/sh\n[ \"$1\" = test ] || exit 9\n" + script + "\n");
        assertThat(clone.resolve("weir").toFile().setExecutable(true)).isTrue();
    }

    private String git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        return Shell.run(clone, command.toArray(new String[0])).orFail();
    }

    private Shell.Outcome release(String arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", ".ci/release"));
        command.addAll(List.of(arguments.split(" ")));
        return Shell.run(clone, command.toArray(new String[0]));
    }

    private void assertRefused(Shell.Outcome outcome, String reason) throws Exception {
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.output()).contains(reason);
        assertThat(git("tag")).isEmpty();
        assertThat(clone.resolve("pom.xml")).hasContent(POM);
        assertThat(clone.resolve("target")).doesNotExist();
    }

    @Test
    void aReleaseIsCommittedTaggedAndFollowedByTheNextSnapshot() throws Exception {
        assertThat(release("0.1.0").orFail()).contains("git push origin main v0.1.0");

        assertThat(git("log", "--format=%s").lines())
                .containsExactly("Begin 0.2.0", "Release 0.1.0", "Begin");
        assertThat(git("show", "v0.1.0:pom.xml")).contains("<revision>0.1.0</revision>");
        assertThat(git("cat-file", "-t", "v0.1.0").strip()).isEqualTo("tag");
        assertThat(git("show", "v0.1.0:CHANGELOG.md"))
                .containsPattern("(?m)^## \\[0\\.1\\.0] - \\d{4}-\\d\\d-\\d\\d$")
                .doesNotContain("unreleased");
        assertThat(clone.resolve("pom.xml"))
                .content()
                .contains("    <revision>0.2.0-SNAPSHOT</revision>\n");
        assertThat(clone.resolve("CHANGELOG.md"))
                .content()
                .containsPattern("## \\[0\\.2\\.0] - unreleased\n\n## \\[0\\.1\\.0] - \\d");
        assertThat(clone.resolve("target/log")).hasContent("tested");
        assertThat(git("status", "--porcelain")).isEmpty();
    }

    @Test
    void theNextVersionCanBeSaid() throws Exception {
        release("0.1.0 --next 1.0.0").orFail();

        assertThat(clone.resolve("pom.xml")).content().contains(">1.0.0-SNAPSHOT<");
    }

    @Test
    void aDryRunChangesNothing() throws Exception {
        assertThat(release("0.1.0 --dry-run").orFail())
                .contains("set the version 0.1.0 in pom.xml", "0.2.0-SNAPSHOT");

        assertThat(git("tag")).isEmpty();
        assertThat(git("status", "--porcelain")).isEmpty();
        assertThat(clone.resolve("target")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0.1.0", "0.1", "0.1.0-SNAPSHOT", "0.01.0", "1.0.0.0", "0.1.x"})
    void whatIsNoVersionIsRefused(String version) throws Exception {
        assertRefused(release(version), "'" + version + "' is no version");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "--dry-run, usage: ./weir release VERSION",
                "0.1.0 0.2.0, usage: ./weir release VERSION",
                "0.1.0 --now, unknown option --now",
                "0.0.9, comes before 0.1.0",
                "0.1.0 --next 0.1.0, does not come after 0.1.0",
                "0.2.0, has no line '## [0.2.0] - unreleased"
            })
    void whatMakesNoSenseIsRefused(String arguments, String reason) throws Exception {
        assertRefused(release(arguments), reason);
    }

    @Test
    void aChangedOrNewFileIsRefused() throws Exception {
        write("new.txt", "not committed");

        assertRefused(release("0.1.0"), "the working tree has changes");
    }

    @Test
    void anotherBranchIsRefused() throws Exception {
        git("checkout", "--quiet", "-b", "topic");

        assertRefused(release("0.1.0 --dry-run"), "releases are made on main; this is topic");
    }

    @Test
    void aTagThatExistsIsRefused() throws Exception {
        git("tag", "v0.1.0");

        Shell.Outcome outcome = release("0.1.0");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.output()).contains("the tag v0.1.0 exists already");
    }

    @Test
    void aChangeLogThatSaysNothingIsRefused() throws Exception {
        write(
                "CHANGELOG.md",
                "# Changes\n\n## [0.1.0] - unreleased\n\n## [0.0.1] - then\n\n- A.\n");
        git("commit", "--quiet", "--all", "--message", "Say nothing");

        assertRefused(release("0.1.0"), "CHANGELOG.md says nothing");
    }

    @Test
    void failedTestsLeaveTheCloneAsItWas() throws Exception {
        writeTests("exit 1");
        git("commit", "--quiet", "--all", "--message", "Fail");

        assertRefused(release("0.1.0"), "./weir test failed");
        assertThat(git("status", "--porcelain")).isEmpty();
    }

    @Test
    void aBuildThatLeavesFilesIsRefused() throws Exception {
        writeTests("echo x > left.txt");
        git("commit", "--quiet", "--all", "--message", "Leave a file");

        assertRefused(release("0.1.0"), "left.txt");
    }
}
