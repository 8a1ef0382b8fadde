// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.weir.control.ClassKind;
import org.weir.control.ClassSpec;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.Targets;
import org.weir.pipelines.P4Names;

class SettingsRulesTest {

    private static final PortId PORT = new PortId("device:s1", 63);
    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    private final SettingsRules make =
            new SettingsRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));

    private static PortSettings settings(int... weights) {
        List<QueueSettings> queues = new ArrayList<>();
        for (int weight : weights) {
            queues.add(
                    QueueSettings.builder(queues.size())
                            .weightPackets(weight)
                            .marking(Marking.atDepth(weight + 1))
                            .limitPackets(weight + 2)
                            .targetRateBps(4_294_967_295_000.0)
                            .feedbackIntervalUs(40_000)
                            .build());
        }
        return new PortSettings(PORT, RateWindow.ofUs(128), queues);
    }

    private static PortSpec port(int classes) {
        List<ClassSpec> specs = new ArrayList<>();
        for (int index = 0; index < classes; index++) {
            specs.add(new ClassSpec("c" + index, ClassKind.C, 1, Targets.NONE));
        }
        return new PortSpec(PORT, 10_000_000, 256, specs);
    }

    private List<FlowRule> installed(PortSettings settings, int generation) {
        List<FlowRule> rules = new ArrayList<>(make.rows(settings, generation));
        rules.add(make.inForce(settings, generation));
        return rules;
    }

    @Test
    void everyRuleFitsTheProgram() throws Exception {
        for (FlowRule rule : installed(settings(1, 65_533, 3, 4, 5, 6, 7, 8), 1)) {
            ProgramCheck.assertFits(rule);
        }
        ProgramCheck.assertFits(make.reporting(DEVICE, 63, 60_000_000));
    }

    @Test
    void whatWasInstalledIsReadBack() {
        PortSettings settings = settings(5, 3, 2);
        PortSettings found = SettingsRules.read(installed(settings, 1), port(3)).orElseThrow();
        assertThat(found.sameInDataPlane(settings)).isTrue();
        assertThat(found.rateWindow().us()).isEqualTo(128);
        assertThat(found.queues())
                .extracting(QueueSettings::weightPackets)
                .containsExactly(5, 3, 2);
        assertThat(found.areSharesKnown()).as("rules have packets only").isFalse();
    }

    @Test
    void everyKindOfMarkingIsReadBackAndHasItsValueInTheProgram() {
        List<Marking> markings =
                List.of(Marking.atDepth(12), Marking.BY_RATE, Marking.OFF, Marking.atDepth(65_535));
        List<QueueSettings> queues = new ArrayList<>();
        for (Marking marking : markings) {
            queues.add(
                    QueueSettings.builder(queues.size())
                            .weightPackets(1)
                            .marking(marking)
                            .limitPackets(100)
                            .build());
        }
        PortSettings settings = new PortSettings(PORT, RateWindow.ofUs(128), queues);

        assertThat(make.rows(settings, 0).toString())
                .contains("threshold_packets=0xc", "=0xfffe", "=0xffff", "=0xfffd");
        assertThat(SettingsRules.read(installed(settings, 0), port(4)).orElseThrow().queues())
                .extracting(QueueSettings::marking)
                .containsExactly(
                        Marking.atDepth(12), Marking.BY_RATE, Marking.OFF, Marking.atDepth(65_533));
    }

    /** A Tofino counts 200-byte frames as 0.15 units each, those of 9 kB as 5.8. */
    @Test
    void thresholdsAndLimitsAreInTheUnitOfTheSwitch() {
        assertThat(row(20, 100, 0.15)).contains("threshold_packets=0x3,", "limit_packets=0xf,");
        assertThat(row(20, 100, 5.8)).contains("threshold_packets=0x74,", "limit_packets=0x244,");
        assertThat(row(1, 2, 0.15))
                .as("packets are marked before they are dropped")
                .contains("threshold_packets=0x1,", "limit_packets=0x2,");
    }

    private String row(int threshold, int limit, double unitsPerPacket) {
        QueueSettings queue =
                QueueSettings.builder(0)
                        .weightPackets(1)
                        .marking(Marking.atDepth(threshold))
                        .limitPackets(limit)
                        .unitsPerPacket(unitsPerPacket)
                        .build();
        PortSettings settings = new PortSettings(PORT, RateWindow.ofUs(128), List.of(queue));
        return make.rows(settings, 0).toString();
    }

    @Test
    void everyWindowIsAnActionOfTheProgram() throws Exception {
        for (RateWindow window : RateWindow.all()) {
            PortSettings settings = new PortSettings(PORT, window, settings(5, 3, 2).queues());
            ProgramCheck.assertFits(make.inForce(settings, 1));
            assertThat(SettingsRules.read(installed(settings, 1), port(3)).orElseThrow())
                    .returns(window, PortSettings::rateWindow);
        }
    }

    /** Settings of an earlier release, whose action had no window, are not taken over. */
    @Test
    void settingsOfAnotherProgramAreNotTakenOver() {
        PortSettings settings = settings(5, 3, 2);
        PiAction old =
                PiAction.builder()
                        .withId(PiActionId.of("WeirIngress.queue_settings.use_generation"))
                        .withParameter(new PiActionParam(P4Names.PARAM_GENERATION, 1))
                        .build();
        List<FlowRule> rules = new ArrayList<>(make.rows(settings, 1));
        rules.add(
                new RuleFactory(new DefaultApplicationId(7, "org.weir.app"))
                        .rule(
                                DEVICE,
                                P4Names.TABLE_GENERATIONS,
                                PiCriterion.builder()
                                        .matchExact(P4Names.FIELD_OUTPUT_PORT, PORT.port())
                                        .build(),
                                RuleFactory.NO_PRIORITY,
                                old));
        assertThat(SettingsRules.generation(rules)).isEqualTo(1);
        assertThat(SettingsRules.read(rules, port(3))).isEmpty();
    }

    @Test
    void onlyTheGenerationInForceIsRead() {
        List<FlowRule> rules = installed(settings(5, 3, 2), 1);
        rules.addAll(make.rows(settings(9, 9, 9), 0));
        assertThat(SettingsRules.generation(rules)).isEqualTo(1);
        assertThat(SettingsRules.rowsOf(rules, 0)).hasSize(3);
        PortSettings found = SettingsRules.read(rules, port(3)).orElseThrow();
        assertThat(found.queues().get(0).weightPackets()).isEqualTo(5);
    }

    @Test
    void settingsOfOtherClassesAreNotTakenOver() {
        List<FlowRule> rules = installed(settings(5, 3, 2), 0);
        assertThat(SettingsRules.read(rules, port(4))).isEmpty();
        assertThat(SettingsRules.read(rules, port(2))).isEmpty();
        assertThat(SettingsRules.read(List.of(), port(3))).isEmpty();
    }

    @Test
    void theRoundIsTheSumOfTheWeightsAndTheWindowALogarithm() {
        FlowRule rule = make.inForce(settings(5, 3, 2), 0);
        assertThat(rule.treatment().toString()).contains("round_packets=0xa");
        assertThat(rule.treatment().toString()).contains("use_generation_128us(");
    }

    @Test
    void aRuleKeepsItsIdentityWhenItsActionChanges() {
        FlowRule one = make.inForce(settings(5, 3, 2), 0);
        FlowRule other = make.inForce(settings(4, 4, 4), 1);
        assertThat(one).isEqualTo(other);
        assertThat(one.id()).isEqualTo(other.id());
        assertThat(one.exactMatch(other)).isFalse();
    }
}
