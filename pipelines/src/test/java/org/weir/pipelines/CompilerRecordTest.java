// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.rules.ChecksCommittedFile;

/**
 * The documents' record of the compiler: the commit of p4c that made the Tofino programs, as the
 * assembler wrote it into {@code context.json}. The commit does not show whether p4c had the fix of
 * its issue 5752; {@link AssembledParserTest} checks its effect.
 */
@ChecksCommittedFile
class CompilerRecordTest {

    private static final Pattern WITH_COMMIT = Pattern.compile("[0-9.]+ \\(([0-9a-f]{7,40})\\)");

    @ParameterizedTest
    @ValueSource(strings = {"tofino/weir", "tofino/weir_abc", "tofino2/weir", "tofino2/weir_abc"})
    void documentsNameTheCompilerOfThePrograms(String program) throws Exception {
        String version =
                new ObjectMapper()
                        .readTree(Path.of("compiled/onos/tna", program, "context.json").toFile())
                        .path("compiler_version")
                        .asText();
        Matcher commit = WITH_COMMIT.matcher(version);
        assertThat(commit.matches()).as(version).isTrue();
        for (String document : new String[] {"README.md", "../docs/tofino-evidence.md"}) {
            assertThat(Files.readString(Path.of(document)))
                    .as(document)
                    .containsPattern("commit " + commit.group(1) + "\\b")
                    .contains("issue 5752");
        }
    }
}
