// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFaultTest {
    @TempDir Path folder;

    private static String words(ThrowingCallable read) {
        return FileFault.of(catchThrowableOfType(IOException.class, read));
    }

    @Test
    void aReasonHasNoNameOfJava() throws IOException {
        Path file = Files.write(folder.resolve("a"), new byte[] {(byte) 0xff});
        assertThat(words(() -> Files.readAllBytes(folder.resolve("none"))))
                .isEqualTo("no such file");
        assertThat(words(() -> Files.readAllBytes(folder))).isEqualTo("is a folder");
        assertThat(words(() -> Files.readString(file))).isEqualTo("is not UTF-8");
        assertThat(words(() -> Files.createDirectories(file))).isEqualTo("is a file, not a folder");
        assertThat(words(() -> Files.readAllBytes(file.resolve("b")))).isEqualTo("not a directory");
        assertThat(words(() -> new FileInputStream(folder.resolve("none").toFile())))
                .isEqualTo("no such file");
        assertThat(words(() -> new FileInputStream(folder.toFile()))).isEqualTo("is a folder");
        assertThat(FileFault.of(new FileNotFoundException("x (Permission denied)")))
                .isEqualTo("no permission");
        assertThat(FileFault.of(new AccessDeniedException("x"))).isEqualTo("no permission");
        assertThat(FileFault.of(new FileSystemException("x", null, "No space left on device")))
                .isEqualTo("no space left on device");
    }
}
