// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onosproject.net.DeviceId;

class LinkMapTest {
    private static final DeviceId A = DeviceId.deviceId("device:a");
    private static final DeviceId B = DeviceId.deviceId("device:b");
    private static final DeviceId C = DeviceId.deviceId("device:c");
    private static final DeviceId D = DeviceId.deviceId("device:d");

    /** A square: a and d are joined by b and by c. */
    private static LinkMap square() {
        return LinkMap.builder()
                .add(A, 1, B)
                .add(A, 2, C)
                .add(B, 1, A)
                .add(B, 2, D)
                .add(C, 1, A)
                .add(C, 2, D)
                .add(D, 1, B)
                .add(D, 2, C)
                .build();
    }

    @Test
    void equalPathsAreAllFound() {
        Map<DeviceId, Integer> hops = square().distancesTo(D);
        assertThat(hops)
                .containsOnly(Map.entry(A, 2), Map.entry(B, 1), Map.entry(C, 1), Map.entry(D, 0));
        assertThat(square().nextHops(A, hops)).containsExactly(1L, 2L);
        assertThat(square().nextHops(B, hops)).containsExactly(2L);
    }

    @Test
    void linkOfOneDirectionIsUsedInThatDirectionOnly() {
        LinkMap oneWay = LinkMap.builder().add(A, 1, B).build();
        assertThat(oneWay.nextHops(A, oneWay.distancesTo(B))).containsExactly(1L);
        assertThat(oneWay.nextHops(B, oneWay.distancesTo(A))).isEmpty();
    }

    @Test
    void lostLinkLeavesTheLongerWay() {
        LinkMap cut = LinkMap.builder().add(B, 1, A).add(A, 2, C).add(C, 2, D).add(D, 1, B).build();
        assertThat(cut.nextHops(B, cut.distancesTo(D))).containsExactly(1L);
        assertThat(square().containsAll(cut)).isTrue();
        assertThat(cut.containsAll(square())).isFalse();
    }

    @Test
    void olderLinksCountUnlessTheirPortLeadsElsewhereOrTheirSwitchIsGone() {
        LinkMap now = LinkMap.builder().add(A, 1, C).build();
        LinkMap all = now.with(square(), Set.of(A, B, C));
        assertThat(all.nextHops(A, all.distancesTo(B))).as("port 1 leads to c now").isEmpty();
        assertThat(all.nextHops(A, all.distancesTo(C))).containsExactly(1L, 2L);
        assertThat(all.distancesTo(D)).containsOnlyKeys(D);
    }
}
