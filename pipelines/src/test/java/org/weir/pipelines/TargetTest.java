// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetTest {

    @Test
    void portsThatAreNotOfTheFrontPanelAreNotManaged() {
        assertThat(Target.BMV2.managed(0)).isFalse();
        assertThat(Target.BMV2.managed(63)).isTrue();
        assertThat(Target.BMV2.managed(64)).isFalse();
        assertThat(Target.TOFINO.managed(0)).as("none in P4Runtime").isFalse();
        assertThat(Target.TOFINO.managed(128)).isTrue();
        assertThat(Target.TOFINO.managed(128 + 63)).isTrue();
        assertThat(Target.TOFINO.managed(64)).as("CPU").isFalse();
        assertThat(Target.TOFINO.managed(3 * 128 + 68)).as("recirculation").isFalse();
        assertThat(Target.TOFINO.managed(512)).isFalse();
        assertThat(Target.TOFINO2.managed(8)).isTrue();
        assertThat(Target.TOFINO2.managed(6)).as("recirculation").isFalse();
        assertThat(Target.TOFINO2.managed(-1)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void noManagedPortIsOneThatTheProgramUsesItself(Target target) {
        assertThat(target.managed(target.cpuPort())).isFalse();
        assertThat(target.managed(target.feedbackPort())).isFalse();
        assertThatThrownBy(() -> target.queueIndex(target.cpuPort(), 0))
                .hasMessageContaining(target.managedPorts());
    }

    @ParameterizedTest
    @EnumSource
    void queueIndicesDoNotOverlap(Target target) {
        Set<Integer> seen = new HashSet<>();
        for (int port = 0; port <= P4Limits.MAX_PORT; port++) {
            for (int one = 0; one < P4Limits.CLASS_COUNT && target.managed(port); one++) {
                assertThat(seen.add(target.queueIndex(port, one))).isTrue();
            }
        }
        assertThat(seen).isNotEmpty();
        assertThatThrownBy(() -> target.queueIndex(9, 8)).hasMessageContaining("0..7");
    }

    @Test
    void queuesOfAPipeFollowThoseOfThePipeBefore() {
        assertThat(Target.BMV2.queueIndex(63, 7)).isEqualTo(511);
        assertThat(Target.TOFINO.queueIndex(63, 7)).isEqualTo(511);
        assertThat(Target.TOFINO.queueIndex(128, 0)).isEqualTo(512);
        assertThat(Target.TOFINO.queueIndex(3 * 128 + 63, 7)).isEqualTo(2047);
        assertThat(Target.TOFINO2.queueIndex(8, 0)).isZero();
        assertThat(Target.TOFINO2.queueIndex(128 + 8, 3)).isEqualTo(515);
        assertThat(Target.TOFINO2.queueIndex(3 * 128 + 71, 7)).isEqualTo(2047);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsPipeconf(Target target) {
        assertThat(Target.of(target.pipeconf().toString())).contains(target);
        assertThat(Target.of("org.onosproject.pipelines.basic")).isEmpty();
    }
}
