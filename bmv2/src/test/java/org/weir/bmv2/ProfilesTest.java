// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.TestNetwork.exact;
import static org.weir.bmv2.TestNetwork.number;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.ActionProfileControl;
import org.weir.bmv2.controlplane.table.ActionProfileControl.WeightedMember;
import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.controlplane.table.EntryAction.WeightedCall;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;

/** Members and groups of a selector. */
class ProfilesTest {

    private TestNetwork network;
    private TableControl routes;
    private ActionProfileControl paths;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("profiles"));
        routes = network.table("TestIngress.routes");
        paths = network.device.actionProfile("TestIngress.paths").orElseThrow();
        for (int port = 1; port <= 3; port++) {
            paths.insertMember(port, send(port));
        }
    }

    private static ActionCall send(int port) {
        return ActionCall.of("TestIngress.send", number(port));
    }

    private String ports(int target, int flows) {
        StringBuilder text = new StringBuilder();
        for (int flow = 0; flow < flows; flow++) {
            var sent = network.send(8, "%02x%04x".formatted(target, flow));
            text.append(sent.isEmpty() ? "-" : sent.get(0).port());
        }
        return text.toString();
    }

    @Test
    void anEntryNamesAMemberWhoseActionMayChange() {
        routes.insert(new TableEntry(List.of(exact(1)), 0, new EntryAction.Member(2)));
        assertThat(ports(1, 2)).isEqualTo("22");
        paths.modifyMember(2, send(5));
        assertThat(ports(1, 2)).isEqualTo("55");
        assertThat(ports(9, 1)).isEqualTo("-");
        assertThatThrownBy(() -> paths.deleteMember(2))
                .hasMessageContaining("is used by table TestIngress.routes");
        routes.delete(List.of(exact(1)), 0);
        paths.deleteMember(2);
        assertThat(paths.members().keySet()).containsExactly(1, 3);
    }

    @Test
    void aGroupSharesFlowsByWeight() {
        paths.insertGroup(7, List.of(new WeightedMember(1, 1), new WeightedMember(3, 2)));
        routes.insert(new TableEntry(List.of(exact(1)), 0, new EntryAction.Group(7)));
        // The hash is the flow itself.
        assertThat(ports(1, 6)).isEqualTo("133133");
        paths.modifyGroup(7, List.of(new WeightedMember(2, 1)));
        assertThat(ports(1, 3)).isEqualTo("222");
        paths.modifyGroup(7, List.of());
        assertThat(ports(1, 1)).isEqualTo("-");
        assertThatThrownBy(() -> paths.deleteGroup(7)).hasMessageContaining("is used by table");
        assertThatThrownBy(() -> paths.modifyGroup(7, List.of(new WeightedMember(99, 1))))
                .hasMessageContaining("has no member 99");
        assertThatThrownBy(() -> routes.insert(new TableEntry(List.of(exact(2)), 0, send(1))))
                .hasMessageContaining("its actions come from action profile TestIngress.paths");
    }

    @Test
    void weightsAreAsLargeAsP4RuntimesField() {
        int most = Integer.MAX_VALUE;
        paths.insertGroup(7, List.of(new WeightedMember(1, 4), new WeightedMember(3, most)));
        routes.insert(new TableEntry(List.of(exact(1)), 0, new EntryAction.Group(7)));
        // The hash is the flow itself.
        assertThat(ports(1, 6)).isEqualTo("111133");
        assertThat(paths.group(7).orElseThrow()).contains(new WeightedMember(3, most));
    }

    /** Whatever is inserted, changed and deleted, exactly what is used cannot be deleted. */
    @Test
    void whatIsUsedCannotBeDeleted() {
        Random random = new Random(11);
        Map<Integer, Integer> portOf = new HashMap<>(Map.of(1, 1, 2, 2, 3, 3));
        Map<Integer, List<Integer>> groups = new HashMap<>();
        Map<Integer, EntryAction> entries = new HashMap<>();
        for (int step = 0; step < 5000; step++) {
            int id = 1 + random.nextInt(5);
            switch (random.nextInt(5)) {
                case 0 -> {
                    boolean exists = portOf.containsKey(id);
                    int port = 1 + random.nextInt(7);
                    attempt(
                            true,
                            () -> {
                                if (exists) {
                                    paths.modifyMember(id, send(port));
                                } else {
                                    paths.insertMember(id, send(port));
                                }
                            });
                    portOf.put(id, port);
                }
                case 1 -> {
                    boolean used =
                            groups.values().stream().anyMatch(group -> group.contains(id))
                                    || entries.containsValue(new EntryAction.Member(id));
                    attempt(portOf.containsKey(id) && !used, () -> paths.deleteMember(id));
                    portOf.keySet().removeIf(member -> member == id && !used);
                }
                case 2 -> {
                    List<Integer> wanted =
                            random.ints(random.nextInt(3), 1, 6).distinct().boxed().toList();
                    List<WeightedMember> members =
                            wanted.stream().map(member -> new WeightedMember(member, 1)).toList();
                    boolean known = portOf.keySet().containsAll(wanted);
                    boolean exists = groups.containsKey(id);
                    attempt(
                            known,
                            () -> {
                                if (exists) {
                                    paths.modifyGroup(id, members);
                                } else {
                                    paths.insertGroup(id, members);
                                }
                            });
                    if (known) {
                        groups.put(id, wanted);
                    }
                }
                case 3 -> {
                    boolean used = entries.containsValue(new EntryAction.Group(id));
                    attempt(groups.containsKey(id) && !used, () -> paths.deleteGroup(id));
                    groups.keySet().removeIf(group -> group == id && !used);
                }
                default -> {
                    int target = random.nextInt(4);
                    EntryAction action =
                            random.nextBoolean()
                                    ? new EntryAction.Member(id)
                                    : new EntryAction.Group(id);
                    boolean known =
                            action instanceof EntryAction.Member
                                    ? portOf.containsKey(id)
                                    : groups.containsKey(id);
                    TableEntry entry = new TableEntry(List.of(exact(target)), 0, action);
                    if (entries.containsKey(target) && random.nextBoolean()) {
                        routes.delete(entry.match(), 0);
                        entries.remove(target);
                    } else {
                        boolean exists = entries.containsKey(target);
                        attempt(
                                known,
                                () -> {
                                    if (exists) {
                                        routes.modify(entry);
                                    } else {
                                        routes.insert(entry);
                                    }
                                });
                        if (known) {
                            entries.put(target, action);
                        }
                    }
                }
            }
            int target = random.nextInt(4);
            assertThat(ports(target, 1)).isEqualTo(port(entries.get(target), groups, portOf));
        }
    }

    private static void attempt(boolean succeeds, Runnable change) {
        if (succeeds) {
            change.run();
        } else {
            assertThatThrownBy(change::run).isInstanceOf(ControlException.class);
        }
    }

    /** The port of flow 0, which has the member with the lowest number. */
    private static String port(
            EntryAction action, Map<Integer, List<Integer>> groups, Map<Integer, Integer> portOf) {
        if (action instanceof EntryAction.Member member) {
            return portOf.get(member.memberId()).toString();
        }
        if (action instanceof EntryAction.Group group) {
            return groups.get(group.groupId()).stream()
                    .min(Integer::compare)
                    .map(member -> portOf.get(member).toString())
                    .orElse("-");
        }
        return "-";
    }

    @Test
    void aMemberWhosePortIsDownIsLeftOut() {
        paths.insertGroup(7, List.of(new WeightedMember(1, 1, 1), new WeightedMember(3, 1, 3)));
        routes.insert(new TableEntry(List.of(exact(1)), 0, new EntryAction.Group(7)));
        assertThat(ports(1, 4)).isEqualTo("1313");
        network.device.setPortUp(3, false);
        assertThat(ports(1, 4)).isEqualTo("1111");
        network.device.setPortAdminUp(1, false);
        assertThat(ports(1, 1)).isEqualTo("-");
        network.device.setPortUp(3, true);
        assertThat(ports(1, 4)).isEqualTo("3333");
        assertThat(paths.groups().get(7))
                .containsExactly(new WeightedMember(1, 1, 1), new WeightedMember(3, 1, 3));
        assertThatThrownBy(() -> paths.insertGroup(8, List.of(new WeightedMember(1, 1, 511))))
                .hasMessageContaining("member 1: watch port 511 is not in 0..510");
        assertThatThrownBy(() -> paths.insertGroup(8, List.of(new WeightedMember(1, 0))))
                .hasMessageContaining("member 1: weight 0 is below 1");
        assertThat(paths.groups().keySet()).containsExactly(7);
    }

    @Test
    void anEntryCanHaveActionsOfItsOwn() {
        EntryAction own =
                new EntryAction.OneShot(
                        List.of(
                                new WeightedCall(send(4), 2, ActionProfileControl.NO_WATCH),
                                new WeightedCall(send(5), 1, 5)));
        routes.insert(new TableEntry(List.of(exact(1)), 0, own));
        assertThat(ports(1, 6)).isEqualTo("445445");
        assertThat(routes.entries().get(0).action()).isEqualTo(own);
        assertThat(paths.groups()).isEmpty();
        assertThat(paths.members()).hasSize(3);
        network.device.setPortUp(5, false);
        assertThat(ports(1, 3)).isEqualTo("444");
        network.device.setPortUp(5, true);
        assertThat(ports(1, 3)).isEqualTo("445");
        routes.modify(new TableEntry(List.of(exact(1)), 0, new EntryAction.Member(2)));
        assertThat(ports(1, 3)).isEqualTo("222");
        ActionCall unknown = ActionCall.of("TestIngress.fly");
        assertThatThrownBy(
                        () ->
                                routes.insert(
                                        new TableEntry(
                                                List.of(exact(2)),
                                                0,
                                                new EntryAction.OneShot(
                                                        List.of(
                                                                new WeightedCall(
                                                                        unknown, 1, -1))))))
                .hasMessageContaining("action TestIngress.fly is not one of its actions");
        assertThat(routes.entries()).hasSize(1);
    }
}
