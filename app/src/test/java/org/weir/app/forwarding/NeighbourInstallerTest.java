// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.NeighbourRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;
import org.weir.pipelines.P4Names;

/** From hosts and routes to the ARP requests that a switch answers. */
class NeighbourInstallerTest {

    private static final long NS_PER_MS = 1_000_000;

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 1, 2, 3);
    private final HeldRules entries = new HeldRules();
    private final StoredRules stored = new StoredRules();
    private final AlertBoard alerts = new AlertBoard();
    private boolean answers = true;
    private long nowNs;
    private ForwardingManager forwarding;
    private NeighbourInstaller installer;

    @BeforeEach
    void start() {
        onos.fabric().refresh();
        restart();
    }

    /** A new application that takes up the rules of the one before. */
    private void restart() {
        RuleFactory factory = new RuleFactory(new DefaultApplicationId(7, "org.weir.app"));
        RuleBook rules = new RuleBook(entries, onos.mastership(), stored.archive());
        rules.restore();
        forwarding =
                new ForwardingManager(
                        onos.fabric(),
                        rules,
                        new DirectRules(device -> Optional.empty(), Runnable::run),
                        new RouteRules(factory, device -> false),
                        alerts,
                        () -> nowNs);
        installer =
                new NeighbourInstaller(
                        onos.fabric(),
                        rules,
                        new NeighbourRules(factory),
                        forwarding,
                        device -> answers,
                        alerts);
    }

    private void update() {
        forwarding.update();
        installer.update();
    }

    private void passHold() {
        nowNs += (ForwardingManager.HOLD_MS + 1) * NS_PER_MS;
    }

    /** The last byte of each address that the switch answers for, and that of the answer. */
    private Map<Integer, Integer> answered() {
        Map<Integer, Integer> answered = new TreeMap<>();
        for (FlowRule rule : entries.all()) {
            if (rule.table().equals(P4Names.TABLE_IPV4_NEIGHBOURS)) {
                String match = rule.selector().criteria().toString();
                String action = rule.treatment().allInstructions().toString();
                answered.put(
                        Integer.parseInt(match.replaceAll(".*0xa0000(..).*", "$1"), 16),
                        Integer.parseInt(action.replaceAll(".*mac=0x([0-9a-f]+).*", "$1"), 16));
            }
        }
        return answered;
    }

    /** The last byte of each address, and the port from which no request for it is answered. */
    private Map<Integer, Integer> attached() {
        Map<Integer, Integer> attached = new TreeMap<>();
        for (FlowRule rule : entries.all()) {
            if (rule.table().equals(P4Names.TABLE_IPV4_NEIGHBOURS)) {
                String match = rule.selector().criteria().toString();
                String action = rule.treatment().allInstructions().toString();
                attached.put(
                        Integer.parseInt(match.replaceAll(".*0xa0000(..).*", "$1"), 16),
                        Integer.parseInt(action.replaceAll(".*port=0x([0-9a-f]+).*", "$1"), 16));
            }
        }
        return attached;
    }

    @Test
    void aSwitchAnswersForHostsToWhichItHasARoute() {
        onos.leadToHosts(1, 2);
        installer.update();
        assertThat(answered()).as("before the routes").isEmpty();
        update();
        assertThat(answered()).isEqualTo(Map.of(1, 1, 2, 2));
    }

    @Test
    void aSwitchAnswersForIpv6Too() {
        onos.giveAddress(1, "fd00::100:5");
        onos.leadToHosts(1);
        update();
        assertThat(entries.of(P4Names.TABLE_IPV6_NEIGHBOURS.toString()))
                .singleElement()
                .asString()
                .contains("ndp_reply.advertise(", "mac=0x1", "port=0x1");
        int before = entries.all().size();
        passHold();
        onos.leadToHosts(2);
        update();
        assertThat(entries.of(P4Names.TABLE_IPV6_NEIGHBOURS.toString()))
                .as("as long as its route stays")
                .hasSize(1);
        assertThat(entries.all()).hasSizeGreaterThan(before);
    }

    @Test
    void anAddressMovesWithItsHostAndIsNotAnsweredWhileTwoHaveIt() {
        onos.leadToHosts(1, 2);
        update();
        onos.giveAddress(3, "10.0.0.2");
        onos.leadToHosts(1, 2, 3);
        update();
        assertThat(answered()).as("two hosts have the address").isEqualTo(Map.of(1, 1));
        onos.leadToHosts(1, 3);
        update();
        assertThat(answered()).isEqualTo(Map.of(1, 1, 2, 3));
    }

    /** A bridge behind that port has passed the request on to the host. */
    @Test
    void aHostsOwnPortFollowsTheHost() {
        onos.leadToHosts(1, 2);
        update();
        assertThat(attached()).isEqualTo(Map.of(1, 1, 2, 2));
        onos.giveAddress(3, "10.0.0.2");
        onos.leadToHosts(1, 3);
        update();
        assertThat(attached()).isEqualTo(Map.of(1, 1, 2, 3));
    }

    @Test
    void aHostOfAnotherSwitchHasNoPortHere() {
        onos.setHostElsewhere("10.0.0.9");
        Host host = onos.fabric().hosts().get(0);
        assertThat(NeighbourInstaller.port(host, DeviceId.deviceId("device:s1")))
                .isEqualTo(NeighbourRules.NO_PORT);
        assertThat(NeighbourInstaller.port(host, DeviceId.deviceId("device:s2"))).isEqualTo(1);
    }

    @Test
    void aSilentHostIsAnsweredForAsLongAsItsRouteStays() {
        onos.leadToHosts(1, 2);
        update();
        passHold();
        onos.leadToHosts(1);
        update();
        assertThat(answered()).isEqualTo(Map.of(1, 1, 2, 2));
    }

    @Test
    void afterARestartTheAnswersStayUntilAllHostsHadTheirTime() {
        onos.leadToHosts(1, 2);
        update();
        onos.leadToHosts(new long[0]);
        restart();
        update();
        assertThat(answered()).isEqualTo(Map.of(1, 1, 2, 2));
        passHold();
        onos.leadToHosts(2);
        update();
        assertThat(answered()).isEqualTo(Map.of(2, 2));
    }

    @Test
    void aSwitchWithoutHostsOrWithoutTheTableGetsNoRules() {
        update();
        assertThat(answered()).isEmpty();
        answers = false;
        onos.leadToHosts(1);
        update();
        assertThat(answered()).isEmpty();
    }

    @Test
    void whatTheSwitchRefusesIsListedAndTriedAgain() {
        onos.leadToHosts(1);
        forwarding.update();
        entries.refuse(true);
        installer.update();
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("neighbours-refused");
        assertThat(installer.hasFailed()).isTrue();
        entries.refuse(false);
        installer.update();
        assertThat(alerts.all()).isEmpty();
        assertThat(installer.hasFailed()).isFalse();
        assertThat(answered()).isEqualTo(Map.of(1, 1));
    }
}
