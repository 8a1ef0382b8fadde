// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperation;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.SettingsRules;
import org.weir.app.rules.StoredRules;
import org.weir.app.scheduling.PortSchedulers;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.pipelines.P4Names;

class SettingsInstallerTest {

    private static final PortId PORT = new PortId("device:s1", 4);

    private final AlertBoard alerts = new AlertBoard();
    private final Driver driver = new Driver();
    private final SlowOnos onos = new SlowOnos();
    private final StoredRules stored = new StoredRules();
    private RuleBook rules;
    private SettingsInstaller installer;

    @BeforeEach
    void start() {
        rules =
                new RuleBook(
                        onos,
                        new MastershipServiceAdapter() {
                            @Override
                            public boolean isLocalMaster(DeviceId device) {
                                return true;
                            }
                        },
                        stored.archive());
        installer =
                new SettingsInstaller(
                        rules,
                        new DirectRules(device -> Optional.of(driver), Runnable::run),
                        new SettingsRules(
                                new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))),
                        alerts,
                        new PortSchedulers(
                                device -> Optional.empty(),
                                device -> Optional.empty(),
                                null,
                                alerts));
    }

    private SettingsInstaller.Installation install(int weight) {
        return installer.install(
                new PortSettings(
                        PORT,
                        RateWindow.ofUs(1024),
                        List.of(
                                QueueSettings.builder(0)
                                        .weightPackets(weight)
                                        .marking(Marking.atDepth(5))
                                        .limitPackets(9)
                                        .build())));
    }

    /** Both generations have rows from the second installation on. */
    private void fillBothGenerations() {
        install(1);
        install(2);
        driver.steps.clear();
    }

    @Test
    void newEntriesGoThroughOnos() {
        SettingsInstaller.Installation first = install(1);
        SettingsInstaller.Installation second = install(2);
        assertThat(first.inForce).isCompleted();
        assertThat(second.inForce).isCompleted();
        assertThat(driver.steps).isEmpty();
    }

    @Test
    void knownEntriesAreChangedDirectlyRowsFirst() {
        fillBothGenerations();
        onos.isSlow = true;
        SettingsInstaller.Installation third = install(3);
        assertThat(driver.steps)
                .containsExactly(
                        P4Names.TABLE_SETTINGS.toString(), P4Names.TABLE_GENERATIONS.toString());
        assertThat(third.inForce).as("the switch has them").isCompleted();
        assertThat(third.remembered).as("ONOS has yet to confirm").isNotDone();
        onos.confirm();
        assertThat(third.remembered).isCompleted();
    }

    @Test
    void rowsThatTheSwitchDoesNotConfirmAreNotPutIntoForceDirectly() {
        fillBothGenerations();
        onos.isSlow = true;
        driver.refuses = true;
        SettingsInstaller.Installation third = install(3);
        assertThat(driver.steps).containsExactly(P4Names.TABLE_SETTINGS.toString());
        assertThat(third.inForce).isNotDone();
        onos.confirm();
        assertThat(third.inForce).as("in the usual way").isCompleted();
    }

    @Test
    void aPortGetsNoOtherSettingsBeforeTheLastOnesHaveEnded() {
        fillBothGenerations();
        onos.isSlow = true;
        SettingsInstaller.Installation third = install(3);
        driver.steps.clear();

        SettingsInstaller.Installation fourth = install(4);

        assertThat(fourth.inForce).isCompletedExceptionally();
        assertThat(fourth.remembered).isCompletedExceptionally();
        assertThat(driver.steps).isEmpty();
        assertThat(alerts.all()).singleElement().asString().contains("not answered the last");
        onos.isSlow = false;
        onos.confirm();
        assertThat(third.remembered).isCompleted();
        assertThat(alerts.all()).isEmpty();
        assertThat(install(5).remembered).isCompleted();
    }

    /** The switch may use either generation after an answer that did not come. */
    @Test
    void rowsInForceAreNeverWrittenOver() {
        driver.refuses = true;
        fillBothGenerations();
        onos.refusedTable = P4Names.TABLE_GENERATIONS.toString();
        assertThat(install(3).remembered).isCompletedExceptionally();
        assertThat(install(4).remembered).isCompletedExceptionally();

        onos.refusedTable = null;
        assertThat(install(5).remembered).isCompleted();

        assertThat(onos.writtenInForce).isZero();
        assertThat(SettingsRules.rowsOf(onos.all(), SettingsRules.generation(onos.all())))
                .singleElement()
                .asString()
                .contains("weight_packets=0x5");
    }

    private Optional<PortSettings> installed() {
        ClassSpec only = new ClassSpec("A", ClassKind.A, 1, Targets.NONE);
        return installer.installed(new PortSpec(PORT, 10_000_000, 64, List.of(only)));
    }

    /** Also in a new term, and when the application starts again. */
    @Test
    void settingsThatTheSwitchHasNotConfirmedAreNotInForceAfterARestart() {
        driver.refuses = true;
        fillBothGenerations();
        assertThat(installed()).isPresent();
        onos.refusedTable = P4Names.TABLE_GENERATIONS.toString();
        install(3);
        assertThat(installed()).isEmpty();

        DeviceId device = DeviceId.deviceId(PORT.device());
        rules.reload(device);
        assertThat(installed()).as("in a new term").isEmpty();
        start();
        rules.restore();
        assertThat(installed()).as("after a restart").isEmpty();

        List<List<FlowRule>> steps = rules.settingsInSteps(device);
        steps.forEach(step -> rules.note(device, step, true));
        assertThat(installed()).as("once it is confirmed").isPresent();
        steps.forEach(step -> rules.note(device, step, false));
        assertThat(installed()).as("if the switch does not answer").isEmpty();

        onos.refusedTable = null;
        assertThat(install(4).remembered).isCompleted();
        start();
        rules.restore();
        assertThat(installed().orElseThrow().queues().get(0).weightPackets()).isEqualTo(4);
    }

    @Test
    void refusedSettingsAreListed() {
        onos.refuse(true);
        assertThat(install(1).inForce).isCompletedExceptionally();
        assertThat(alerts.all()).isNotEmpty();
    }

    /** A driver that keeps count of what it is asked for. */
    private static final class Driver extends AbstractHandlerBehaviour
            implements FlowRuleProgrammable {
        final List<String> steps = new ArrayList<>();
        boolean refuses;

        @Override
        public Collection<FlowEntry> getFlowEntries() {
            return List.of();
        }

        @Override
        public Collection<FlowRule> applyFlowRules(Collection<FlowRule> rules) {
            steps.addAll(
                    rules.stream()
                            .map(rule -> rule.table().toString())
                            .distinct()
                            .collect(Collectors.toList()));
            return refuses ? List.of() : rules;
        }

        @Override
        public Collection<FlowRule> removeFlowRules(Collection<FlowRule> rules) {
            return rules;
        }
    }

    /** A flow rule subsystem that can take its time. */
    private static final class SlowOnos extends HeldRules {
        boolean isSlow;
        String refusedTable;

        /** Rows that were written while they were in force. */
        int writtenInForce;

        private final List<FlowRuleOperations> waiting = new ArrayList<>();

        @Override
        public void apply(FlowRuleOperations operations) {
            List<FlowRule> rules =
                    operations.stages().stream()
                            .flatMap(stage -> stage.stream().map(FlowRuleOperation::rule))
                            .collect(Collectors.toList());
            if (isSlow) {
                waiting.add(operations);
            } else if (rules.stream().anyMatch(this::isRefused)) {
                operations.callback().onError(operations);
            } else {
                int inForce = SettingsRules.generation(all());
                rules.removeIf(rule -> isHeld(rule));
                if (SettingsRules.inForce(all()).isPresent()) {
                    writtenInForce += SettingsRules.rowsOf(rules, inForce).size();
                }
                super.apply(operations);
            }
        }

        private boolean isRefused(FlowRule rule) {
            return rule.table().toString().equals(refusedTable);
        }

        private boolean isHeld(FlowRule rule) {
            return all().stream().anyMatch(rule::exactMatch);
        }

        void confirm() {
            while (!waiting.isEmpty()) {
                super.apply(waiting.remove(0));
            }
        }
    }
}
