// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The option for notifications, which only some builds of BMv2 have. */
class NotificationsTest {
    private static final Path SOCKET = Path.of("/run/weir/notifications.ipc");

    @TempDir private Path folder;

    /** A program that knows these options, as those of Boost do. */
    private Path program(String options) throws IOException {
        Path file = folder.resolve("simple_switch");
        Files.writeString(
                file,
                "#!/bin/sh\n[ \"$*\" = --help ] || exit 1\nprintf '%s\\n' '" + options + "'\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aBuildWithNanomsgSendsToTheSocket() throws IOException {
        Path program = program("--thrift-port arg  --notifications-addr arg");

        assertThat(Notifications.options(program, SOCKET))
                .containsExactly("--notifications-addr", "ipc:///run/weir/notifications.ipc");
    }

    @Test
    void aBuildWithoutNanomsgIsNotGivenAnUnknownOption() throws IOException {
        assertThat(Notifications.options(program("--thrift-port arg"), SOCKET)).isEmpty();
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        Path missing = folder.resolve("missing");

        assertThatThrownBy(() -> Notifications.options(missing, SOCKET))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(missing.toString());
    }
}
