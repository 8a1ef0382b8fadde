// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.weir.control.scheduler.SchedulerType;
import org.weir.pipelines.platform.Platforms;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

class PlatformTest {

    @Test
    void portsThatAreNotOfTheFrontPanelAreNotManaged() {
        assertThat(Bmv2Platform.BMV2.managed(0)).isFalse();
        assertThat(Bmv2Platform.BMV2.managed(63)).isTrue();
        assertThat(Bmv2Platform.BMV2.managed(64)).isFalse();
        assertThat(TofinoPlatform.TOFINO.managed(0)).as("none in P4Runtime").isFalse();
        assertThat(TofinoPlatform.TOFINO.managed(128)).isTrue();
        assertThat(TofinoPlatform.TOFINO.managed(128 + 63)).isTrue();
        assertThat(TofinoPlatform.TOFINO.managed(64)).as("CPU").isFalse();
        assertThat(TofinoPlatform.TOFINO.managed(3 * 128 + 68)).as("recirculation").isFalse();
        assertThat(TofinoPlatform.TOFINO.managed(512)).isFalse();
        assertThat(Tofino2Platform.TOFINO2.managed(8)).isTrue();
        assertThat(Tofino2Platform.TOFINO2.managed(6)).as("recirculation").isFalse();
        assertThat(Tofino2Platform.TOFINO2.managed(-1)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("org.weir.pipelines.platform.Platforms#all")
    void noManagedPortIsOneThatTheProgramUsesItself(Platform platform) {
        assertThat(platform.managed(platform.cpuPort())).isFalse();
        assertThat(platform.managed(platform.feedbackPort())).isFalse();
        assertThatThrownBy(() -> platform.queueIndex(platform.cpuPort(), 0))
                .hasMessageContaining(platform.managedPorts());
    }

    @ParameterizedTest
    @MethodSource("org.weir.pipelines.platform.Platforms#all")
    void queueIndicesDoNotOverlap(Platform platform) {
        Set<Integer> seen = new HashSet<>();
        for (int port = 0; port <= P4Limits.MAX_PORT; port++) {
            for (int one = 0; one < P4Limits.CLASS_COUNT && platform.managed(port); one++) {
                assertThat(seen.add(platform.queueIndex(port, one))).isTrue();
            }
        }
        assertThat(seen).isNotEmpty();
        assertThatThrownBy(() -> platform.queueIndex(9, 8)).hasMessageContaining("0..7");
    }

    @Test
    void queuesOfAPipeFollowThoseOfThePipeBefore() {
        assertThat(Bmv2Platform.BMV2.queueIndex(63, 7)).isEqualTo(511);
        assertThat(TofinoPlatform.TOFINO.queueIndex(63, 7)).isEqualTo(511);
        assertThat(TofinoPlatform.TOFINO.queueIndex(128, 0)).isEqualTo(512);
        assertThat(TofinoPlatform.TOFINO.queueIndex(3 * 128 + 63, 7)).isEqualTo(2047);
        assertThat(Tofino2Platform.TOFINO2.queueIndex(8, 0)).isEqualTo(64);
        assertThat(Tofino2Platform.TOFINO2.queueIndex(128 + 8, 3)).isEqualTo(512 + 67);
        assertThat(Tofino2Platform.TOFINO2.queueIndex(3 * 128 + 63, 7)).isEqualTo(2047);
        // weir.p4 takes the pipe and six bits of the port: 64 to 71 are 0 to 7 there.
        assertThat(Tofino2Platform.TOFINO2.queueIndex(64, 0)).isZero();
        assertThat(Tofino2Platform.TOFINO2.queueIndex(128 + 71, 7)).isEqualTo(512 + 63);
    }

    @ParameterizedTest
    @MethodSource("org.weir.pipelines.platform.Platforms#all")
    void isFoundByItsPipeconf(Platform platform) {
        assertThat(Platforms.of(platform.pipeconf().toString())).contains(platform);
        assertThat(Platforms.of("org.onosproject.pipelines.basic")).isEmpty();
    }

    @Test
    void aTofinosMicrosecondOfAWindowHas1024Nanoseconds() {
        assertThat(Bmv2Platform.BMV2.rateWindowUs(128)).isEqualTo(128);
        assertThat(TofinoPlatform.TOFINO.rateWindowUs(128)).isEqualTo(131.072);
        assertThat(Tofino2Platform.TOFINO2.rateWindowUs(32768)).isEqualTo(33554.432);
    }

    @Test
    void weightsAreInTheProgramOrInASchedulerOfOneType() {
        assertThat(Bmv2Platform.BMV2.scheduler()).isEmpty();
        assertThat(Platforms.schedulerTypes())
                .extracting(SchedulerType::addressField)
                .containsExactly("bfrt");
    }
}
