// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.model.PiActionModel;
import org.onosproject.net.pi.model.PiMatchFieldModel;
import org.onosproject.net.pi.model.PiMatchType;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.model.PiTableModel;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiLpmFieldMatch;
import org.onosproject.net.pi.runtime.PiRangeFieldMatch;
import org.onosproject.net.pi.runtime.PiTernaryFieldMatch;
import org.weir.pipelines.Pipeconfs;
import org.weir.pipelines.Platform;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;

/** Check without an ONOS that ONOS can translate a rule for the compiled program. */
public final class ProgramCheck {

    private static final Map<Platform, PiPipelineModel> MODELS = new ConcurrentHashMap<>();

    private ProgramCheck() {}

    /** True if the program of a platform has a table. */
    public static boolean hasTable(Platform platform, PiTableId table) {
        return model(platform).table(table).isPresent();
    }

    private static PiPipelineModel model(Platform platform) {
        return MODELS.computeIfAbsent(
                platform, each -> new Pipeconfs().build(each).pipelineModel());
    }

    /** Fails unless table, fields, widths, action and parameters are those of the P4Info. */
    public static void assertFits(FlowRule rule) throws Exception {
        assertFits(rule, Bmv2Platform.BMV2);
    }

    /** The same of another platform's program. */
    public static void assertFits(FlowRule rule, Platform platform) throws Exception {
        assertFits(rule, model(platform));
    }

    private static void assertFits(FlowRule rule, PiPipelineModel program) throws Exception {
        PiTableModel table = program.table((PiTableId) rule.table()).orElseThrow();
        PiCriterion match =
                (PiCriterion) rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        assertThat(match.fieldMatches()).as("a rule without match is a default entry").isNotEmpty();
        for (PiFieldMatch field : match.fieldMatches()) {
            PiMatchFieldModel model = table.matchField(field.fieldId()).orElseThrow();
            assertThat(field.type()).as(rule + " " + field).isEqualTo(model.matchType());
            assertFits(field, model.bitWidth());
        }
        for (PiMatchFieldModel model : table.matchFields()) {
            if (model.matchType() == PiMatchType.EXACT) {
                assertThat(match.fieldMatch(model.id())).as(rule + " " + model.id()).isPresent();
            }
        }
        assertThat(rule.treatment().allInstructions()).hasSize(1);
        PiAction action =
                (PiAction) ((PiInstruction) rule.treatment().allInstructions().get(0)).action();
        PiActionModel model = table.action(action.id()).orElseThrow();
        Set<String> given =
                action.parameters().stream().map(p -> p.id().id()).collect(Collectors.toSet());
        Set<String> wanted =
                model.params().stream().map(p -> p.id().id()).collect(Collectors.toSet());
        assertThat(given).as(rule.toString()).isEqualTo(wanted);
        for (PiActionParam param : action.parameters()) {
            param.value().fit(model.param(param.id()).orElseThrow().bitWidth());
        }
    }

    private static void assertFits(PiFieldMatch field, int bits) throws Exception {
        switch (field.type()) {
            case EXACT:
                ((PiExactFieldMatch) field).value().fit(bits);
                break;
            case TERNARY:
                PiTernaryFieldMatch ternary = (PiTernaryFieldMatch) field;
                ternary.value().fit(bits);
                ternary.mask().fit(bits);
                assertThat(ternary.value().bitwiseAnd(ternary.mask())).isEqualTo(ternary.value());
                break;
            case LPM:
                ((PiLpmFieldMatch) field).value().fit(bits);
                assertThat(((PiLpmFieldMatch) field).prefixLength()).isBetween(1, bits);
                break;
            case RANGE:
                ((PiRangeFieldMatch) field).lowValue().fit(bits);
                ((PiRangeFieldMatch) field).highValue().fit(bits);
                break;
            default:
                throw new AssertionError(field.type() + ": no table of the program has it");
        }
    }
}
