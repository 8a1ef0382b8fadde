// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.pipelines.P4Names;

class ClassRulesTest {

    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");

    private final ClassRules make =
            new ClassRules(new RuleFactory(new DefaultApplicationId(7, "org.weir.app")));

    private static Policy policy(String match) throws Exception {
        return PolicyReader.read(
                new ObjectMapper()
                        .readTree(
                                ("{'classes':[{'name':'A','match':[" + match + "]},")
                                                .replace('\'', '"')
                                        + "{\"name\":\"C\"}],\"defaultClass\":\"C\"}"),
                "test");
    }

    private List<FlowRule> rules(DeviceId device, String match) throws Exception {
        List<FlowRule> rules = make.of(device, policy(match));
        for (FlowRule rule : rules) {
            ProgramCheck.assertFits(rule);
        }
        return rules.stream()
                .filter(rule -> rule.priority() != ClassRules.DEFAULT_PRIORITY)
                .collect(Collectors.toList());
    }

    @Test
    void theDefaultClassMatchesEveryCodePointOfBothFamilies() throws Exception {
        List<FlowRule> all = make.of(S1, policy("{'dscp':46}"));
        assertThat(all)
                .filteredOn(rule -> rule.priority() == ClassRules.DEFAULT_PRIORITY)
                .hasSize(4)
                .extracting(rule -> rule.table() + " " + rule.selector().criteria())
                .doesNotHaveDuplicates();
    }

    @Test
    void aRuleWithoutAddressIsForBothFamilies() throws Exception {
        assertThat(rules(S1, "{'dscp':46}"))
                .extracting(FlowRule::table)
                .containsExactlyInAnyOrder(P4Names.TABLE_IPV4_CLASSES, P4Names.TABLE_IPV6_CLASSES);
        assertThat(rules(S1, "{'source':'10.0.0.0/24'}"))
                .extracting(FlowRule::table)
                .containsExactly(P4Names.TABLE_IPV4_CLASSES);
        assertThat(rules(S1, "{'destination':'fd00::/8'}"))
                .extracting(FlowRule::table)
                .containsExactly(P4Names.TABLE_IPV6_CLASSES);
    }

    @Test
    void aRuleForPortsOfOneSwitchStandsThereOncePerPort() throws Exception {
        String match = "{'protocol':'udp','device':'device:s1','ports':[1,3]}";
        assertThat(rules(S1, match)).hasSize(4);
        assertThat(rules(S2, match)).isEmpty();
    }

    @Test
    void whatMatchesAnythingIsLeftOut() throws Exception {
        List<FlowRule> rules =
                rules(
                        S1,
                        "{'protocol':'udp','sourcePorts':'0-65535','destinationPorts':'5001-5010',"
                                + "'source':'0.0.0.0/0'}");
        assertThat(rules).hasSize(1);
        assertThat(rules.get(0).selector().criteria().toString())
                .contains("meta.l4_dst_port", "meta.ip_protocol")
                .doesNotContain("l4_src_port", "src_addr");
    }

    @Test
    void aRuleThatMatchesEverythingIsNotADefaultEntry() throws Exception {
        assertThat(rules(S1, "{'source':'0.0.0.0/0'}")).hasSize(2);
        assertThat(rules(S1, "{'device':'device:s1'}")).hasSize(4);
    }

    @Test
    void theFirstRuleOfThePolicyWins() throws Exception {
        List<FlowRule> rules = rules(S1, "{'dscp':46},{'dscp':34}");
        assertThat(rules)
                .extracting(FlowRule::priority)
                .containsExactly(
                        ClassRules.FIRST_PRIORITY,
                        ClassRules.FIRST_PRIORITY,
                        ClassRules.FIRST_PRIORITY - 1,
                        ClassRules.FIRST_PRIORITY - 1);
    }
}
