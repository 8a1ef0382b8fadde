// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpPrefix;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.rules.ProgramCheck;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleFactory;
import org.weir.pipelines.P4Names;

class RoutePlanTest {

    private final RouteRules make =
            new RouteRules(
                    new RuleFactory(new DefaultApplicationId(7, "org.weir.app")), device -> true);
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
        plan.put(IpPrefix.valueOf("10.0.0.1/32"), route(4));
        plan.put(IpPrefix.valueOf("fd00::1/128"), route(4));
        assertThat(rules())
                .extracting(FlowRule::table)
                .containsExactlyInAnyOrder(P4Names.TABLE_IPV4_ROUTES, P4Names.TABLE_IPV6_ROUTES);
    }

    @Test
    void routesToPrefixesFitTheTables() throws Exception {
        plan.put(IpPrefix.valueOf("128.0.0.0/1"), route(4));
        plan.put(IpPrefix.valueOf("10.0.0.0/8"), route(4, 5));
        plan.put(IpPrefix.valueOf("10.0.0.0/16"), route(4));
        plan.put(IpPrefix.valueOf("2001:db8::/32"), route(4));
        assertThat(rules().stream().flatMap(rule -> RouteRules.destination(rule).stream()))
                .containsExactlyInAnyOrder(
                        IpPrefix.valueOf("128.0.0.0/1"),
                        IpPrefix.valueOf("10.0.0.0/8"),
                        IpPrefix.valueOf("10.0.0.0/16"),
                        IpPrefix.valueOf("2001:db8::/32"));
    }

    /** ONOS would take it for the default action of the table, which the program fixes. */
    @Test
    void noTableHasAnEntryOfLengthZero() {
        plan.put(IpPrefix.valueOf("0.0.0.0/0"), route(4));
        assertThatThrownBy(this::rules).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void equalPathsFillAllBucketsEvenly() throws Exception {
        plan.put(IpPrefix.valueOf("10.0.0.1/32"), route(7, 5, 6));
        plan.put(IpPrefix.valueOf("10.0.0.2/32"), route(5, 6, 7));
        List<FlowRule> buckets =
                rules().stream()
                        .filter(rule -> rule.table().equals(P4Names.TABLE_NEXT_HOPS))
                        .collect(Collectors.toList());
        assertThat(buckets).as("one group for both").hasSize(16);
        for (String port : new String[] {"0x5", "0x6", "0x7"}) {
            assertThat(buckets)
                    .filteredOn(rule -> rule.treatment().toString().contains("port=" + port + ","))
                    .hasSizeBetween(5, 6);
        }
    }

    @Test
    void morePathsThanBucketsUseAsManyAsThereAre() throws Exception {
        plan.put(IpPrefix.valueOf("10.0.0.1/32"), route(LongStream.rangeClosed(1, 20).toArray()));
        assertThat(rules()).hasSize(17);
    }

    @Test
    void groupNumbersFollowFromThePortsAlone() {
        List<Route> routes = new ArrayList<>();
        for (long first = 1; first < 40; first++) {
            for (long second = first + 1; second <= 40; second++) {
                routes.add(route(first, second));
            }
        }
        EcmpGroups numbered = new EcmpGroups(routes);
        List<Route> reversed = new ArrayList<>(routes);
        Collections.reverse(reversed);
        EcmpGroups again = new EcmpGroups(reversed);
        Set<Integer> ids = new HashSet<>();
        for (Route route : routes) {
            assertThat(numbered.id(route)).isEqualTo(again.id(route)).isBetween(1, 65_535);
            ids.add(numbered.id(route));
        }
        assertThat(ids).hasSameSizeAs(routes);
    }

    @Test
    void groupsWhoseNumbersCollideGetDifferentOnes() {
        // Both lists have the hash code 31 * 31 + 31 * a + b of the same value.
        Route one = route(1, 64);
        Route other = route(2, 33);
        assertThat(one.allPorts.hashCode()).isEqualTo(other.allPorts.hashCode());
        EcmpGroups groups = new EcmpGroups(List.of(one, other));
        assertThat(groups.id(one)).isNotEqualTo(groups.id(other));
    }

    /** Only the buckets of the missing ports move, for every set of ports and every part of it. */
    @Test
    void failedPortsGiveAwayTheirBucketsAndNoOthersMove() {
        for (int count = 2; count <= 8; count++) {
            List<Long> all = LongStream.rangeClosed(1, count).boxed().collect(Collectors.toList());
            List<Long> before = ports(EcmpGroups.bucketsOf(Route.of(all, all)));
            for (int up = 1; up < 1 << count; up++) {
                int mask = up;
                List<Long> ports =
                        all.stream()
                                .filter(port -> (mask >> (port - 1) & 1) == 1)
                                .collect(Collectors.toList());
                List<Long> after = ports(EcmpGroups.bucketsOf(Route.of(ports, all)));
                for (int bucket = 0; bucket < before.size(); bucket++) {
                    if (ports.contains(before.get(bucket))) {
                        assertThat(after.get(bucket)).isEqualTo(before.get(bucket));
                    } else {
                        assertThat(ports).contains(after.get(bucket));
                    }
                }
            }
        }
    }

    private static List<Long> ports(List<Hop> buckets) {
        return buckets.stream().map(hop -> hop.port).collect(Collectors.toList());
    }

    /** Traffic of a failed port is spread over all others, and returns to it alone. */
    @Test
    void alternatesOfAPortTakeTurns() {
        List<Long> all = List.of(1L, 2L, 3L, 4L);
        List<Hop> buckets = EcmpGroups.bucketsOf(Route.of(all, all));
        for (long port : all) {
            assertThat(buckets.stream().filter(hop -> hop.port == port).map(hop -> hop.alternate))
                    .hasSize(4)
                    .doesNotContain(port, Hop.NONE)
                    .containsAll(
                            all.stream()
                                    .filter(other -> other != port)
                                    .collect(Collectors.toList()));
        }
    }

    @Test
    void ownLinkThatFailsChangesBucketsAndNoRoute() {
        List<Long> all = List.of(3L, 4L);
        for (int host = 1; host <= 10; host++) {
            plan.put(IpPrefix.valueOf("10.0.0." + host + "/32"), route(3, 4));
        }
        List<FlowRule> before = plan.rules(make);
        for (int host = 1; host <= 10; host++) {
            plan.put(IpPrefix.valueOf("10.0.0." + host + "/32"), Route.of(List.of(3L), all));
        }
        List<FlowRule> after = plan.rules(make);
        assertThat(after).hasSameSizeAs(before);
        assertThat(changed(before, after))
                .as("eight buckets lead elsewhere, eight lose their alternate")
                .hasSize(16)
                .allMatch(rule -> rule.table().equals(P4Names.TABLE_NEXT_HOPS));
    }

    @Test
    void remoteLinkThatFailsChangesTheRoutesOfItsDestinationsOnly() {
        List<Long> all = List.of(3L, 4L);
        for (int host = 1; host <= 10; host++) {
            plan.put(IpPrefix.valueOf("10.0.0." + host + "/32"), route(3, 4));
        }
        List<FlowRule> before = plan.rules(make);
        plan.put(IpPrefix.valueOf("10.0.0.9/32"), Route.of(List.of(4L), all));
        List<FlowRule> after = plan.rules(make);
        assertThat(changed(before, after))
                .hasSize(1)
                .allMatch(rule -> rule.table().equals(P4Names.TABLE_IPV4_ROUTES));
    }

    /** The first changes after a failed link contain the static routes by this link. */
    @Test
    void linkThatFailsChangesRoutesToPrefixesAtOnce() {
        RoutePlan before = new RoutePlan(DeviceId.deviceId("device:s1"));
        for (String prefix : List.of("10.0.0.254/32", "0.0.0.0/1", "128.0.0.0/1")) {
            before.put(IpPrefix.valueOf(prefix), route(3));
            plan.put(IpPrefix.valueOf(prefix), route(4));
        }
        before.put(IpPrefix.valueOf("10.0.0.1/32"), route(5));
        plan.put(IpPrefix.valueOf("10.0.0.1/32"), route(5));
        assertThat(plan.hasLostPaths(before)).isTrue();
        assertThat(
                        plan.changedActions(before, make).stream()
                                .flatMap(rule -> RouteRules.destination(rule).stream()))
                .containsExactlyInAnyOrder(
                        IpPrefix.valueOf("10.0.0.254/32"),
                        IpPrefix.valueOf("0.0.0.0/1"),
                        IpPrefix.valueOf("128.0.0.0/1"));
    }

    /** Rules that are new, or whose action is another than that of the rule with the same match. */
    private static List<FlowRule> changed(List<FlowRule> before, List<FlowRule> after) {
        return after.stream()
                .filter(rule -> before.stream().noneMatch(old -> old.exactMatch(rule)))
                .collect(Collectors.toList());
    }

    private static Route route(long... ports) {
        List<Long> list = LongStream.of(ports).boxed().collect(Collectors.toList());
        return Route.of(list, list);
    }
}
