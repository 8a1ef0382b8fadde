// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleService;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.SettingsRules;
import org.weir.control.PortId;

/**
 * Alert about ports whose installed settings are not those that were promised: ONOS does not find
 * the entries in the switch. ONOS reads a switch in turns, and repairs a lost or changed entry in
 * the next one, so the alert means that the repair fails. Settings that were changed since the look
 * before are not judged.
 */
public final class SettingsDrift {

    /** Alert type: installed settings differ from the promised ones. */
    public static final String SETTINGS_DRIFT = AlertType.SETTINGS_DRIFT.word();

    /** Time between two looks, s. */
    static final int PERIOD_S = 5;

    /** Looks beyond ONOS's next reading at which settings differ before it is an alert. */
    private static final int SPARE_LOOKS = 2;

    private final RuleBook rules;
    private final FlowRuleService flows;
    private final Predicate<DeviceId> isAvailable;
    private final AlertBoard alerts;
    private final IntSupplier readingSeconds;

    /** Ports whose settings differ, since the look before at least. */
    private Map<PortId, Differing> differing = new HashMap<>();

    /**
     * No drift yet.
     *
     * @param rules the wanted entries
     * @param flows the entries as ONOS has read them from the switches
     * @param isAvailable whether a switch is in contact; of another nothing is known
     * @param alerts list of alerts
     * @param readingSeconds time between two readings of a switch's entries by ONOS, s
     */
    public SettingsDrift(
            RuleBook rules,
            FlowRuleService flows,
            Predicate<DeviceId> isAvailable,
            AlertBoard alerts,
            IntSupplier readingSeconds) {
        this.rules = rules;
        this.flows = flows;
        this.isAvailable = isAvailable;
        this.alerts = alerts;
        this.readingSeconds = readingSeconds;
    }

    /**
     * Looks once, about every five seconds.
     *
     * @param ports ports that this instance controls
     */
    public void look(Collection<PortId> ports) {
        Map<PortId, Differing> now = new HashMap<>();
        Map<String, String> texts = new TreeMap<>();
        int most = (readingSeconds.getAsInt() + PERIOD_S - 1) / PERIOD_S + SPARE_LOOKS;
        for (PortId port : ports) {
            DeviceId device = DeviceId.deviceId(port.device());
            List<FlowRule> wanted =
                    SettingsRules.used(rules.rules(device, SettingsInstaller.section(port)));
            if (!isAvailable.test(device) || wanted.stream().allMatch(this::isInstalled)) {
                continue;
            }
            Differing one = new Differing(wanted, differing.get(port));
            now.put(port, one);
            if (one.looks >= most) {
                texts.put(
                        port.toString(),
                        "the switch does not have all entries of the port's settings");
            }
        }
        differing = now;
        alerts.replace(SETTINGS_DRIFT, texts);
    }

    private boolean isInstalled(FlowRule rule) {
        return Optional.ofNullable(flows.getFlowEntry(rule))
                .filter(entry -> entry.state() == FlowEntry.FlowEntryState.ADDED)
                .filter(entry -> entry.exactMatch(rule))
                .isPresent();
    }

    /** Entries that are not in the switch as they should be. */
    private static final class Differing {
        private final List<FlowRule> wanted;
        private final int looks;

        /** Counts on from the look before, unless the settings were changed since. */
        Differing(List<FlowRule> wanted, Differing before) {
            this.wanted = wanted;
            boolean isSame = before != null && before.wanted.size() == wanted.size();
            for (int i = 0; isSame && i < wanted.size(); i++) {
                isSame = before.wanted.get(i) == wanted.get(i);
            }
            looks = isSame ? before.looks + 1 : 1;
        }
    }
}
