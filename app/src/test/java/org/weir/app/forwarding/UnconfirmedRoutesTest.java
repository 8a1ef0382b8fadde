// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.SwitchLine;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.StoredRules;

/** Routes in three switches in a line, of which the last is available and does not answer. */
class UnconfirmedRoutesTest {

    private static final DeviceId SILENT = SwitchLine.id(3);
    private static final int UPDATES = 4;
    private static final int HOST_PORT = 3;

    private final SwitchLine onos = new SwitchLine(3, 4);
    private final List<FlowRuleOperations> unanswered = new ArrayList<>();
    private boolean refuses;
    private final HeldRules entries =
            new HeldRules() {
                @Override
                public void apply(FlowRuleOperations operations) {
                    if (!concerns(operations, SILENT)) {
                        super.apply(operations);
                    } else if (refuses) {
                        operations.callback().onError(operations);
                    } else {
                        unanswered.add(operations);
                    }
                }
            };
    private final RouteRules make =
            new RouteRules(
                    new RuleFactory(new DefaultApplicationId(7, "org.weir.app")), device -> false);
    private long nowNs;
    private final ForwardingManager forwarding =
            new ForwardingManager(
                    onos.fabric(),
                    new RuleBook(entries, new Masters(), new StoredRules().archive()),
                    new DirectRules(device -> Optional.empty(), Runnable::run),
                    make,
                    new AlertBoard(),
                    () -> nowNs);

    private static final class Masters extends MastershipServiceAdapter {
        @Override
        public boolean isLocalMaster(DeviceId deviceId) {
            return true;
        }
    }

    private static boolean concerns(FlowRuleOperations operations, DeviceId device) {
        return operations.stages().stream()
                .flatMap(stage -> stage.stream())
                .anyMatch(operation -> operation.rule().deviceId().equals(device));
    }

    @BeforeEach
    void startLongAgo() {
        nowNs += (ForwardingManager.HOLD_MS + 1) * 1_000_000;
        forwarding.confirmWithin(1);
        onos.addHost("10.0.0.1", 1, HOST_PORT);
    }

    private List<Integer> routesTo(String address) {
        FlowRule route =
                make.byPort(SwitchLine.id(1), IpAddress.valueOf(address).toIpPrefix(), 1, 0);
        return entries.all().stream()
                .filter(rule -> rule.selector().equals(route.selector()))
                .map(rule -> rule.deviceId().toString().charAt("device:s".length()) - '0')
                .sorted()
                .collect(Collectors.toList());
    }

    @Test
    void switchThatDoesNotAnswerHoldsUpTheOthersOnce() {
        for (int i = 0; i < UPDATES; i++) {
            forwarding.update();
        }
        assertThat(unanswered).isNotEmpty();
        assertThat(routesTo("10.0.0.1")).containsExactly(1, 2);

        onos.addHost("10.0.0.2", 1, HOST_PORT + 1);
        forwarding.update();
        forwarding.update();

        assertThat(routesTo("10.0.0.2")).containsExactly(1, 2);
        assertThat(forwarding.hasFailed()).as("to be looked at again").isTrue();
    }

    @Test
    void switchThatRefusesHoldsUpTheOthersOnce() {
        refuses = true;
        for (int i = 0; i < UPDATES; i++) {
            forwarding.update();
        }
        onos.addHost("10.0.0.2", 1, HOST_PORT + 1);
        onos.addHost("10.0.0.3", 3, HOST_PORT);
        forwarding.update();

        assertThat(routesTo("10.0.0.2")).containsExactly(1, 2);
        assertThat(routesTo("10.0.0.3")).containsExactly(1, 2);
    }

    /** A path through a switch that has no route yet would lose what is sent along it. */
    @Test
    void switchInDoubtForTheFirstTimeHoldsUpTheOthers() {
        onos.addHost("10.0.0.3", 3, HOST_PORT);
        forwarding.update();
        assertThat(routesTo("10.0.0.3")).isEmpty();

        forwarding.update();
        assertThat(routesTo("10.0.0.3")).containsExactly(1, 2);
    }
}
