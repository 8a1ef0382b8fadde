// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.rules.HeldRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.SettingsRules;
import org.weir.app.rules.StoredRules;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;

/** Alerts about entries that a switch has lost, look by look. */
class SettingsDriftTest {

    private static final PortId PORT = new PortId("device:s1", 4);
    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    private final Onos onos = new Onos();
    private final AlertBoard alerts = new AlertBoard();
    private final SettingsRules make =
            new SettingsRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));
    private static final int LOOKS = 3;

    private boolean isAvailable = true;
    private int readingSeconds = SettingsDrift.PERIOD_S;
    private RuleBook rules;
    private SettingsDrift drift;

    /** ONOS, which knows of each entry whether it has found it in the switch. */
    private static final class Onos extends HeldRules {
        private final Set<FlowRule> lost = new HashSet<>();

        @Override
        public FlowEntry getFlowEntry(FlowRule rule) {
            for (FlowRule one : all()) {
                if (one.equals(rule)) {
                    return new DefaultFlowEntry(
                            one,
                            lost.contains(one)
                                    ? FlowEntry.FlowEntryState.PENDING_ADD
                                    : FlowEntry.FlowEntryState.ADDED);
                }
            }
            return null;
        }
    }

    @BeforeEach
    void install() {
        rules =
                new RuleBook(
                        onos,
                        new MastershipServiceAdapter() {
                            @Override
                            public boolean isLocalMaster(DeviceId device) {
                                return true;
                            }
                        },
                        new StoredRules().archive());
        drift = new SettingsDrift(rules, onos, device -> isAvailable, alerts, () -> readingSeconds);
        install(3, 0);
    }

    private void install(int weight, int generation) {
        PortSettings settings =
                new PortSettings(
                        PORT,
                        RateWindow.ofUs(1024),
                        List.of(
                                QueueSettings.builder(0)
                                        .weightPackets(weight)
                                        .marking(Marking.atDepth(5))
                                        .limitPackets(9)
                                        .build()));
        List<FlowRule> all = new ArrayList<>(make.rows(settings, generation));
        all.add(make.inForce(settings, generation));
        assertThat(rules.replace(DEVICE, "port 4", all)).isCompleted();
    }

    private List<Alert> lookOften() {
        for (int i = 0; i < LOOKS; i++) {
            drift.look(List.of(PORT));
        }
        return alerts.all();
    }

    @Test
    void settingsThatTheSwitchHasAreNoDrift() {
        assertThat(onos.all()).isNotEmpty();
        assertThat(lookOften()).isEmpty();
    }

    @Test
    void anEntryThatIsLostForLongIsAnAlertUntilItIsBack() {
        onos.lost.add(onos.all().iterator().next());
        drift.look(List.of(PORT));
        drift.look(List.of(PORT));
        assertThat(alerts.all()).as("ONOS may be repairing it").isEmpty();
        drift.look(List.of(PORT));
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("settings-drift");
        assertThat(alerts.all()).extracting(Alert::subject).containsExactly("device:s1/4");
        onos.lost.clear();
        drift.look(List.of(PORT));
        assertThat(alerts.all()).isEmpty();
    }

    /** A stock ONOS reads the entries of a switch every 30 s, and confirms new ones then. */
    @Test
    void thereIsNoAlertBeforeOnosHasReadTheSwitch() {
        readingSeconds = 30;
        onos.lost.add(onos.all().iterator().next());
        for (int i = 0; i < 7; i++) {
            drift.look(List.of(PORT));
        }
        assertThat(alerts.all()).isEmpty();
        drift.look(List.of(PORT));
        assertThat(alerts.all()).hasSize(1);
    }

    @Test
    void settingsThatChangeAllTheTimeAreNotJudged() {
        for (int i = 0; i < 3 * LOOKS; i++) {
            install(4 + i, i % 2);
            onos.lost.addAll(onos.all());
            drift.look(List.of(PORT));
        }
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void ofASwitchWithoutContactNothingIsKnown() {
        onos.lost.addAll(onos.all());
        isAvailable = false;
        assertThat(lookOften()).isEmpty();
    }
}
