// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksCommittedFile;

/** {@code docs/tunables.md} agrees with the code; lab's test of it writes the file. */
@ChecksCommittedFile
class ReferenceTest {
    @Test
    void fileHoldsWhatIsDeclared() throws IOException {
        assertThat(Files.readString(Paths.get("../docs/tunables.md")))
                .as("./weir write writes docs/tunables.md again")
                .contains("\n\n" + PolicyInterval.reference() + "\n")
                .contains("\n\n" + Tunable.reference() + "\n");
    }

    @Test
    void numbersAreWrittenOut() {
        assertThat(ReferenceTable.number(0.001)).isEqualTo("0.001");
        assertThat(ReferenceTable.number(1e6)).isEqualTo("1000000");
        assertThat(ReferenceTable.number(1e12)).isEqualTo("1000000000000");
    }
}
