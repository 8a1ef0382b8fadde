// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.TestNetwork.exact;
import static org.weir.bmv2.TestNetwork.number;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.ControlException.Reason;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;

/** Requests that cannot be done are refused with the reason and the place, and change nothing. */
class TableControlTest {

    private static final ActionCall FOUND = ActionCall.of("TestIngress.found_by_exact", number(1));

    private TestNetwork network;
    private TableControl byExact;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("tables"));
        byExact = network.table("TestIngress.t_by_exact");
    }

    private static void refused(Reason reason, String message, Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOf(ControlException.class)
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(((ControlException) e).reason()).isEqualTo(reason));
    }

    private static TableEntry entry(int priority, ActionCall action, MatchKey... match) {
        return new TableEntry(List.of(match), priority, action);
    }

    @Test
    void entriesAreInsertedReadChangedAndDeletedOnce() {
        byExact.insert(entry(0, FOUND, exact(5)));
        refused(
                Reason.ALREADY_EXISTS,
                "TestIngress.t_by_exact",
                () -> byExact.insert(entry(0, FOUND, exact(5))));
        TableEntry read = byExact.get(List.of(exact(5)), 0).orElseThrow();
        // A value that is read has the width of the field.
        assertThat(read.match())
                .isEqualTo(List.of(new MatchKey.Exact(TestNetwork.bytes("0".repeat(31) + "5"))));
        assertThat(read.action())
                .isEqualTo(ActionCall.of("TestIngress.found_by_exact", new byte[] {0, 1}));
        byExact.modify(entry(0, ActionCall.of("NoAction"), exact(5)));
        assertThat(byExact.get(List.of(exact(5)), 0).orElseThrow().action())
                .isEqualTo(ActionCall.of("NoAction"));
        byExact.delete(List.of(exact(5)), 0);
        assertThat(byExact.entries()).isEmpty();
        refused(Reason.NOT_FOUND, "0x", () -> byExact.delete(List.of(exact(5)), 0));
        refused(Reason.NOT_FOUND, "0x", () -> byExact.modify(entry(0, FOUND, exact(5))));
    }

    @Test
    void messagesNameTableFieldAndRule() {
        TableControl range = network.table("TestIngress.t_by_range");
        TableControl lpm = network.table("TestIngress.t_by_lpm");
        TableControl ternary = network.table("TestIngress.t_by_ternary");
        ActionCall noAction = ActionCall.of("NoAction");
        refused(
                Reason.INVALID,
                "table TestIngress.t_by_range, field hdr.key.number, high end: value 0x10000 does not fit its 16 bits",
                () ->
                        range.insert(
                                entry(1, noAction, new MatchKey.Range(number(1), number(65536)))));
        refused(
                Reason.INVALID,
                "is above the high end",
                () -> range.insert(entry(1, noAction, new MatchKey.Range(number(2), number(1)))));
        refused(
                Reason.INVALID,
                "priority of at least 1",
                () -> range.insert(entry(0, noAction, MatchKey.ANY)));
        refused(
                Reason.INVALID,
                "priority must be 0",
                () -> byExact.insert(entry(3, FOUND, exact(5))));
        refused(
                Reason.INVALID,
                "prefix length 33 is not in 0..32",
                () -> lpm.insert(entry(0, noAction, new MatchKey.Lpm(number(0), 33))));
        refused(
                Reason.INVALID,
                "has bits outside its prefix of 8 bits",
                () -> lpm.insert(entry(0, noAction, new MatchKey.Lpm(number(0x0a000001), 8))));
        refused(
                Reason.INVALID,
                "has bits outside its mask",
                () ->
                        ternary.insert(
                                entry(1, noAction, new MatchKey.Ternary(number(3), number(1)))));
        refused(
                Reason.INVALID,
                "is matched exactly",
                () -> byExact.insert(entry(0, FOUND, MatchKey.ANY)));
        refused(
                Reason.INVALID,
                "has 1 fields, 2 are given",
                () -> byExact.insert(entry(0, FOUND, exact(1), exact(2))));
        refused(
                Reason.INVALID,
                "action TestIngress.found_by_lpm is not one of its actions",
                () ->
                        byExact.insert(
                                entry(
                                        0,
                                        ActionCall.of("TestIngress.found_by_lpm", number(1)),
                                        exact(1))));
        refused(
                Reason.INVALID,
                "takes 1 parameters, 0 are given",
                () ->
                        byExact.insert(
                                entry(0, ActionCall.of("TestIngress.found_by_exact"), exact(1))));
        refused(
                Reason.INVALID,
                "parameter value: value 0x10000 does not fit its 16 bits",
                () ->
                        byExact.insert(
                                entry(
                                        0,
                                        ActionCall.of("TestIngress.found_by_exact", number(65536)),
                                        exact(1))));
        assertThat(byExact.entries()).isEmpty();
    }

    @Test
    void aFullTableAndAConstantOneRefuseEntries() {
        TableControl all = network.table("TestIngress.t_all");
        Consumer<Integer> add =
                i ->
                        all.insert(
                                entry(
                                        1,
                                        ActionCall.of("NoAction"),
                                        exact(i),
                                        MatchKey.ANY,
                                        MatchKey.ANY,
                                        MatchKey.ANY));
        for (int i = 0; i < 16; i++) {
            add.accept(i);
        }
        refused(
                Reason.RESOURCE_EXHAUSTED,
                "TestIngress.t_all: is full with 16 entries",
                () -> add.accept(16));
        TableControl constant = network.table("TestIngress.t_const");
        assertThat(constant.isConst()).isTrue();
        assertThat(constant.entries()).hasSize(4).allMatch(TableEntry::isConst);
        refused(
                Reason.PERMISSION_DENIED,
                "TestIngress.t_const: its entries are constant",
                () ->
                        constant.insert(
                                entry(
                                        1,
                                        ActionCall.of("TestIngress.found_const", number(1)),
                                        MatchKey.ANY)));
        refused(
                Reason.PERMISSION_DENIED,
                "its default action is constant",
                () ->
                        constant.setDefaultAction(
                                ActionCall.of("TestIngress.found_const", number(1))));
    }

    private String foundConst(String small) {
        return network.send(2, small + "00".repeat(22)).get(0).hex().substring(74, 78);
    }

    /** As the P4Runtime specification counts them: N entries from N down to 1. */
    @Test
    void entriesOfTheProgramLeavePrioritiesAboveForOthers() {
        TableControl table = network.table("TestIngress.t_const");
        List<TableEntry> entries = table.entries();
        assertThat(entries).extracting(TableEntry::priority).containsExactlyInAnyOrder(4, 3, 2, 1);
        assertThat(List.of(foundConst("11"), foundConst("21"), foundConst("22")))
                .containsExactly("0001", "0003", "0004");
        table.releaseEntries();
        TableEntry last = entries.stream().filter(e -> e.priority() == 1).findAny().orElseThrow();
        table.delete(last.match(), 1);
        ActionCall nine = ActionCall.of("TestIngress.found_const", number(9));
        table.insert(entry(3, nine, MatchKey.ANY));
        assertThat(List.of(foundConst("11"), foundConst("21"), foundConst("22")))
                .containsExactly("0001", "0009", "0009");
    }

    @Test
    void theDefaultActionCanBeSetAndReset() {
        String frame = "0".repeat(46);
        assertThat(network.send(2, frame).get(0).hex().substring(46, 50)).isEqualTo("0000");
        byExact.setDefaultAction(ActionCall.of("TestIngress.found_by_exact", number(0xabc)));
        assertThat(byExact.isDefaultActionInitial()).isFalse();
        assertThat(network.send(2, frame).get(0).hex().substring(46, 50)).isEqualTo("0abc");
        byExact.resetDefaultAction();
        assertThat(byExact.defaultAction()).isEqualTo(ActionCall.of("NoAction"));
        assertThat(network.send(2, frame).get(0).hex().substring(46, 50)).isEqualTo("0000");
    }
}
