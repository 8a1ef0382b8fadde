// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

/** Rates at which virtual queues are drained. */
class DrainRulesTest {

    private static final Path PROGRAM = Path.of("../pipelines/tna/virtual_drain.p4");
    private static final int LEAST_BYTES = 84;
    private static final int MOST_BYTES = 9038;

    /** Preamble and inter-frame gap, which the program does not see, bytes. */
    private static final int PREAMBLE_AND_GAP = 20;

    /** FCS, preamble and gap. */
    private static final int UNCOUNTED = 24;

    private static final double TARGET_BPS = 123e6;

    private final DrainRules make =
            new DrainRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));

    private static QueueSettings queue(int index, Marking marking, double share) {
        return QueueSettings.builder(index)
                .weightPackets(1)
                .marking(marking)
                .limitPackets(1000)
                .weightFraction(share)
                .targetRateBps(TARGET_BPS)
                .build();
    }

    private static PortSettings settings(double rateBps, QueueSettings... queues) {
        return new PortSettings(
                new PortId("device:s1", 4), RateWindow.forRate((long) rateBps), List.of(queues));
    }

    private List<FlowRule> rules(double rateBps, QueueSettings... queues) {
        return make.of(settings(rateBps, queues), rateBps);
    }

    private static long key(FlowRule rule, PiMatchFieldId field) {
        PiCriterion match =
                (PiCriterion) rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        byte[] bytes =
                ((PiExactFieldMatch) match.fieldMatch(field).orElseThrow()).value().asArray();
        return number(bytes);
    }

    private static long parameter(FlowRule rule, PiActionParamId id) {
        PiAction action =
                (PiAction) ((PiInstruction) rule.treatment().allInstructions().get(0)).action();
        for (PiActionParam each : action.parameters()) {
            if (each.id().equals(id)) {
                return number(each.value().asArray());
            }
        }
        throw new AssertionError(id);
    }

    private static long number(byte[] bytes) {
        long value = 0;
        for (byte each : bytes) {
            value = value << 8 | each & 0xFF;
        }
        return value;
    }

    /** First and last lengths of the program's steps. */
    private static List<int[]> steps() throws Exception {
        Matcher entry =
                Pattern.compile("(\\d+) \\.\\. (\\d+): set_length_step\\((\\d+)\\)")
                        .matcher(Files.readString(PROGRAM));
        List<int[]> steps = new ArrayList<>();
        while (entry.find()) {
            assertThat(Integer.parseInt(entry.group(3))).isEqualTo(steps.size());
            steps.add(
                    new int[] {Integer.parseInt(entry.group(1)), Integer.parseInt(entry.group(2))});
        }
        steps.add(new int[] {steps.get(steps.size() - 1)[1] + 1, MOST_BYTES - PREAMBLE_AND_GAP});
        return steps;
    }

    @Test
    void everyRuleFitsBothPrograms() throws Exception {
        for (FlowRule rule :
                rules(1e9, queue(0, Marking.atDepth(26), 0.75), queue(1, Marking.BY_RATE, 0.25))) {
            ProgramCheck.assertFits(rule, TofinoPlatform.TOFINO);
            ProgramCheck.assertFits(rule, Tofino2Platform.TOFINO2);
        }
    }

    @Test
    void aStepCostsTheTimeOfItsBytesAtTheShareOfTheRate() {
        List<FlowRule> rules =
                rules(
                        10e9,
                        queue(0, Marking.atDepth(26), 0.75),
                        queue(1, Marking.atDepth(10), 0.25));
        assertThat(rules).hasSize(2 * DrainRules.STEP_BYTES.size());
        for (FlowRule rule : rules) {
            assertThat(key(rule, P4Names.FIELD_EGRESS_PORT)).isEqualTo(4);
            long classId = key(rule, P4Names.FIELD_CLASS_ID);
            double bitsInNs = 10 * (classId == 0 ? 0.75 : 0.25);
            int bytes = DrainRules.STEP_BYTES.get((int) key(rule, P4Names.FIELD_LENGTH_STEP));
            assertThat((double) parameter(rule, P4Names.PARAM_COST_NS))
                    .isCloseTo(bytes * 8 / bitsInNs, within(0.5));
            assertThat((double) parameter(rule, P4Names.PARAM_THRESHOLD_NS))
                    .isCloseTo((classId == 0 ? 26 : 10) * 1538 * 8 / bitsInNs, within(0.5));
        }
    }

    @Test
    void noLengthIsFurtherFromItsStepThanTheDocumentSays() throws Exception {
        List<int[]> steps = steps();
        assertThat(steps).hasSameSizeAs(DrainRules.STEP_BYTES);
        double worst = 0;
        double worstOfFull = 0;
        double worstByRate = 0;
        for (int step = 0; step < steps.size(); step++) {
            int from = Math.max(LEAST_BYTES, steps.get(step)[0] + PREAMBLE_AND_GAP);
            for (int bytes = from; bytes <= steps.get(step)[1] + PREAMBLE_AND_GAP; bytes++) {
                double error = Math.abs(DrainRules.STEP_BYTES.get(step) / (double) bytes - 1);
                worst = Math.max(worst, error);
                worstOfFull = bytes <= 1538 ? Math.max(worstOfFull, error) : worstOfFull;
                double counted = bytes - UNCOUNTED;
                double charged = DrainRules.STEP_BYTES.get(step) - UNCOUNTED;
                worstByRate = Math.max(worstByRate, Math.abs(charged / counted - 1));
                if (bytes == LEAST_BYTES || bytes == 1538 || bytes == MOST_BYTES) {
                    assertThat(error).as("%d bytes", bytes).isZero();
                }
            }
        }
        assertThat(worstOfFull).isBetween(0.07, 0.08);
        assertThat(worst).isBetween(0.10, 0.101);
        assertThat(worstByRate).isBetween(0.10, 0.105);
    }

    /** As v1model's program counts: λ* and frames without FCS, preamble and gap. */
    @Test
    void underRateBasedMarkingAStepCostsTheTimeOfItsFrameAtTheTargetRate() {
        PortSettings settings =
                settings(10e9, queue(0, Marking.BY_RATE, 0.75), queue(1, Marking.atDepth(9), 0.25));
        List<FlowRule> rules = make.ofRateBasedMarking(settings);
        assertThat(rules).hasSize(DrainRules.STEP_BYTES.size());
        for (FlowRule rule : rules) {
            assertThat(SettingsRules.action(rule).id()).isEqualTo(P4Names.ACTION_BOUND_RATE);
            assertThat(key(rule, P4Names.FIELD_CLASS_ID)).isZero();
            int frame =
                    DrainRules.STEP_BYTES.get((int) key(rule, P4Names.FIELD_LENGTH_STEP))
                            - UNCOUNTED;
            long cost = parameter(rule, P4Names.PARAM_COST_NS);
            assertThat((double) cost).isCloseTo(frame * 8e9 / TARGET_BPS, within(0.5));
            assertThat(parameter(rule, P4Names.PARAM_THRESHOLD_NS)).isEqualTo(2 * cost);
        }
        assertThat(DrainRules.markByRate(rules)).isTrue();
        // Where the scheduler may not be changed, the other class is drained at its share.
        List<FlowRule> all = make.of(settings, 10e9);
        assertThat(all).hasSize(2 * DrainRules.STEP_BYTES.size()).containsAll(rules);
        assertThat(all.subList(0, rules.size()))
                .usingElementComparator((one, other) -> one.exactMatch(other) ? 0 : 1)
                .containsExactlyElementsOf(rules);
        assertThat(DrainRules.markByRate(all.subList(rules.size(), all.size()))).isFalse();
    }

    /** A packet may find almost three of its length, which the program must remember. */
    @Test
    void theLeastTargetRatesAreHeldWithinWhatTheProgramRemembers() {
        List<FlowRule> rules =
                make.ofRateBasedMarking(
                        settings(
                                1e9,
                                QueueSettings.builder(0)
                                        .weightPackets(1)
                                        .marking(Marking.BY_RATE)
                                        .limitPackets(10)
                                        .weightFraction(1)
                                        .targetRateBps(0)
                                        .build()));
        assertThat(rules).isNotEmpty();
        for (FlowRule rule : rules) {
            assertThat(3 * parameter(rule, P4Names.PARAM_COST_NS)).isBetween(1L, 1L << 24);
        }
    }

    @Test
    void whatTheProgramCannotRememberIsHeldBack() {
        FlowRule slow = rules(1e6, queue(0, Marking.atDepth(1000), 0)).get(0);
        assertThat(parameter(slow, P4Names.PARAM_COST_NS)).isEqualTo(DrainRules.MOST_COST_NS);
        assertThat(parameter(slow, P4Names.PARAM_THRESHOLD_NS))
                .isEqualTo(DrainRules.MOST_THRESHOLD_NS);
        FlowRule open = rules(1e9, queue(0, Marking.OFF, 1)).get(0);
        assertThat(parameter(open, P4Names.PARAM_THRESHOLD_NS)).isEqualTo(0xFFFFFFFFL);
    }
}
