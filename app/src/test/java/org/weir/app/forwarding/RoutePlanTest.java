// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.rules.ProgramCheck;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleFactory;
import org.weir.pipelines.P4Names;

class RoutePlanTest {

    private final RouteRules make =
            new RouteRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));
    private final RoutePlan plan = new RoutePlan(DeviceId.deviceId("device:s1"));

    private List<FlowRule> rules() throws Exception {
        List<FlowRule> rules = plan.rules(make);
        for (FlowRule rule : rules) {
            ProgramCheck.assertFits(rule);
        }
        return rules;
    }

    @Test
    void onePathIsAPlainRoute() throws Exception {
        plan.add(IpAddress.valueOf("10.0.0.1"), Set.of(4L));
        plan.add(IpAddress.valueOf("fd00::1"), Set.of(4L));
        assertThat(rules())
                .extracting(FlowRule::table)
                .containsExactlyInAnyOrder(P4Names.TABLE_IPV4_ROUTES, P4Names.TABLE_IPV6_ROUTES);
    }

    @Test
    void equalPathsFillAllBucketsEvenly() throws Exception {
        plan.add(IpAddress.valueOf("10.0.0.1"), List.of(7L, 5L, 6L));
        plan.add(IpAddress.valueOf("10.0.0.2"), List.of(5L, 6L, 7L));
        List<FlowRule> buckets =
                rules().stream()
                        .filter(rule -> rule.table().equals(P4Names.TABLE_NEXT_HOPS))
                        .collect(Collectors.toList());
        assertThat(buckets).as("one group for both").hasSize(16);
        for (String port : new String[] {"0x5", "0x6", "0x7"}) {
            assertThat(buckets)
                    .filteredOn(rule -> rule.treatment().toString().contains("port=" + port + ")"))
                    .hasSizeBetween(5, 6);
        }
    }

    @Test
    void morePathsThanBucketsUseAsManyAsThereAre() throws Exception {
        List<Long> ports = LongStream.rangeClosed(1, 20).boxed().collect(Collectors.toList());
        plan.add(IpAddress.valueOf("10.0.0.1"), ports);
        assertThat(rules()).hasSize(17);
    }

    @Test
    void groupNumbersFollowFromThePortsAlone() {
        List<List<Long>> groups = new ArrayList<>();
        for (long first = 1; first < 40; first++) {
            for (long second = first + 1; second <= 40; second++) {
                groups.add(List.of(first, second));
            }
        }
        EcmpGroups numbered = new EcmpGroups(groups);
        List<List<Long>> reversed = new ArrayList<>(groups);
        Collections.reverse(reversed);
        EcmpGroups again = new EcmpGroups(reversed);
        Set<Integer> ids = new HashSet<>();
        for (List<Long> group : groups) {
            assertThat(numbered.id(group)).isEqualTo(again.id(group)).isBetween(1, 65_535);
            ids.add(numbered.id(group));
        }
        assertThat(ids).hasSameSizeAs(groups);
    }

    @Test
    void groupsWhoseNumbersCollideGetDifferentOnes() {
        // Both lists have the hash code 31 * 31 + 31 * a + b of the same value.
        List<Long> one = Arrays.asList(1L, 33L);
        List<Long> other = Arrays.asList(2L, 2L);
        assertThat(one.hashCode()).isEqualTo(other.hashCode());
        EcmpGroups groups = new EcmpGroups(List.of(one, other));
        assertThat(groups.id(one)).isNotEqualTo(groups.id(other));
    }
}
