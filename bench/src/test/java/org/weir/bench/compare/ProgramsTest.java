// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.weir.bench.programs.Programs;

/** The compiled programs are those of the sources; if not, {@code ./weir p4} compiles them again. */
class ProgramsTest {

    private static final String FOLDER = "/org/weir/bench/programs/";

    @Test
    void compiledProgramsAreThoseOfTheirSources() throws Exception {
        String sums = new String(Programs.read(FOLDER + "programs.sha256"), StandardCharsets.UTF_8);
        assertThat(sums.lines()).hasSize(8);
        for (String line : sums.lines().toList()) {
            String[] parts = line.split("\\s+");
            byte[] content = Programs.read(FOLDER + parts[1].substring(2));
            assertThat(
                            HexFormat.of()
                                    .formatHex(
                                            MessageDigest.getInstance("SHA-256").digest(content)))
                    .as(parts[1])
                    .isEqualTo(parts[0]);
        }
    }
}
