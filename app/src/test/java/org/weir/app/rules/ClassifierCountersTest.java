// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.weir.app.classifier.ClassifierCount;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

/** Counters of entries as {@link ClassRules} makes them of a policy. */
class ClassifierCountersTest {

    private static final ApplicationId WEIR = new DefaultApplicationId(7, "org.weir.app");
    private static final DeviceId BMV2 = DeviceId.deviceId("device:s1");
    private static final DeviceId TOFINO = DeviceId.deviceId("device:s2");

    private final ClassRules rules = new ClassRules(new RuleFactory(WEIR), device -> true);
    private final List<FlowEntry> entries = new ArrayList<>();
    private final ClassifierCounters counters =
            new ClassifierCounters(
                    new FlowRuleServiceAdapter() {
                        @Override
                        public Iterable<FlowEntry> getFlowEntries(DeviceId device) {
                            List<FlowEntry> found = new ArrayList<>(entries);
                            found.removeIf(entry -> !entry.deviceId().equals(device));
                            return found;
                        }
                    },
                    WEIR,
                    (device, table) -> device.equals(BMV2));

    private static Policy policy() throws Exception {
        String json =
                "{'classes':[{'name':'A','match':[{'dscp':46},{'protocol':17,'device':'device:s1','ports':[1,2]}]},"
                        + "{'name':'B','match':[{'source':'10.0.0.0/8'}]},{'name':'C'}],"
                        + "'defaultClass':'C'}";
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    private void add(FlowRule rule, FlowEntryState state, long packets) {
        entries.add(new DefaultFlowEntry(rule, state, 0, packets, 100 * packets));
    }

    @Test
    void allEntriesOfAMatchRuleCountTogether() throws Exception {
        for (FlowRule rule : rules.of(BMV2, policy())) {
            add(rule, FlowEntryState.ADDED, 10);
        }
        Map<Integer, ClassifierCount> counts = counters.counts(BMV2);

        assertThat(counts).containsOnlyKeys(0, 1, 2, ClassRules.DEFAULT_CLASS);
        // IPv4 and IPv6; both, for two ports; IPv4 only; two halves of both.
        assertThat(counts.get(0).packets()).hasValue(20);
        assertThat(counts.get(1).packets()).hasValue(40);
        assertThat(counts.get(2).packets()).hasValue(10);
        assertThat(counts.get(2).bytes()).hasValue(1000);
        assertThat(counts.get(ClassRules.DEFAULT_CLASS).packets()).hasValue(40);
        assertThat(counts.values()).allSatisfy(one -> assertThat(one.devices()).isEqualTo(1));
    }

    @Test
    void whatASwitchDoesNotCountIsUnknownAndWhatItHasNotConfirmedIsNoEntry() throws Exception {
        for (FlowRule rule : rules.of(TOFINO, policy())) {
            add(rule, FlowEntryState.ADDED, 0);
        }
        for (FlowRule rule : rules.of(BMV2, policy())) {
            add(rule, FlowEntryState.PENDING_ADD, 0);
        }
        ClassifierCount onTofino = counters.counts(TOFINO).get(0);

        assertThat(counters.counts(BMV2)).isEmpty();
        assertThat(onTofino.devices()).isEqualTo(1);
        assertThat(onTofino.packets()).isEqualTo(OptionalLong.empty());
        ClassifierCount both = onTofino.plus(ClassifierCount.of(3, 300));
        assertThat(both.devices()).isEqualTo(2);
        assertThat(both.countingDevices()).isEqualTo(1);
        assertThat(both.bytes()).hasValue(300);
    }

    @Test
    void entriesOfOtherApplicationsDoNotCount() throws Exception {
        ClassRules others =
                new ClassRules(
                        new RuleFactory(new DefaultApplicationId(8, "org.other")), device -> true);
        others.of(BMV2, policy()).forEach(rule -> add(rule, FlowEntryState.ADDED, 10));

        assertThat(counters.counts(BMV2)).isEmpty();
    }
}
