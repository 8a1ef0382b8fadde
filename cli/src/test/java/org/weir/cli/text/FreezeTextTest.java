// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FreezeTextTest {

    @Test
    void beforeTheStoreWasReadNobodyIsAdvisedToEndAFreeze() {
        assertThat(FreezeText.state(false, true))
                .isEqualTo("not known yet whether settings are frozen");
        assertThat(FreezeText.warning(false, true).orElseThrow())
                .contains("not known yet")
                .doesNotContain("weir-unfreeze");
    }

    @Test
    void freezeIsNamedWithTheCommandThatEndsIt() {
        assertThat(FreezeText.state(true, true)).isEqualTo("settings are frozen");
        assertThat(FreezeText.warning(true, true).orElseThrow()).contains("weir-unfreeze");
        assertThat(FreezeText.warning(true, true).orElseThrow())
                .contains(
                        "no weights, thresholds, limits and target rates are installed",
                        "Match rules, AQM algorithms and edge rules follow the policy")
                .doesNotContain("nothing");
        assertThat(FreezeText.state(true, false)).isEqualTo("settings are not frozen");
        assertThat(FreezeText.warning(true, false)).isEmpty();
    }
}
