// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.extern.ExternModules;

/** Our programs do what the STF files next to them say, which is what stock BMv2 does. */
class StfProgramsTest {

    @ParameterizedTest
    @ValueSource(strings = {"edges", "union_stacks", "wide"})
    void theProgramDoesWhatItsTestSays(String name) throws Exception {
        Path test = Path.of(getClass().getResource("/p4/" + name + ".stf").toURI());
        assertThat(StfRunner.run(TestNetwork.program(name), ExternModules.NONE, test, line -> {}))
                .isEmpty();
    }
}
