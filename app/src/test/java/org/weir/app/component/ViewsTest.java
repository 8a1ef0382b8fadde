// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.pipelines.Platform;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

class ViewsTest {

    /** A Tofino's port number holds the pipe above its lowest seven bits. */
    @Test
    void packetsEnterByThePipesOfThePortsInUse() {
        Optional<Platform> tofino = Optional.of(TofinoPlatform.TOFINO);
        assertThat(Views.arrivalPipes(tofino, Set.of(0L, 63L))).isEqualTo(1);
        assertThat(Views.arrivalPipes(tofino, Set.of(0L, 63L, 128L))).isEqualTo(2);
        assertThat(Views.arrivalPipes(tofino, Set.of(128L, 191L))).isEqualTo(1);
        assertThat(Views.arrivalPipes(tofino, Set.of(0L, 128L, 256L, 384L))).isEqualTo(4);
        assertThat(Views.arrivalPipes(Optional.of(Tofino2Platform.TOFINO2), Set.of(8L, 136L, 144L)))
                .isEqualTo(2);
    }

    @Test
    void otherSwitchesMeasureAllPacketsTogether() {
        Set<Long> ports = Set.of(1L, 2L, 300L);
        assertThat(Views.arrivalPipes(Optional.of(Bmv2Platform.BMV2), ports)).isEqualTo(1);
        assertThat(Views.arrivalPipes(Optional.empty(), ports)).isEqualTo(1);
        assertThat(Views.arrivalPipes(Optional.of(TofinoPlatform.TOFINO), Set.of())).isEqualTo(1);
    }
}
