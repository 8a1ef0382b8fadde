// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.SwitchLine;
import org.weir.app.route.RouteView;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.control.policy.PolicyReader;
import org.weir.control.policy.StaticRoute;

/**
 * Static routes by a router in a line of three switches: port 1 leads to the switch before, port 2
 * to the one after.
 */
class StaticRoutesTest {

    private static final String ROUTER = "10.0.0.254";
    private static final int HOST_PORT = 3;
    private static final List<String> DEFAULT = List.of("0.0.0.0/1", "128.0.0.0/1");

    private final SwitchLine onos = new SwitchLine(3, 4);
    private final HeldRules entries = new HeldRules();
    private final StoredRules stored = new StoredRules();
    private final RouteRules make =
            new RouteRules(
                    new RuleFactory(new DefaultApplicationId(7, "org.weir.app")), device -> false);
    private long nowNs;
    private RuleBook rules = book();
    private ForwardingManager forwarding = manager();

    private static final class Masters extends MastershipServiceAdapter {
        @Override
        public boolean isLocalMaster(DeviceId deviceId) {
            return true;
        }
    }

    private RuleBook book() {
        return new RuleBook(entries, new Masters(), stored.archive());
    }

    private ForwardingManager manager() {
        return new ForwardingManager(
                onos.fabric(),
                rules,
                new DirectRules(device -> Optional.empty(), Runnable::run),
                make,
                new AlertBoard(),
                () -> nowNs);
    }

    @BeforeEach
    void startLongAgo() {
        waitMs(ForwardingManager.HOLD_MS + 1);
        onos.addHost("10.0.0.1", 1, HOST_PORT);
    }

    private void waitMs(long timeMs) {
        nowNs += timeMs * 1_000_000;
    }

    /** Routes as a policy states them: pairs of a prefix and a next hop. */
    private static List<StaticRoute> routes(String... prefixesAndNextHops) {
        ObjectNode policy = new ObjectMapper().createObjectNode();
        policy.withArray("classes").addObject().put("name", "A");
        ArrayNode routes = policy.withArray("routes");
        for (int i = 0; i < prefixesAndNextHops.length; i += 2) {
            routes.addObject()
                    .put("prefix", prefixesAndNextHops[i])
                    .put("nextHop", prefixesAndNextHops[i + 1]);
        }
        return PolicyReader.read(policy, "test").routes();
    }

    private void update(String... prefixesAndNextHops) {
        forwarding.setStaticRoutes(routes(prefixesAndNextHops));
        forwarding.update();
    }

    /** By prefix: the action of each switch, in the order of the line. */
    private Map<String, List<String>> installed() {
        Map<String, Map<String, String>> bySwitch = new TreeMap<>();
        for (FlowRule rule : entries.all()) {
            RouteRules.destination(rule)
                    .ifPresent(
                            prefix ->
                                    bySwitch.computeIfAbsent(
                                                    prefix.toString(), none -> new TreeMap<>())
                                            .put(rule.deviceId().toString(), port(rule)));
        }
        Map<String, List<String>> installed = new TreeMap<>();
        bySwitch.forEach((prefix, ports) -> installed.put(prefix, List.copyOf(ports.values())));
        return installed;
    }

    private static String port(FlowRule rule) {
        return rule.treatment().toString().replaceAll(".*port=0x(\\w+).*", "$1");
    }

    private List<RouteView.State> states() {
        return forwarding.staticRoutes().stream()
                .map(RouteView::state)
                .collect(Collectors.toList());
    }

