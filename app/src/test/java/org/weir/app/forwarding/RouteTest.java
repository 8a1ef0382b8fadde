// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.pipelines.P4Limits;

/** Leaves with more uplinks than a group has buckets. */
class RouteTest {

    private static final int HOPS = 2;

    private static List<Long> ports(int count) {
        return LongStream.rangeClosed(1, count).boxed().collect(Collectors.toList());
    }

    private static List<Long> buckets(List<Long> up, List<Long> all, int rank) {
        return EcmpGroups.bucketsOf(Route.of(up, all, Hop.NONE, HOPS, rank)).stream()
                .map(hop -> hop.port)
                .collect(Collectors.toList());
    }

    /** As many leaves as there are uplinks. */
    @ParameterizedTest
    @ValueSource(ints = {17, 24, 32, 33, 40})
    void allLeavesTogetherUseEachUplinkEquallyOften(int uplinks) {
        Map<Long, Integer> used = new TreeMap<>();
        for (int rank = 0; rank < uplinks; rank++) {
            buckets(ports(uplinks), ports(uplinks), rank)
                    .forEach(port -> used.merge(port, 1, Integer::sum));
        }
        assertThat(used).hasSize(uplinks);
        assertThat(used.values()).containsOnly(P4Limits.ECMP_BUCKET_COUNT);
    }

    @Test
    void onlyTheBucketsOfAPortThatFailsMove() {
        List<Long> all = ports(32);
        for (int rank = 0; rank < 4; rank++) {
            List<Long> before = buckets(all, all, rank);
            for (long failed : all) {
                List<Long> up = new ArrayList<>(all);
                up.remove(failed);
                List<Long> after = buckets(up, all, rank);
                assertThat(after).doesNotContain(failed);
                for (int bucket = 0; bucket < before.size(); bucket++) {
                    if (before.get(bucket) != failed) {
                        assertThat(after.get(bucket)).isEqualTo(before.get(bucket));
                    }
                }
            }
        }
    }

    @Test
    void lastPortOfAChoiceHasAnotherAsAlternate() {
        Route route = Route.of(List.of(3L, 20L, 21L), ports(32), Hop.NONE, HOPS, 0);
        assertThat(route.ports).containsExactly(3L);
        assertThat(route.alternate).isEqualTo(20L);
    }

    @Test
    void withoutAnyPortOfItsChoiceALeafUsesOthers() {
        List<Long> up = List.of(20L, 21L);
        assertThat(buckets(up, ports(32), 0)).containsOnly(20L, 21L);
    }
}
