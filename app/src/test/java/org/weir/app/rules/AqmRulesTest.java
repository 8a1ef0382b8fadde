// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.control.policy.ActivityThresholds;
import org.weir.control.policy.PortAqm;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

class AqmRulesTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    private final AqmRules make =
            new AqmRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));

    private List<String> texts(Map<Long, PortAqm> schemes) {
        return make.of(DEVICE, false, new TreeMap<>(schemes)).stream()
                .map(
                        rule ->
                                rule.table()
                                        + " "
                                        + rule.selector().criteria()
                                        + " "
                                        + rule.treatment().allInstructions())
                .collect(Collectors.toList());
    }

    @Test
    void everyRuleFitsTheProgram() throws Exception {
        PortAqm largest =
                PortAqm.rpm(
                        PortAqm.MAX_DELAY_US - 1,
                        PortAqm.MAX_DELAY_US,
                        PortAqm.MAX_DELAY_US,
                        PortAqm.MAX_EXPIRY_US,
                        Set.of(1L, 63L));
        for (FlowRule rule :
                make.of(DEVICE, false, Map.of(63L, largest, 1L, PortAqm.codel(1, 2)))) {
            ProgramCheck.assertFits(rule);
        }
    }

    /** ABC has a parameter of its own on Tofino, and no memory. */
    @Test
    void activityFitsTheProgramsThatHaveIt() throws Exception {
        PortAqm abc = PortAqm.abc(new ActivityThresholds(300, 6, 65_535, 1024));
        FlowRule onBmv2 = make.of(DEVICE, false, Map.of(9L, abc)).get(0);
        FlowRule onTofino = make.of(DEVICE, true, Map.of(9L, abc)).get(0);
        ProgramCheck.assertFits(onBmv2);
        ProgramCheck.assertFits(onTofino, TofinoPlatform.TOFINO_ABC);
        ProgramCheck.assertFits(onTofino, Tofino2Platform.TOFINO2_ABC);
        assertThat(onTofino.treatment().allInstructions().toString())
                .contains("gamma_log2_packets=0xa");
    }

    @Test
    void aPortWithoutASchemeHasNoRule() {
        assertThat(make.of(DEVICE, false, Map.of(4L, PortAqm.NONE))).isEmpty();
    }

    @Test
    void codelNeedsItsPortOnly() {
        assertThat(texts(Map.of(4L, PortAqm.codel(5000, 100_000))))
                .singleElement()
                .asString()
                .contains("WeirEgress.aqm.schemes", "egress_port=0x4", "mark_by_codel")
                .contains("target_us=0x1388", "interval_us=0x186a0");
    }

    @Test
    void reversePathMarkingWatchesEachPortOnceWhoeverAsks() {
        PortAqm both = PortAqm.rpm(5000, 100_000, 200_000, 300_000, Set.of(1L, 2L));
        List<String> texts = texts(Map.of(4L, both, 5L, both));
        assertThat(texts).hasSize(4);
        assertThat(texts.get(0)).contains("mark_reverse_by_codel", "return_us=0x30d40");
        assertThat(texts.get(2))
                .contains("WeirIngress.rpm.ack_ports", "ingress_port=0x1", "expiry_us=0x493e0");
        assertThat(texts.get(3)).contains("ingress_port=0x2");
    }

    @Test
    void acknowledgementsComeInByThePortItselfUnlessSaidOtherwise() {
        PortAqm own = PortAqm.rpm(5000, 100_000, 200_000, 300_000, Set.of());
        assertThat(texts(Map.of(9L, own)).get(1)).contains("rpm.ack_ports", "ingress_port=0x9");
    }

    @Test
    void aSchemeThatChangesKeepsTheRulesIdentity() {
        FlowRule one = make.of(DEVICE, false, Map.of(4L, PortAqm.codel(5000, 100_000))).get(0);
        FlowRule other =
                make.of(DEVICE, false, Map.of(4L, PortAqm.rpm(1, 2, 3, 4, Set.of()))).get(0);
        assertThat(one).isEqualTo(other);
        assertThat(one.exactMatch(other)).isFalse();
    }

    @Test
    void theSchemeOfAPortIsReadBack() {
        PortAqm codel = PortAqm.codel(5000, 100_000);
        PortAqm rpm = PortAqm.rpm(5000, 100_000, 200_000, 300_000, Set.of(1L, 2L));
        for (long memoryMs : new long[] {10, 300, 1234, 100_000}) {
            PortAqm abc = PortAqm.abc(new ActivityThresholds(memoryMs, 6, 20, 15));
            Map<Long, PortAqm> schemes = Map.of(4L, codel, 5L, rpm, 6L, abc);
            List<FlowRule> rules = make.of(DEVICE, false, schemes);
            schemes.forEach((port, aqm) -> assertThat(AqmRules.read(rules, port)).contains(aqm));
            assertThat(AqmRules.read(rules, 1)).isEmpty();
        }
        PortAqm windowed = PortAqm.abc(new ActivityThresholds(300, 6, 20, 1024));
        assertThat(AqmRules.read(make.of(DEVICE, true, Map.of(6L, windowed)), 6))
                .contains(windowed);
    }
}
