// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NetworkSizeTest {
    @Test
    void warnsOfMoreSwitchesThanWereMeasured() {
        assertThat(new NetworkSize(80, 512, 128).warning(2)).isEmpty();
        assertThat(new NetworkSize(81, 512, 128).warning(3)).isEmpty();
        assertThat(new NetworkSize(81, 512, 128).warning(2))
                .hasValueSatisfying(
                        text ->
                                assertThat(text)
                                        .contains("81 switches", "80 were", "2 processors")
                                        .contains("docs/soak.md"));
    }
}
