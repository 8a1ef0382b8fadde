// SPDX-License-Identifier: Apache-2.0
package org.weir.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedFileTest {
    @ChecksGeneratedFile
    private static final class OfTheCode {}

    @ChecksRecordedRun
    private static final class OfARun {}

    @TempDir Path folder;
    private Path path;

    @BeforeEach
    void commit() throws IOException {
        path = Files.writeString(folder.resolve("table.md"), "one\ntwo\n");
    }

    @AfterEach
    void compareAgain() {
        System.clearProperty("weir.write");
    }

    @Test
    void theSameTextPasses() {
        new GeneratedFile(path, OfTheCode.class).check("one\ntwo\n");
    }

    @Test
    void aDifferenceNamesTheFileTheCommandAndTheLine() {
        assertThatThrownBy(() -> new GeneratedFile(path, OfTheCode.class).check("one\n2\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("table.md is not what the code gives; ./weir write writes")
                .hasMessageContaining("line 2 of the file: two")
                .hasMessageContaining("of the code: 2");
        assertThatThrownBy(() -> new GeneratedFile(path, OfARun.class).check("one\n"))
                .hasMessageContaining("./weir write --runs")
                .hasMessageContaining("line 2");
    }

    @Test
    void aMissingLastLineOrFileIsADifference() {
        GeneratedFile file = new GeneratedFile(path, OfTheCode.class);
        GeneratedFile none = new GeneratedFile(folder.resolve("none.md"), OfTheCode.class);
        assertThatThrownBy(() -> file.check("one\ntwo\nthree")).hasMessageContaining("line 3");
        assertThatThrownBy(() -> file.check("one\ntwo")).hasMessageContaining("(no such line)");
        assertThatThrownBy(() -> none.check("")).hasMessageContaining("there is no such file");
    }

    @Test
    void aRunThatWritesWritesAndDoesNotFail() {
        System.setProperty("weir.write", "true");
        new GeneratedFile(path, OfTheCode.class).check("new\n");
        new GeneratedFile(folder.resolve("sub/first.md"), OfTheCode.class).check("first\n");
        assertThat(path).hasContent("new\n");
        assertThat(folder.resolve("sub/first.md")).hasContent("first\n");
    }

    @Test
    void aTestThatTheCommandWouldNotFindIsRefused() {
        assertThatThrownBy(() -> new GeneratedFile(path, GeneratedFileTest.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@ChecksGeneratedFile");
    }
}
