// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/**
 * The compiled programs are those of the sources; if not, {@code ./weir p4} compiles them again.
 */
@ChecksCommittedFile
class ProgramsTest {

    @Test
    void compiledProgramsAreThoseOfTheirSources() throws Exception {
        List<String> sums = Files.readAllLines(Path.of("compiled/programs.sha256"));
        assertThat(sums).hasSize(8);
        for (String line : sums) {
            String[] parts = line.split("\\s+");
            byte[] content = Files.readAllBytes(Path.of(parts[1]));
            assertThat(
                            HexFormat.of()
                                    .formatHex(
                                            MessageDigest.getInstance("SHA-256").digest(content)))
                    .as("%s; ./weir p4 compiles the programs again", parts[1])
                    .isEqualTo(parts[0]);
        }
    }
}
