// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiTernaryFieldMatch;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.pipelines.P4Names;

class ClassRulesTest {

    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");

    private final ClassRules make =
            new ClassRules(
                    new RuleFactory(new DefaultApplicationId(7, "org.weir.app")), S1::equals);

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

    /** A field of a tag means nothing without the tag, so a rule states that the tag is there. */
    @Test
    void aRuleForATagMatchesOnlyPacketsWithTheTag() throws Exception {
        assertThat(fields("{'vlanId':100}"))
                .containsOnly(
                        entry(P4Names.FIELD_HAS_VLAN_TAG, "1/1"),
                        entry(P4Names.FIELD_VLAN_ID, "100/4095"));
        assertThat(fields("{'vlanPcp':5}"))
                .containsOnly(
                        entry(P4Names.FIELD_HAS_VLAN_TAG, "1/1"),
                        entry(P4Names.FIELD_VLAN_PCP, "5/7"));
        assertThat(fields("{'innerVlanId':0,'innerVlanPcp':1}"))
                .containsOnly(
                        entry(P4Names.FIELD_HAS_INNER_VLAN_TAG, "1/1"),
                        entry(P4Names.FIELD_INNER_VLAN_ID, "0/4095"),
                        entry(P4Names.FIELD_INNER_VLAN_PCP, "1/7"));
        assertThat(fields("{'vlanId':'none'}"))
                .containsOnly(entry(P4Names.FIELD_HAS_VLAN_TAG, "0/1"));
        assertThat(fields("{'vlanId':4094,'innerVlanId':'none'}"))
                .containsOnly(
                        entry(P4Names.FIELD_HAS_VLAN_TAG, "1/1"),
                        entry(P4Names.FIELD_VLAN_ID, "4094/4095"),
                        entry(P4Names.FIELD_HAS_INNER_VLAN_TAG, "0/1"));
    }

    /** A program that does not read tags drops packets with tags, so that all others have none. */
    @Test
    void aSwitchThatReadsNoTagsGetsTheRulesForPacketsWithout() throws Exception {
        String match =
                "{'vlanId':100},{'innerVlanPcp':1,'dscp':4},"
                        + "{'vlanId':'none','dscp':46},{'innerVlanId':'none'}";
        Policy policy = policy(match);
        assertThat(make.unread(S1, policy)).isZero();
        assertThat(make.unread(S2, policy)).isEqualTo(2);
        List<FlowRule> rules = rules(S2, match);
        assertThat(rules)
                .extracting(FlowRule::priority)
                .contains(ClassRules.FIRST_PRIORITY - 2, ClassRules.FIRST_PRIORITY - 3)
                .doesNotContain(ClassRules.FIRST_PRIORITY, ClassRules.FIRST_PRIORITY - 1);
        assertThat(rules.toString()).doesNotContain("tag");
        assertThat(rules(S1, match)).hasSize(8);
    }

    /** Value and mask of each field that a rule matches, the same in both families. */
    private Map<PiMatchFieldId, String> fields(String match) throws Exception {
        List<FlowRule> rules = rules(S1, match);
        assertThat(rules).hasSize(2);
        assertThat(rules.get(1).selector()).isEqualTo(rules.get(0).selector());
        PiCriterion criterion =
                (PiCriterion)
                        rules.get(0).selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        Map<PiMatchFieldId, String> fields = new HashMap<>();
        for (PiFieldMatch field : criterion.fieldMatches()) {
            PiTernaryFieldMatch ternary = (PiTernaryFieldMatch) field;
            fields.put(field.fieldId(), number(ternary.value()) + "/" + number(ternary.mask()));
        }
        return fields;
    }

    private static BigInteger number(ImmutableByteSequence bytes) {
        return new BigInteger(1, bytes.asArray());
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
