// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyFileTest {
    @TempDir private Path folder;

    private String file(String content) throws IOException {
        return Files.writeString(folder.resolve("policy.json"), content).toString();
    }

    @Test
    void anObjectIsRead() throws IOException {
        assertThat(PolicyFile.read(file("{\"classes\": []}"))).hasToString("{\"classes\":[]}");
    }

    /** REST refuses the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"classes\": [",
                "{\"delayMs\": 5, \"delayMs\": 50}",
                "{\"classes\": []} {}",
            })
    void anythingElseIsRefused(String content) throws IOException {
        String name = file(content);
        assertThatThrownBy(() -> PolicyFile.read(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("file: ")
                .hasMessageEndingWith(name)
                .message()
                .doesNotContain("delayMs");
    }
}
