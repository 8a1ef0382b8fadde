// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.store.service.StorageException;
import org.weir.app.rules.NeighbourRules.Neighbour;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.pipelines.P4Names;

/** Rules of a switch whose master changes from one instance to another. */
class TakeoverTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");
    private static final String SECTION = "port 4";

    private final SettingsRules make =
            new SettingsRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));
    private final StoredRules stored = new StoredRules();
    private boolean oneIsMaster = true;
    private final RuleBook one = book(device -> oneIsMaster);
    private final RuleBook two = book(device -> !oneIsMaster);

    private RuleBook book(Predicate<DeviceId> isMaster) {
        return new RuleBook(
                new HeldRules(),
                new MastershipServiceAdapter() {
                    @Override
                    public boolean isLocalMaster(DeviceId device) {
                        return isMaster.test(device);
                    }
                },
                stored.archive(isMaster));
    }

    private static PortSettings weights(int first, int second) {
        return new PortSettings(
                new PortId("device:s1", 4),
                RateWindow.ofUs(1024),
                List.of(queue(0, first), queue(1, second)));
    }

    private static QueueSettings queue(int index, int weight) {
        return QueueSettings.builder(index)
                .weightPackets(weight)
                .marking(Marking.atDepth(5))
                .limitPackets(9)
                .build();
    }

    private List<FlowRule> generation(PortSettings settings, int generation) {
        List<FlowRule> rules = new ArrayList<>(make.rows(settings, generation));
        rules.add(make.inForce(settings, generation));
        return rules;
    }

    private static Set<String> text(List<FlowRule> rules) {
        return rules.stream()
                .map(rule -> rule.table() + " " + rule.selector() + " " + rule.treatment())
                .collect(Collectors.toSet());
    }

    @Test
    void nextMasterKnowsWhatTheOneBeforeHasSaved() {
        two.restore();
        one.replace(DEVICE, SECTION, generation(weights(3, 4), 1)).join();
        one.replace(DEVICE, "routes", List.of()).join();
        assertThat(two.rules(DEVICE, SECTION)).isEmpty();

        oneIsMaster = false;
        two.reload(DEVICE);
        assertThat(text(two.rules(DEVICE, SECTION))).isEqualTo(text(one.rules(DEVICE, SECTION)));
        two.replace(DEVICE, SECTION, generation(weights(6, 4), 0)).join();

        oneIsMaster = true;
        one.reload(DEVICE);
        assertThat(text(one.rules(DEVICE, SECTION))).isEqualTo(text(two.rules(DEVICE, SECTION)));
    }

    /** A store that is far away takes as long for all sections of a switch as for one. */
    @Test
    void sectionsOfASwitchAreReadTogether() {
        for (String section : List.of(SECTION, "port 5", "routes")) {
            one.replace(DEVICE, section, generation(weights(3, 4), 1)).join();
        }
        oneIsMaster = false;
        stored.answerTogether();
        two.reload(DEVICE);
        assertThat(two.sections(DEVICE)).containsExactly(SECTION, "port 5", "routes");
    }

    /** Earlier builds stored answers without the host's port, which switches refuse now. */
    @Test
    void answersWithoutTheirHostsPortAreNotTakenUp() {
        RuleFactory factory = new RuleFactory(new DefaultApplicationId(7, "org.weir.app"));
        MacAddress mac = MacAddress.valueOf("02:00:00:00:00:01");
        FlowRule present =
                new NeighbourRules(factory)
                        .answer(DEVICE, new Neighbour(0, IpAddress.valueOf("10.0.0.1")), mac, 3);
        FlowRule former =
                factory.rule(
                        DEVICE,
                        P4Names.TABLE_IPV4_NEIGHBOURS,
                        PiCriterion.builder()
                                .matchExact(P4Names.FIELD_NEIGHBOUR_VLAN_ID, 0)
                                .matchExact(
                                        P4Names.FIELD_NEIGHBOUR_IP,
                                        IpAddress.valueOf("10.0.0.2").toOctets())
                                .build(),
                        RuleFactory.NO_PRIORITY,
                        PiAction.builder()
                                .withId(P4Names.ACTION_ANSWER)
                                .withParameter(
                                        new PiActionParam(
                                                P4Names.PARAM_MAC,
                                                ImmutableByteSequence.copyFrom(mac.toBytes())))
                                .build());
        one.replace(DEVICE, "neighbours", List.of(former, present)).join();

        two.restore();
        assertThat(two.rules(DEVICE)).containsExactly(present);
        two.reload(DEVICE);
        assertThat(two.rules(DEVICE)).containsExactly(present);
    }

    @Test
    void nextMasterKnowsWhatTheStoreDidNotTakeAtOnce() {
        one.replace(DEVICE, SECTION, generation(weights(3, 4), 1)).join();
        one.replace(DEVICE, "routes", generation(weights(1, 1), 0)).join();
        stored.fail(true);
        one.replace(DEVICE, SECTION, generation(weights(5, 4), 0)).join();
        one.replace(DEVICE, SECTION, generation(weights(6, 4), 1)).join();
        one.replace(DEVICE, "routes", List.of()).join();
        stored.repeat();

        stored.fail(false);
        stored.repeat();

        oneIsMaster = false;
        two.reload(DEVICE);
        assertThat(text(two.rules(DEVICE, SECTION))).isEqualTo(text(one.rules(DEVICE, SECTION)));
        assertThat(two.rules(DEVICE, "routes")).isEmpty();
    }

    /** As in a session of the store that has expired. */
    @Test
    void saveThatNeverEndsIsRepeated() throws InterruptedException {
        RuleArchive archive = stored.impatientArchive();
        stored.delayNext();
        archive.save(DEVICE, SECTION, generation(weights(3, 4), 1));
        assertThat(stored.entries()).isEmpty();

        stored.awaitRepetition();
        assertThat(stored.entries()).hasSize(1);
    }

    /** The failure of a former master's save comes after it is the master again. */
    @Test
    void lateFailureDoesNotOverwriteWhatAnotherMasterSaved() {
        CompletableFuture<?> late = stored.delayNext();
        one.replace(DEVICE, SECTION, generation(weights(3, 4), 1)).join();
        oneIsMaster = false;
        two.reload(DEVICE);
        two.replace(DEVICE, SECTION, generation(weights(6, 4), 0)).join();
        oneIsMaster = true;
        one.reload(DEVICE);

        late.completeExceptionally(new StorageException.Timeout());
        stored.repeat();

        two.reload(DEVICE);
        assertThat(text(two.rules(DEVICE, SECTION))).isEqualTo(text(one.rules(DEVICE, SECTION)));
        assertThat(text(one.rules(DEVICE, SECTION))).containsAll(text(make.rows(weights(6, 4), 0)));
    }

    @Test
    void formerMasterSavesNothing() {
        one.replace(DEVICE, SECTION, generation(weights(3, 4), 1)).join();
        Map<String, List<FlowRule>> before = new HashMap<>(stored.entries());
        RuleArchive former = stored.archive(device -> false);
        former.save(DEVICE, SECTION, List.of());
        former.flush();
        assertThat(stored.entries()).isEqualTo(before);
    }

    /**
     * The dead master has put the next generation into force without recording it, or died among
     * its rows. At each write of the next master, what is in force is whole.
     */
    @Test
    void halfProgrammedPortIsRolledBackWithoutPartOfItsSettingsInForce() {
        PortSettings recorded = weights(3, 4);
        PortSettings older = weights(8, 9);
        PortSettings newer = weights(5, 6);
        List<FlowRule> archived = new ArrayList<>(make.rows(older, 1));
        archived.addAll(generation(recorded, 0));
        one.replace(DEVICE, SECTION, archived).join();
        oneIsMaster = false;
        two.reload(DEVICE);

        for (int written = 0; written <= 3; written++) {
            Map<FlowRule, FlowRule> inSwitch = new HashMap<>();
            archived.forEach(rule -> inSwitch.put(rule, rule));
            generation(newer, 1).stream().limit(written).forEach(rule -> write(inSwitch, rule));
            Set<Set<String>> whole = new HashSet<>();
            whole.add(text(make.rows(recorded, 0)));
            whole.add(text(make.rows(newer, 1)));
            for (List<FlowRule> step : two.settingsInSteps(DEVICE)) {
                for (FlowRule rule : step) {
                    write(inSwitch, rule);
                    assertThat(whole).contains(inForce(inSwitch));
                }
            }
            assertThat(text(new ArrayList<>(inSwitch.values()))).isEqualTo(text(archived));
        }
    }

    /** What a switch confirms past the book, or does not, holds after the next start too. */
    @Test
    void whatIsNotedOfSettingsIsRemembered() {
        List<FlowRule> rules = generation(weights(3, 4), 1);
        one.replaceSettings(DEVICE, SECTION, rules).join();
        oneIsMaster = false;
        for (boolean isConfirmed : new boolean[] {false, true}) {
            two.reload(DEVICE);
            two.note(DEVICE, rules, isConfirmed);
            RuleBook next = book(device -> true);
            next.restore();
            assertThat(next.isConfirmed(DEVICE, SECTION, rules)).isEqualTo(isConfirmed);
            assertThat(next.rules(DEVICE, SECTION)).containsExactlyElementsOf(rules);
        }

        oneIsMaster = true;
        two.note(DEVICE, rules, false);
        one.reload(DEVICE);
        assertThat(one.isConfirmed(DEVICE, SECTION, rules))
                .as("no master any more, it saves nothing")
                .isTrue();
    }

    private static void write(Map<FlowRule, FlowRule> inSwitch, FlowRule rule) {
        inSwitch.remove(rule);
        inSwitch.put(rule, rule);
    }

    private static Set<String> inForce(Map<FlowRule, FlowRule> inSwitch) {
        return text(
                SettingsRules.rowsOf(
                        inSwitch.values(), SettingsRules.generation(inSwitch.values())));
    }
}
