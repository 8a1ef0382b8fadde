// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that git tracks: git ignores none of them. */
class CommittedFilesTest {

    @BeforeEach
    void needsClone() {
        assumeTrue(
                Shell.has("git") && Files.exists(Shell.home().resolve(".git")),
                "committed files are not checked: this is no clone, or there is no git");
    }

    @Test
    void noCommittedFileIsIgnoredByGit() throws Exception {
        String committed =
                Shell.run(Shell.home(), "git", "ls-files", "-c", "-i", "--exclude-standard")
                        .orFail();

        assertThat(Shell.lines(committed)).isEmpty();
    }

    @Test
    void whatTheBuildMakesIsIgnored() throws Exception {
        for (String made : new String[] {"lab/target/x", "onos/grpc/target/x", ".weir/x"}) {
            assertThat(Shell.run(Shell.home(), "git", "check-ignore", "--quiet", made).exitCode())
                    .as(made)
                    .isZero();
        }
    }
}
