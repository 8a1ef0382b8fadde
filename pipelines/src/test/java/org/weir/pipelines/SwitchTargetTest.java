// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SwitchTargetTest {

    @Test
    void portsThatAreNotOfTheFrontPanelAreNotManaged() {
        assertThat(SwitchTarget.BMV2.managed(0)).isFalse();
        assertThat(SwitchTarget.BMV2.managed(63)).isTrue();
        assertThat(SwitchTarget.BMV2.managed(64)).isFalse();
        assertThat(SwitchTarget.TOFINO.managed(0)).as("none in P4Runtime").isFalse();
        assertThat(SwitchTarget.TOFINO.managed(128)).isTrue();
        assertThat(SwitchTarget.TOFINO.managed(128 + 63)).isTrue();
        assertThat(SwitchTarget.TOFINO.managed(64)).as("CPU").isFalse();
        assertThat(SwitchTarget.TOFINO.managed(3 * 128 + 68)).as("recirculation").isFalse();
        assertThat(SwitchTarget.TOFINO.managed(512)).isFalse();
        assertThat(SwitchTarget.TOFINO2.managed(8)).isTrue();
        assertThat(SwitchTarget.TOFINO2.managed(6)).as("recirculation").isFalse();
        assertThat(SwitchTarget.TOFINO2.managed(-1)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void noManagedPortIsOneThatTheProgramUsesItself(SwitchTarget target) {
        assertThat(target.managed(target.cpuPort())).isFalse();
        assertThat(target.managed(target.feedbackPort())).isFalse();
        assertThatThrownBy(() -> target.queueIndex(target.cpuPort(), 0))
                .hasMessageContaining(target.managedPorts());
    }

    @ParameterizedTest
    @EnumSource
    void queueIndicesDoNotOverlap(SwitchTarget target) {
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
        assertThat(SwitchTarget.BMV2.queueIndex(63, 7)).isEqualTo(511);
        assertThat(SwitchTarget.TOFINO.queueIndex(63, 7)).isEqualTo(511);
        assertThat(SwitchTarget.TOFINO.queueIndex(128, 0)).isEqualTo(512);
        assertThat(SwitchTarget.TOFINO.queueIndex(3 * 128 + 63, 7)).isEqualTo(2047);
        assertThat(SwitchTarget.TOFINO2.queueIndex(8, 0)).isEqualTo(64);
        assertThat(SwitchTarget.TOFINO2.queueIndex(128 + 8, 3)).isEqualTo(512 + 67);
        assertThat(SwitchTarget.TOFINO2.queueIndex(3 * 128 + 63, 7)).isEqualTo(2047);
        // weir.p4 takes the pipe and six bits of the port: 64 to 71 are 0 to 7 there.
        assertThat(SwitchTarget.TOFINO2.queueIndex(64, 0)).isZero();
        assertThat(SwitchTarget.TOFINO2.queueIndex(128 + 71, 7)).isEqualTo(512 + 63);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsPipeconf(SwitchTarget target) {
        assertThat(SwitchTarget.of(target.pipeconf().toString())).contains(target);
        assertThat(SwitchTarget.of("org.onosproject.pipelines.basic")).isEmpty();
    }

    @Test
    void aTofinosMicrosecondOfAWindowHas1024Nanoseconds() {
        assertThat(SwitchTarget.BMV2.rateWindowUs(128)).isEqualTo(128);
        assertThat(SwitchTarget.TOFINO.rateWindowUs(128)).isEqualTo(131.072);
        assertThat(SwitchTarget.TOFINO2.rateWindowUs(32768)).isEqualTo(33554.432);
    }
}
