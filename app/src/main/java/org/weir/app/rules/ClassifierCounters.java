// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.flow.TableId;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.classifier.ClassifierCount;
import org.weir.pipelines.P4Names;

/**
 * Counters of the entries that {@link ClassRules} makes of a policy's match rules. A match rule has
 * several entries in a switch, for both address families and for several ingress ports. Their
 * priority leads back to the match rule.
 */
public final class ClassifierCounters {
    private final FlowRuleService flowRules;
    private final ApplicationId application;
    private final BiPredicate<DeviceId, PiTableId> isCounted;

    /**
     * Counters of an application's entries.
     *
     * @param flowRules the entries, with the counters that ONOS has read last
     * @param application the application
     * @param isCounted true if the program of a switch counts what the entries of a table match
     */
    public ClassifierCounters(
            FlowRuleService flowRules,
            ApplicationId application,
            BiPredicate<DeviceId, PiTableId> isCounted) {
        this.flowRules = flowRules;
        this.application = application;
        this.isCounted = isCounted;
    }

    /**
     * The counts of a switch.
     *
     * @param device switch
     * @return count of each match rule that the switch has confirmed, by its place in the policy
     *     from 0; that of the default class at {@value ClassRules#DEFAULT_CLASS}
     */
    public Map<Integer, ClassifierCount> counts(DeviceId device) {
        Map<Integer, ClassifierCount> counts = new HashMap<>();
        for (FlowEntry entry : flowRules.getFlowEntries(device)) {
            TableId table = entry.table();
            boolean isClassifier =
                    table.equals(P4Names.TABLE_IPV4_CLASSES)
                            || table.equals(P4Names.TABLE_IPV6_CLASSES);
            if (isClassifier
                    && entry.appId() == application.id()
                    && entry.state() == FlowEntryState.ADDED) {
                counts.merge(
                        ClassRules.place(entry.priority()),
                        count(device, entry),
                        ClassifierCount::inSameDevice);
            }
        }
        return counts;
    }

    private ClassifierCount count(DeviceId device, FlowEntry entry) {
        return isCounted.test(device, (PiTableId) entry.table())
                ? ClassifierCount.of(entry.packets(), entry.bytes())
                : ClassifierCount.uncounted();
    }
}
