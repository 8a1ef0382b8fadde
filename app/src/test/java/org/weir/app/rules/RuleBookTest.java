// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpPrefix;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperation;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.store.service.StorageException;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.pipelines.P4Names;

class RuleBookTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final String SECTION = "port 4";

    private final SettingsRules make =
            new SettingsRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));
    private final Onos onos = new Onos();
    private final StoredRules stored = new StoredRules();
    private final Masters masters = new Masters();
    private final RuleBook book = new RuleBook(onos, masters, stored.archive());

    private List<FlowRule> settings(int weight, int generation) {
        PortSettings settings =
                new PortSettings(
                        new PortId("device:s1", 4),
                        RateWindow.ofUs(1024),
                        List.of(
                                QueueSettings.builder(0)
                                        .weightPackets(weight)
                                        .marking(Marking.atDepth(5))
                                        .limitPackets(9)
                                        .build()));
        List<FlowRule> rules = new ArrayList<>();
        rules.add(make.inForce(settings, generation));
        rules.addAll(make.rows(settings, generation));
        return rules;
    }

    @Test
    void settingsAreConfirmedBeforeTheyAreInForce() {
        CompletableFuture<Void> done = book.replace(DEVICE, SECTION, settings(3, 1));
        assertThat(onos.pendingTables()).containsExactly(P4Names.TABLE_SETTINGS.toString());
        onos.confirm();
        assertThat(done).isNotDone();
        assertThat(onos.pendingTables()).containsExactly(P4Names.TABLE_GENERATIONS.toString());
        onos.confirm();
        assertThat(done).isCompleted();
    }

    @Test
    void settingsThatAreRefusedAreNotInForceAndAreSentAgain() {
        CompletableFuture<Void> done = book.replace(DEVICE, SECTION, settings(3, 1));
        onos.refuse();
        assertThat(done).isCompletedExceptionally();
        assertThat(onos.pending).isEmpty();
        assertThat(SettingsRules.generation(book.rules(DEVICE, SECTION))).isZero();

        CompletableFuture<Void> again = book.replace(DEVICE, SECTION, settings(3, 1));
        assertThat(onos.pendingTables()).containsExactly(P4Names.TABLE_SETTINGS.toString());
        onos.confirm();
        onos.confirm();
        assertThat(again).isCompleted();
    }

    @Test
    void whatIsUnchangedIsNotSent() {
        book.replace(DEVICE, SECTION, settings(3, 1));
        onos.confirm();
        onos.confirm();
        assertThat(book.replace(DEVICE, SECTION, settings(3, 1))).isCompleted();
        assertThat(onos.pending).isEmpty();
    }

    @Test
    void updatesOfOneSwitchDoNotOvertakeEachOther() {
        CompletableFuture<Void> first = book.replace(DEVICE, SECTION, settings(3, 1));
        CompletableFuture<Void> second = book.replace(DEVICE, SECTION, settings(4, 0));
        assertThat(onos.pending).hasSize(1);
        onos.confirm();
        onos.confirm();
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        // The rows of generation 0, the change-over, and then the stale rows of generation 1.
        onos.confirm();
        onos.confirm();
        onos.confirm();
        assertThat(second).isCompleted();
        assertThat(SettingsRules.rowsOf(onos.held.values(), 1)).isEmpty();
    }

    @Test
    void onlyTheMasterWrites() {
        masters.local = false;
        assertThat(book.replace(DEVICE, SECTION, settings(3, 1))).isCompletedExceptionally();
        assertThat(onos.pending).isEmpty();
        assertThat(book.resubmit(DEVICE)).isCompleted();
    }

    @Test
    void afterARestartTheSameRulesAreAskedForAgain() {
        book.replace(DEVICE, SECTION, settings(3, 1));
        onos.confirm();
        onos.confirm();

        Onos restarted = new Onos();
        stored.failReadings(1);
        RuleBook after = new RuleBook(restarted, masters, stored.archive());
        after.restore();
        after.resubmit(DEVICE);
        restarted.confirm();
        assertThat(restarted.held.keySet()).isEqualTo(onos.held.keySet());
        restarted
                .held
                .values()
                .forEach(rule -> assertThat(rule.exactMatch(onos.held.get(rule))).isTrue());
        assertThat(after.resubmit(DEVICE)).isCompleted();
        assertThat(restarted.pending).as("known rules are left alone").isEmpty();
    }

    /** Else they would be doubted after each restart. */
    @Test
    void rulesThatAreConfirmedWhenAskedForAgainAreRememberedSo() {
        List<FlowRule> rules = List.of(ruleOf(DEVICE));
        book.replaceEach(DEVICE, SECTION, rules);
        onos.refuse();
        RuleBook second = new RuleBook(onos, masters, stored.archive());
        second.restore();
        assertThat(second.isConfirmed(DEVICE, SECTION, rules)).isFalse();
        second.resubmit(DEVICE);
        onos.confirm();
        assertThat(second.isConfirmed(DEVICE, SECTION, rules)).isTrue();

        RuleBook third = new RuleBook(onos, masters, stored.archive());
        third.restore();
        assertThat(third.isConfirmed(DEVICE, SECTION, rules)).isTrue();
    }

    /** A restart of ONOS, and a link that fails while the rules are asked for again. */
    @Test
    void aRuleThatChangesWhileRulesAreAskedForAgainStaysChanged() {
        List<FlowRule> routes = new ArrayList<>();
        for (int i = 0; i < FlowWriter.PART_RULES + 2; i++) {
            routes.add(route(i, 1));
        }
        book.replace(DEVICE, "routes", routes);
        confirmAll();

        onos.held.clear();
        CompletableFuture<Void> asked = book.resubmit(DEVICE);
        List<FlowRule> changed = new ArrayList<>(routes);
        FlowRule removed = changed.remove(FlowWriter.PART_RULES + 1);
        changed.set(FlowWriter.PART_RULES, route(FlowWriter.PART_RULES, 2));
        changed.set(0, route(0, 2));
        CompletableFuture<Void> replaced = book.replace(DEVICE, "routes", changed);
        // Operations that are under way together end in any order.
        while (!onos.pending.isEmpty()) {
            onos.pending.add(0, onos.pending.remove(onos.pending.size() - 1));
            onos.confirm();
        }
        assertThat(asked).isCompleted();
        assertThat(replaced).isCompleted();
        assertThat(onos.held).hasSize(changed.size()).doesNotContainKey(removed);
        for (FlowRule wanted : changed) {
            assertThat(onos.held.get(wanted).exactMatch(wanted)).as(wanted.toString()).isTrue();
        }
    }

    /** Mastership cannot be found out after the switch has refused rules. */
    @Test
    void aRefusalIsToldWithALaterFailureWhileRulesAreAskedForAgain() {
        List<FlowRule> routes = new ArrayList<>();
        for (int i = 0; i < FlowWriter.PART_RULES + 2; i++) {
            routes.add(route(i, 1));
        }
        book.replace(DEVICE, "routes", routes);
        confirmAll();

        onos.held.clear();
        CompletableFuture<Void> asked = book.resubmit(DEVICE);
        masters.unknown = DEVICE;
        onos.refuse();
        assertThat(asked)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("500 rule(s) not confirmed")
                .withMessageContaining("StorageException$Timeout");
    }

    private void confirmAll() {
        while (!onos.pending.isEmpty()) {
            onos.confirm();
        }
    }

    private static FlowRule route(int number, int port) {
        RouteRules routes =
                new RouteRules(
                        new RuleFactory(new DefaultApplicationId(7, "org.weir.app")),
                        device -> true);
        return routes.byPort(DEVICE, IpPrefix.valueOf(0x0A000000 + number, 32), port, 0);
    }

    @Test
    void clearingRemovesEverythingAndForgetsIt() {
        book.replace(DEVICE, SECTION, settings(3, 1));
        onos.confirm();
        onos.confirm();
        CompletableFuture<Void> cleared = book.clear();
        onos.confirm();
        assertThat(cleared).isCompleted();
        assertThat(onos.held).isEmpty();
        assertThat(stored.entries()).isEmpty();
    }

    /** Its master removes them. */
    @Test
    void clearingLeavesRulesOfAnotherMaster() {
        book.replace(DEVICE, SECTION, settings(3, 1));
        onos.confirm();
        onos.confirm();
        masters.local = false;
        assertThat(book.clear()).as("no switch has no master").isCompletedExceptionally();

        masters.other = NodeId.nodeId("2");
        assertThat(book.clear()).isCompleted();
        assertThat(onos.pending).isEmpty();
        assertThat(onos.held).isNotEmpty();
    }

    /** The master of one switch cannot be found out: the others lose their rules nevertheless. */
    @Test
    void clearingGoesOnAfterAFailure() {
        List<DeviceId> devices =
                List.of(DEVICE, DeviceId.deviceId("device:s2"), DeviceId.deviceId("device:s3"));
        for (DeviceId device : devices) {
            book.replace(device, SECTION, List.of(ruleOf(device)));
            onos.confirm();
        }
        for (DeviceId device : devices) {
            masters.unknown = device;
            CompletableFuture<Void> cleared = book.clear();
            while (!onos.pending.isEmpty()) {
                onos.confirm();
            }
            assertThat(cleared).isCompletedExceptionally();
            assertThat(onos.held.keySet()).extracting(FlowRule::deviceId).containsOnly(device);

            masters.unknown = null;
            for (DeviceId other : devices) {
                book.replace(other, SECTION, List.of(ruleOf(other)));
                if (!other.equals(device)) {
                    onos.confirm();
                }
            }
        }
    }

    /** The switch answers after the other instance has begun to control it. */
    @Test
    void aLateConfirmationSavesNothingOverAnotherMaster() {
        book.replaceEach(DEVICE, SECTION, List.of(ruleOf(DEVICE)));
        Map<String, List<FlowRule>> before = Map.copyOf(stored.entries());
        masters.local = false;
        onos.confirm();
        assertThat(stored.entries()).isEqualTo(before);
    }

    /** The other instance has removed the section before this one controls the switch again. */
    @Test
    void aLateConfirmationDoesNotBringASectionBack() {
        book.replaceEach(DEVICE, SECTION, List.of(ruleOf(DEVICE)));
        stored.entries().clear();
        book.reload(DEVICE);
        onos.confirm();
        assertThat(book.sections(DEVICE)).isEmpty();
        assertThat(stored.entries()).isEmpty();
    }

    private static FlowRule ruleOf(DeviceId device) {
        return new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))
                .rule(
                        device,
                        P4Names.TABLE_IPV4_CLASSES,
                        PiCriterion.builder()
                                .matchTernary(P4Names.FIELD_IPV4_SRC, 1, 0xFFFFFFFFL)
                                .build(),
                        1,
                        RuleFactory.action(P4Names.ACTION_SET_CLASS, P4Names.PARAM_CLASS_ID, 1));
    }

    /** Flow rules of an ONOS whose switch answers when the test says so. */
    private static final class Onos extends FlowRuleServiceAdapter {
        private final List<FlowRuleOperations> pending = new ArrayList<>();
        private final Map<FlowRule, FlowRule> held = new HashMap<>();

        @Override
        public void apply(FlowRuleOperations operations) {
            pending.add(operations);
        }

        @Override
        public FlowEntry getFlowEntry(FlowRule rule) {
            FlowRule found = held.get(rule);
            return found == null ? null : new DefaultFlowEntry(found);
        }

        void confirm() {
            FlowRuleOperations operations = pending.remove(0);
            for (Set<FlowRuleOperation> stage : operations.stages()) {
                for (FlowRuleOperation operation : stage) {
                    held.remove(operation.rule());
                    if (operation.type() == FlowRuleOperation.Type.ADD) {
                        held.put(operation.rule(), operation.rule());
                    }
                }
            }
            operations.callback().onSuccess(operations);
        }

        void refuse() {
            FlowRuleOperations operations = pending.remove(0);
            operations.callback().onError(operations);
        }

        Set<String> pendingTables() {
            return pending.stream()
                    .flatMap(operations -> operations.stages().stream())
                    .flatMap(Set::stream)
                    .map(operation -> operation.rule().table().toString())
                    .collect(Collectors.toSet());
        }
    }

    private static final class Masters extends MastershipServiceAdapter {
        private boolean local = true;
        private NodeId other;
        private DeviceId unknown;

        @Override
        public NodeId getMasterFor(DeviceId deviceId) {
            return other;
        }

        @Override
        public boolean isLocalMaster(DeviceId deviceId) {
            if (deviceId.equals(unknown)) {
                throw new StorageException.Timeout();
            }
            return local;
        }
    }
}
