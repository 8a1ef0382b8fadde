// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.runner.InputException;

/** State that another user has left. */
class StateFolderTest {
    private static final int PORT = 8181;

    @TempDir Path state;

    @Test
    void whatBelongsToAnotherUserIsNamed() throws IOException {
        for (String name : new String[] {"onos-8181", "onos-8181-store-1"}) {
            Path other = Files.createDirectory(state.resolve(name));
            String owner = Files.getOwner(other).getName();

            assertThatThrownBy(
                            () ->
                                    StateFolder.check(
                                            state, PORT, file -> !file.equals(other), "somebody"))
                    .isInstanceOf(InputException.class)
                    .hasMessage(
                            "--state: "
                                    + other
                                    + ": belongs to "
                                    + owner
                                    + "; remove it, or choose another with --state");
        }
        assertThatThrownBy(
                        () ->
                                StateFolder.check(
                                        state, PORT, file -> !file.equals(state), "somebody"))
                .hasMessageStartingWith("--state: " + state + ": belongs to ");
    }

    @Test
    void ownFoldersThatCannotBeWrittenAreNotCalledForeign() throws IOException {
        String owner = Files.getOwner(state).getName();
        assertThatThrownBy(() -> StateFolder.check(state, PORT, file -> false, owner))
                .hasMessage(
                        "--state: " + state + ": cannot be written; choose another with --state");
    }

    @Test
    void othersFoldersAndNoFolderAreNoMatter() throws IOException {
        Path other = Files.createDirectory(state.resolve("onos-81810"));

        assertThatCode(
                        () ->
                                StateFolder.check(
                                        state, PORT, file -> !file.equals(other), "somebody"))
                .doesNotThrowAnyException();
        assertThatCode(
                        () ->
                                StateFolder.check(
                                        state.resolve("none"), PORT, file -> false, "somebody"))
                .doesNotThrowAnyException();
    }

    @Test
    void aPathAloneIsNoReason() {
        assertThat(Reason.of(new AccessDeniedException("/x"))).isEqualTo("/x: permission denied");
        assertThat(Reason.of(new NoSuchFileException("/x"))).isEqualTo("/x: no such file");
        assertThat(Reason.of(new DirectoryNotEmptyException("/x")))
                .isEqualTo("/x: DirectoryNotEmptyException");
        assertThat(Reason.of(new FileSystemException("/x", null, "No space left on device")))
                .isEqualTo("/x: No space left on device");
        assertThat(Reason.of(new IOException("closed"))).isEqualTo("closed");
    }
}
