// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.core.GroupId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;
import org.onosproject.net.flow.instructions.Instructions.TruncateInstruction;
import org.onosproject.net.group.DefaultGroup;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupBuckets;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupDescription.Type;
import org.onosproject.net.group.GroupKey;
import org.onosproject.net.group.GroupServiceAdapter;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.pipelines.Platform;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

/** Copies that a switch is asked for: their ports and lengths. */
class CloneSessionsTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    private static final int READING_S = 30;
    private static final long NS_PER_S = 1_000_000_000;

    private final AlertBoard alerts = new AlertBoard();
    private long nowNs;
    private int readings;
    private final List<GroupDescription> added = new ArrayList<>();
    private final Map<GroupKey, GroupBuckets> changed = new HashMap<>();
    private Function<GroupKey, Group> kept = key -> null;
    private final CloneSessions sessions =
            new CloneSessions(
                    new DefaultApplicationId(1, "weir"),
                    new GroupServiceAdapter() {
                        @Override
                        public Group getGroup(DeviceId device, GroupKey key) {
                            readings++;
                            return kept.apply(key);
                        }

                        @Override
                        public void addGroup(GroupDescription description) {
                            added.add(description);
                        }

                        @Override
                        public void setBucketsForGroup(
                                DeviceId device,
                                GroupKey oldKey,
                                GroupBuckets buckets,
                                GroupKey newKey,
                                ApplicationId appId) {
                            assertThat(newKey).isEqualTo(oldKey);
                            changed.put(oldKey, buckets);
                        }
                    },
                    alerts,
                    () -> READING_S,
                    () -> nowNs);

    private List<Instruction> copy(int index) {
        TrafficTreatment treatment = added.get(index).buckets().buckets().get(0).treatment();
        return treatment.allInstructions();
    }

    private static PortNumber output(List<Instruction> copy) {
        return ((OutputInstruction) copy.get(copy.size() - 1)).port();
    }

    @Test
    void aTofinoCutsCopiesSoThatItsRecirculationPortHasRoom() {
        sessions.install(DEVICE, TofinoPlatform.TOFINO, 192);
        assertThat(((TruncateInstruction) copy(0).get(0)).maxLen()).isEqualTo(128);
        assertThat(output(copy(0))).isEqualTo(PortNumber.portNumber(68));
        assertThat(((TruncateInstruction) copy(1).get(0)).maxLen()).isEqualTo(64);
        assertThat(output(copy(1))).isEqualTo(PortNumber.portNumber(192));
    }

    @Test
    void theProgramOfBmv2CutsThemItself() {
        sessions.install(DEVICE, Bmv2Platform.BMV2, 255);
        assertThat(copy(0)).hasSize(1);
        assertThat(output(copy(0))).isEqualTo(PortNumber.portNumber(255));
        assertThat(copy(1)).hasSize(1);
    }

    /** After an uninstallation ONOS keeps a removed group until a switch has confirmed it. */
    @Test
    void sessionThatOnosIsStillRemovingIsAskedForAgain() {
        DefaultGroup group =
                new DefaultGroup(new GroupId(1), DEVICE, Type.CLONE, new GroupBuckets(List.of()));
        kept = key -> group;
        group.setState(Group.GroupState.PENDING_DELETE);
        assertThat(sessions.install(DEVICE, Bmv2Platform.BMV2, 255)).isFalse();
        assertThat(added).isEmpty();

        group.setState(Group.GroupState.ADDED);
        assertThat(sessions.install(DEVICE, Bmv2Platform.BMV2, 255)).isTrue();
        assertThat(added).isEmpty();

        kept = key -> null;
        assertThat(sessions.install(DEVICE, Bmv2Platform.BMV2, 255)).isTrue();
        assertThat(added).hasSize(2);
    }

    /** ONOS forgets a group that a switch has refused. */
    @Test
    void switchThatRefusesSessionsIsListedAndAskedEverMoreRarely() {
        for (int second = 0; second < 2 * READING_S; second += 5) {
            sessions.install(DEVICE, Bmv2Platform.BMV2, 255);
            nowNs += 5 * NS_PER_S;
        }
        assertThat(alerts.all()).isEmpty();
        for (int second = 0; second < 3600; second += 5) {
            sessions.install(DEVICE, Bmv2Platform.BMV2, 255);
            nowNs += 5 * NS_PER_S;
        }
        assertThat(alerts.all()).extracting(Alert::kind).containsExactly("feedback-refused");
        assertThat(added.size()).isLessThan(2 * 20);

        Map<GroupKey, Group> groups = new HashMap<>();
        added.forEach(one -> groups.put(one.appCookie(), added(one)));
        kept = groups::get;
        sessions.install(DEVICE, Bmv2Platform.BMV2, 255);
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void switchOfAnotherInstanceIsNotListed() {
        sessions.install(DEVICE, Bmv2Platform.BMV2, 255);
        nowNs += 3600 * NS_PER_S;
        sessions.install(DEVICE, Bmv2Platform.BMV2, 255);
        assertThat(alerts.all()).hasSize(1);

        sessions.keep(List.of());
        assertThat(alerts.all()).isEmpty();
    }

    private void update(Platform platform) {
        sessions.update(
                List.of(DEVICE), device -> Optional.ofNullable(platform), (device, its) -> 255);
    }

    /** Each pass asks ONOS's store, every 5 s for each switch. */
    @Test
    void eachSessionIsReadOnceAPass() {
        update(Bmv2Platform.BMV2);
        assertThat(readings).isEqualTo(2);

        Map<GroupKey, Group> groups = new HashMap<>();
        added.forEach(one -> groups.put(one.appCookie(), added(one)));
        kept = groups::get;
        update(Bmv2Platform.BMV2);
        assertThat(readings).isEqualTo(4);
    }

    /** As when its driver is changed in netcfg: nobody knows what it should have. */
    @Test
    void switchOfAnUnknownPlatformIsNotListed() {
        update(Bmv2Platform.BMV2);
        nowNs += 3600 * NS_PER_S;
        update(Bmv2Platform.BMV2);
        assertThat(alerts.all()).hasSize(1);

        update(null);
        assertThat(alerts.all()).isEmpty();

        update(Bmv2Platform.BMV2);
        assertThat(alerts.all()).as("it has the whole time again").isEmpty();
    }

    /** As when the port to the controller is changed in netcfg. */
    @Test
    void sessionThatLeadsElsewhereIsChanged() {
        sessions.install(DEVICE, TofinoPlatform.TOFINO, 192);
        Map<GroupKey, Group> groups = new HashMap<>();
        added.forEach(one -> groups.put(one.appCookie(), added(one)));
        kept = groups::get;
        added.clear();

        assertThat(sessions.install(DEVICE, TofinoPlatform.TOFINO, 192)).isTrue();
        assertThat(changed).isEmpty();

        assertThat(sessions.install(DEVICE, TofinoPlatform.TOFINO, 64)).isTrue();
        assertThat(added).isEmpty();
        assertThat(changed).hasSize(1);
        TrafficTreatment copy = changed.values().iterator().next().buckets().get(0).treatment();
        assertThat(output(copy.allInstructions())).isEqualTo(PortNumber.portNumber(64));
    }

    private static Group added(GroupDescription description) {
        DefaultGroup group = new DefaultGroup(new GroupId(description.givenGroupId()), description);
        group.setState(Group.GroupState.ADDED);
        return group;
    }
}
