// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;

/** Routes of the master before, while the next one does not know every host yet. */
class RouteHoldTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final long NS_PER_MS = 1_000_000;

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 1, 2);
    private final HeldRules entries = new HeldRules();
    private final StoredRules stored = new StoredRules();
    private final RouteRules make =
            new RouteRules(
                    new RuleFactory(new DefaultApplicationId(7, "org.weir.app")), device -> false);
    private final RuleBook rules = new RuleBook(entries, onos.mastership(), stored.archive());
    private long nowNs;
    private final ForwardingManager forwarding =
            new ForwardingManager(
                    onos.fabric(),
                    rules,
                    new DirectRules(device -> Optional.empty(), Runnable::run),
                    make,
                    new AlertBoard(),
                    () -> nowNs);

    @BeforeEach
    void startLongAgo() {
        onos.fabric().refresh();
        onos.leadToHosts(1);
        nowNs += (ForwardingManager.HOLD_MS + 1) * NS_PER_MS;
        List<FlowRule> routes = new ArrayList<>();
        routes.add(make.byPort(DEVICE, IpAddress.valueOf("10.0.0.1").toIpPrefix(), 1, 0));
        routes.add(make.byPort(DEVICE, IpAddress.valueOf("10.0.0.2").toIpPrefix(), 2, 0));
        RuleBook before = new RuleBook(entries, onos.mastership(), stored.archive());
        before.replace(DEVICE, ForwardingManager.SECTION, routes).join();
        rules.reload(DEVICE);
    }

    @Test
    void routeToAHostThatIsNotKnownYetIsKeptForAWhile() {
        forwarding.beginTerm(DEVICE);
        forwarding.update();
        assertThat(entries.all()).hasSize(2);

        nowNs += (ForwardingManager.HOLD_MS - 1) * NS_PER_MS;
        forwarding.update();
        assertThat(entries.all()).hasSize(2);

        nowNs += 2 * NS_PER_MS;
        forwarding.update();
        assertThat(entries.all()).hasSize(1);
    }

    @Test
    void hostThatIsFoundInTimeKeepsItsRoute() {
        forwarding.beginTerm(DEVICE);
        forwarding.update();
        onos.leadToHosts(1, 2);
        nowNs += (ForwardingManager.HOLD_MS + 1) * NS_PER_MS;
        forwarding.update();
        assertThat(entries.all()).hasSize(2);
    }

    /** A switch may connect long after the application has started, with routes from before. */
    @Test
    void firstContactHoldsToo() {
        forwarding.update();
        assertThat(entries.all()).hasSize(2);

        nowNs += (ForwardingManager.HOLD_MS + 1) * NS_PER_MS;
        forwarding.firstContact(DEVICE);
        forwarding.update();
        assertThat(entries.all()).as("held once only").hasSize(1);
    }

    /** After a restart of ONOS the link may be found late: without it, no other route is better. */
    @Test
    void routeToAKnownHostStaysUntilAnotherPathIsFound() {
        onos.setHostElsewhere("10.0.0.2");
        forwarding.update();
        nowNs += (ForwardingManager.HOLD_MS + 1) * NS_PER_MS;
        forwarding.update();
        forwarding.update();
        assertThat(entries.all()).hasSize(2);

        onos.setHostElsewhere(null);
        onos.leadToHosts(1, 2);
        forwarding.update();
        assertThat(entries.all()).hasSize(2);
    }

    @Test
    void groupOfAKeptRouteStaysWithIt() {
        IpPrefix address = IpPrefix.valueOf("10.0.0.2/32");
        IpPrefix ipv6 = IpPrefix.valueOf("fd00::1/128");
        List<FlowRule> before =
                List.of(
                        make.bucket(DEVICE, 300, 0, 1, 0),
                        make.bucket(DEVICE, 300, 1, 2, 0),
                        make.bucket(DEVICE, 301, 0, 2, 0),
                        make.byGroup(DEVICE, address, 300),
                        make.byGroup(DEVICE, ipv6, 301));
        FormerRoutes former = new FormerRoutes();
        former.setKnown(Set.of(address));
        assertThat(former.kept(DEVICE, () -> before, false, new RoutePlan(DEVICE)))
                .containsExactly(before.get(0), before.get(1), before.get(3));
        assertThat(former.isKeeping(DEVICE)).isTrue();
        former.setKnown(Set.of(address, ipv6));
        assertThat(former.kept(DEVICE, () -> before, false, new RoutePlan(DEVICE)))
                .as("what has been dropped does not come back")
                .containsExactly(before.get(0), before.get(1), before.get(3));

        former.hold(DEVICE, 0);
        former.setKnown(Set.of(ipv6));
        assertThat(former.kept(DEVICE, () -> before, false, new RoutePlan(DEVICE)))
                .containsExactly(before.get(2), before.get(4));

        RoutePlan found = new RoutePlan(DEVICE);
        found.put(ipv6, Route.of(List.of(1L), List.of(1L)));
        assertThat(former.kept(DEVICE, () -> before, false, found)).isEmpty();
        assertThat(former.isKeeping(DEVICE)).isFalse();
    }

    /** The hold is of each term, not of the application's start. */
    @Test
    void nextTermHoldsAgain() {
        routeToAHostThatIsNotKnownYetIsKeptForAWhile();
        startLongAgo();
        forwarding.beginTerm(DEVICE);
        forwarding.update();
        assertThat(entries.all()).hasSize(2);
    }
}
