// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DefaultPortStatistics;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.flow.FlowRuleListener;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.onosproject.net.flow.IndexTableId;
import org.onosproject.net.flow.TableId;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.runtime.PiAction;
import org.weir.app.fabric.OneSwitch;
import org.weir.pipelines.P4Names;

class OnosDropSourcesTest {

    private static final DeviceId S1 = DeviceId.deviceId("device:s1");

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 1, 2, 255, 600);
    private final List<FlowEntry> entries = new ArrayList<>();
    private final List<PortStatistics> statistics = new ArrayList<>();
    private final List<FlowRuleListener> listeners = new ArrayList<>();
    private final OnosDropSources sources =
            new OnosDropSources(
                    onos.fabric(),
                    new DeviceServiceAdapter() {
                        @Override
                        public List<PortStatistics> getPortStatistics(DeviceId device) {
                            return statistics;
                        }
                    },
                    new FlowRuleServiceAdapter() {
                        @Override
                        public Iterable<FlowEntry> getFlowEntries(DeviceId device) {
                            return entries;
                        }

                        @Override
                        public void addListener(FlowRuleListener listener) {
                            listeners.add(listener);
                        }

                        @Override
                        public void removeListener(FlowRuleListener listener) {
                            listeners.remove(listener);
                        }
                    });

    private void entry(TableId table, TrafficTreatment treatment, long packets) {
        FlowRule rule =
                DefaultFlowRule.builder()
                        .forDevice(S1)
                        .forTable(table)
                        .withSelector(DefaultTrafficSelector.emptySelector())
                        .withTreatment(treatment)
                        .withPriority(entries.size() + 1)
                        .fromApp(new DefaultApplicationId(1, "test"))
                        .makePermanent()
                        .build();
        entries.add(new DefaultFlowEntry(rule, FlowEntryState.ADDED, 1, packets, 64 * packets));
    }

    private static TrafficTreatment action(PiActionId id) {
        return DefaultTrafficTreatment.builder()
                .piTableAction(PiAction.builder().withId(id).build())
                .build();
    }

    @Test
    void neitherTheControllersPortIsReadNorWhatTheProgramHasNoCounterFor() {
        onos.fabric().refresh();

        assertThat(sources.ports(S1)).containsExactly(1L, 2L);
    }

    @Test
    void portsThatAreDownAreReadToo() {
        onos.fabric().refresh();
        onos.disablePorts();

        assertThat(sources.ports(S1)).containsExactly(1L, 2L);
    }

    @Test
    void onlyDropsOfTheAccessListAreItsDrops() {
        entry(P4Names.TABLE_ACL, action(P4Names.ACTION_ACL_DROP), 1);
        entry(P4Names.TABLE_ACL, DefaultTrafficTreatment.builder().drop().build(), 20);
        entry(IndexTableId.of(0), DefaultTrafficTreatment.emptyTreatment(), 300);
        entry(P4Names.TABLE_ACL, action(P4Names.ACTION_PUNT), 4000);
        entry(P4Names.TABLE_ACL, DefaultTrafficTreatment.builder().punt().build(), 4000);
        entry(P4Names.TABLE_IPV4_ROUTES, action(P4Names.ACTION_ROUTE_DROP), 4000);
        entry(P4Names.TABLE_IPV4_ROUTES, DefaultTrafficTreatment.emptyTreatment(), 4000);

        assertThat(sources.accessList(S1).values()).containsExactlyInAnyOrder(1L, 20L, 300L);
    }

    @Test
    void countsOfTheAccessListFollowOnosEvents() {
        entry(P4Names.TABLE_ACL, action(P4Names.ACTION_ACL_DROP), 1);
        sources.start();
        assertThat(sources.accessList(S1).values()).containsExactly(1L);

        // The same rule with a higher count, a new one, and one that does not drop.
        FlowEntry counted = new DefaultFlowEntry(entries.get(0), FlowEntryState.ADDED, 2, 7, 448);
        post(FlowRuleEvent.Type.RULE_UPDATED, counted);
        entry(P4Names.TABLE_ACL, DefaultTrafficTreatment.builder().drop().build(), 20);
        post(FlowRuleEvent.Type.RULE_ADDED, entries.get(1));
        entry(P4Names.TABLE_ACL, action(P4Names.ACTION_PUNT), 4000);
        post(FlowRuleEvent.Type.RULE_ADDED, entries.get(2));
        assertThat(sources.accessList(S1).values()).containsExactlyInAnyOrder(7L, 20L);

        post(FlowRuleEvent.Type.RULE_REMOVED, counted);
        assertThat(sources.accessList(S1).values()).containsExactly(20L);

        sources.stop();
        assertThat(listeners).isEmpty();
    }

    private void post(FlowRuleEvent.Type type, FlowEntry entry) {
        listeners.forEach(listener -> listener.event(new FlowRuleEvent(type, entry)));
    }

    @Test
    void statisticsAreThoseOfThePortsAskedFor() {
        for (long port : new long[] {1, 2, 255}) {
            statistics.add(
                    DefaultPortStatistics.builder()
                            .setDeviceId(S1)
                            .setPort(PortNumber.portNumber(port))
                            .build());
        }

        assertThat(sources.statistics(S1, Set.of(1L, 2L))).isEqualTo(statistics.subList(0, 2));
    }
}
