// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.SwitchSpec;

/** Random numbers of the switches of generated networks. */
class SwitchSeedsTest {
    private static List<Long> seeds(long networkSeed) {
        LineSpec line = new LineSpec(1_000_000_000L, 1000, 256);
        return LeafSpine.create(2, 2, 2, line, line, networkSeed).switches().stream()
                .map(SwitchSpec::seed)
                .toList();
    }

    @Test
    void eachSwitchAndEachNetworkSeedHasItsOwn() {
        assertThat(seeds(1))
                .hasSize(4)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(seeds(2));
    }

    @Test
    void oneSeedGivesTheSameNumbersAgain() {
        assertThat(seeds(7)).isEqualTo(seeds(7));
    }
}