    @Test
    void defaultRouteLeadsWhereTheRouterIs() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("0.0.0.0/0", ROUTER);
        assertThat(installed())
                .containsOnlyKeys("0.0.0.0/1", "128.0.0.0/1", "10.0.0.1/32", ROUTER + "/32")
                .containsEntry("0.0.0.0/1", List.of("2", "2", "3"))
                .containsEntry("128.0.0.0/1", List.of("2", "2", "3"));
        RouteView view = forwarding.staticRoutes().get(0);
        assertThat(view.prefix()).isEqualTo("0.0.0.0/0");
        assertThat(view.nextHop()).isEqualTo(ROUTER);
        assertThat(view.state()).isEqualTo(RouteView.State.INSTALLED);
        assertThat(view.device()).contains("device:s3");
        assertThat(view.port()).hasValue(HOST_PORT);
    }

    @Test
    void routesFollowARouterThatMoves() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("192.0.2.0/24", ROUTER);
        onos.removeHost(ROUTER);
        forwarding.update();
        assertThat(installed())
                .as("its place is remembered")
                .containsEntry("192.0.2.0/24", List.of("2", "2", "3"));
        onos.addHost(ROUTER, 1, HOST_PORT + 1);
        forwarding.update();
        assertThat(installed()).containsEntry("192.0.2.0/24", List.of("4", "1", "1"));
    }

    @Test
    void routeThatThePolicyHasNoLongerIsRemoved() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        onos.addHost("2001:db8::fe", 2, HOST_PORT);
        update("0.0.0.0/0", ROUTER, "::/0", "2001:db8::fe", "192.0.2.0/24", "10.0.0.1");
        assertThat(installed())
                .containsEntry("::/1", List.of("2", "3", "1"))
                .containsEntry("8000::/1", List.of("2", "3", "1"))
                .containsEntry("192.0.2.0/24", List.of("3", "1", "1"));
        update("192.0.2.0/24", ROUTER);
        assertThat(installed())
                .containsOnlyKeys("192.0.2.0/24", "10.0.0.1/32", ROUTER + "/32", "2001:db8::fe/128")
                .containsEntry("192.0.2.0/24", List.of("2", "2", "3"));
    }

    @Test
    void routeWaitsForItsNextHop() {
        update("0.0.0.0/0", ROUTER);
        assertThat(installed()).containsOnlyKeys("10.0.0.1/32");
        assertThat(states()).containsExactly(RouteView.State.NEXT_HOP_UNKNOWN);
        onos.addHost(ROUTER, 2, HOST_PORT);
        forwarding.update();
        assertThat(installed()).containsKeys("0.0.0.0/1", "128.0.0.0/1");
        assertThat(states()).containsExactly(RouteView.State.INSTALLED);
    }

    /** A host that invents addresses at the router's port keeps no router out. */
    @Test
    void routerAtAFullPortHasAPlace() {
        forwarding.limitAddresses(port -> 1);
        onos.addHost("10.0.0.3", 3, HOST_PORT);
        forwarding.update();
        onos.addHost("10.0.0.4", 3, HOST_PORT);
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("192.0.2.0/24", ROUTER);
        assertThat(installed())
                .containsEntry("192.0.2.0/24", List.of("2", "2", "3"))
                .doesNotContainKey("10.0.0.4/32");
    }

    @Test
    void halfOfAllAddressesMayHaveARouteOfItsOwn() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("0.0.0.0/0", ROUTER, "128.0.0.0/1", "10.0.0.1");
        assertThat(installed())
                .containsEntry("0.0.0.0/1", List.of("2", "2", "3"))
                .containsEntry("128.0.0.0/1", List.of("3", "1", "1"));
        update("0.0.0.0/0", ROUTER, "128.0.0.0/1", "10.0.0.99");
        assertThat(installed())
                .as("an unknown next hop, as with any longer prefix")
                .containsEntry("128.0.0.0/1", List.of("2", "2", "3"));
    }

    @Test
    void hostHasPrecedenceOverAStaticRouteToItsAddress() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("10.0.0.7/32", ROUTER);
        assertThat(installed()).containsEntry("10.0.0.7/32", List.of("2", "2", "3"));
        onos.addHost("10.0.0.7", 1, HOST_PORT + 1);
        forwarding.update();
        assertThat(installed()).containsEntry("10.0.0.7/32", List.of("4", "1", "1"));
        assertThat(states()).containsExactly(RouteView.State.HOST);
    }

    /** Switches answer ARP for hosts: a sender asks for its router's own address. */
    @Test
    void addressBehindARouterIsNoNeighbour() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("0.0.0.0/0", ROUTER, "198.51.100.7/32", ROUTER);
        waitMs(ForwardingManager.HOLD_MS + 1);
        forwarding.update();
        IpAddress router = IpAddress.valueOf(ROUTER);
        assertThat(forwarding.isReachable(router, SwitchLine.id(1))).isTrue();
        assertThat(forwarding.keepsRoute(SwitchLine.id(1), router)).isTrue();
        for (String behind : new String[] {"8.8.8.8", "198.51.100.7"}) {
            IpAddress address = IpAddress.valueOf(behind);
            assertThat(forwarding.isReachable(address, SwitchLine.id(1))).isFalse();
            assertThat(forwarding.keepsRoute(SwitchLine.id(1), address)).isFalse();
        }
    }

    /** The next master, or ONOS after a restart, knows no router at first. */
    @Test
    void nextMasterKeepsTheRoutesUntilItKnowsTheRouter() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("0.0.0.0/0", ROUTER);
        onos.removeHost(ROUTER);
        succeed();
        update("0.0.0.0/0", ROUTER);
        assertThat(installed()).containsKeys(DEFAULT.toArray(new String[0]));
        onos.addHost(ROUTER, 3, HOST_PORT);
        forwarding.update();
        waitMs(ForwardingManager.HOLD_MS + 1);
        forwarding.update();
        assertThat(installed())
                .containsEntry("0.0.0.0/1", List.of("2", "2", "3"))
                .containsEntry("128.0.0.0/1", List.of("2", "2", "3"));
    }

    @Test
    void nextMasterRemovesRoutesWhoseRouterStaysUnknown() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("0.0.0.0/0", ROUTER);
        onos.removeHost(ROUTER);
        succeed();
        update("0.0.0.0/0", ROUTER);
        waitMs(ForwardingManager.HOLD_MS + 1);
        forwarding.update();
        assertThat(installed()).containsOnlyKeys("10.0.0.1/32");
    }

    /** A policy that cannot be read says nothing about routes. */
    @Test
    void nextMasterWithoutAPolicyKeepsTheRoutes() {
        onos.addHost(ROUTER, 3, HOST_PORT);
        update("0.0.0.0/0", ROUTER, "198.51.100.7/32", ROUTER);
        succeed();
        for (int i = 0; i < 2; i++) {
            forwarding.update();
            waitMs(ForwardingManager.HOLD_MS + 1);
        }
        assertThat(installed()).containsKeys(DEFAULT.toArray(new String[0]));

        update();
        forwarding.update();
        assertThat(installed()).containsOnlyKeys("10.0.0.1/32", ROUTER + "/32");
    }

    private void succeed() {
        rules = book();
        for (int number = 1; number <= 3; number++) {
            rules.reload(SwitchLine.id(number));
        }
        forwarding = manager();
        waitMs(ForwardingManager.HOLD_MS + 1);
        for (int number = 1; number <= 3; number++) {
            forwarding.beginTerm(SwitchLine.id(number));
        }
    }

    @Test
    void prefixesAreThoseOfThePolicy() {
        StaticRoutes read =
                new StaticRoutes(routes("::/0", "2001:db8::fe", "192.0.2.128/25", ROUTER));
        assertThat(read.nextHops(address -> true))
                .containsOnly(
                        Map.entry(IpPrefix.valueOf("::/1"), IpAddress.valueOf("2001:db8::fe")),
                        Map.entry(IpPrefix.valueOf("8000::/1"), IpAddress.valueOf("2001:db8::fe")),
                        Map.entry(IpPrefix.valueOf("192.0.2.128/25"), IpAddress.valueOf(ROUTER)));
    }
}
