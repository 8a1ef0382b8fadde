// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.weir.control.policy.IpPrefix;
import org.weir.control.policy.MatchRule;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyClass;
import org.weir.control.policy.PortRange;
import org.weir.pipelines.P4Names;

/** Rules that put packets into classes, as the policy's match rules say. */
public final class ClassRules {

    /** Priority of the policy's first match rule; each further rule has one less. */
    static final int FIRST_PRIORITY = 40_000;

    /** Priority of the default class. */
    static final int DEFAULT_PRIORITY = 1;

    private static final long PORT_MASK = 0x1FF;
    private static final long PROTOCOL_MASK = 0xFF;
    private static final long DSCP_MASK = 0x3F;
    private static final long DSCP_HALF = 0x20;
    private static final int MAX_L4_PORT = 0xFFFF;

    private final RuleFactory factory;

    /**
     * Class rules.
     *
     * @param factory makes the rules
     */
    public ClassRules(RuleFactory factory) {
        this.factory = factory;
    }

    /**
     * All classification rules of a switch. Rules of the policy that name another switch are left
     * out.
     *
     * @param device switch
     * @param policy policy
     * @return the rules of both address families, the default class's last
     */
    public List<FlowRule> of(DeviceId device, Policy policy) {
        List<FlowRule> rules = new ArrayList<>();
        int priority = FIRST_PRIORITY;
        for (PolicyClass policyClass : policy.classes()) {
            for (MatchRule match : policyClass.rules()) {
                if (match.device().map(device.toString()::equals).orElse(true)) {
                    add(rules, device, match, priority, policyClass.index());
                }
                priority--;
            }
        }
        addEverything(rules, device, false, DEFAULT_PRIORITY, policy.defaultClassIndex());
        addEverything(rules, device, true, DEFAULT_PRIORITY, policy.defaultClassIndex());
        return rules;
    }

    private void add(
            List<FlowRule> rules, DeviceId device, MatchRule match, int priority, int classIndex) {
        Set<Integer> ports = match.ports();
        for (boolean ipv6 : new boolean[] {false, true}) {
            if (ipv6 ? !match.matchesIpv6() : !match.matchesIpv4()) {
                continue;
            }
            if (ports.isEmpty()) {
                add(rules, device, match, null, ipv6, priority, classIndex);
            }
            for (int port : ports) {
                add(rules, device, match, port, ipv6, priority, classIndex);
            }
        }
    }

    private void add(
            List<FlowRule> rules,
            DeviceId device,
            MatchRule match,
            Integer ingressPort,
            boolean ipv6,
            int priority,
            int classIndex) {
        Fields fields = new Fields();
        if (ingressPort != null) {
            fields.ternary(P4Names.FIELD_INGRESS_PORT, ingressPort, PORT_MASK);
        }
        match.source().ifPresent(p -> fields.prefix(ipv6 ? P4Names.FIELD_IPV6_SRC : V4_SRC, p));
        match.destination()
                .ifPresent(p -> fields.prefix(ipv6 ? P4Names.FIELD_IPV6_DST : V4_DST, p));
        match.protocol()
                .ifPresent(p -> fields.ternary(P4Names.FIELD_IP_PROTOCOL, p, PROTOCOL_MASK));
        match.dscp().ifPresent(d -> fields.ternary(P4Names.FIELD_DSCP, d, DSCP_MASK));
        match.sourcePorts().ifPresent(r -> fields.range(P4Names.FIELD_L4_SRC_PORT, r));
        match.destinationPorts().ifPresent(r -> fields.range(P4Names.FIELD_L4_DST_PORT, r));
        if (fields.count == 0) {
            addEverything(rules, device, ipv6, priority, classIndex);
        } else {
            rules.add(rule(device, ipv6, fields.builder.build(), priority, classIndex));
        }
    }

    /**
     * ONOS reads a rule without a match as the table's default entry, which this program fixes. Two
     * rules that each match half of the code points match everything between them.
     */
    private void addEverything(
            List<FlowRule> rules, DeviceId device, boolean ipv6, int priority, int classIndex) {
        for (long half : new long[] {0, DSCP_HALF}) {
            PiCriterion match =
                    PiCriterion.builder().matchTernary(P4Names.FIELD_DSCP, half, DSCP_HALF).build();
            rules.add(rule(device, ipv6, match, priority, classIndex));
        }
    }

    private FlowRule rule(
            DeviceId device, boolean ipv6, PiCriterion match, int priority, int classIndex) {
        PiTableId table = ipv6 ? P4Names.TABLE_IPV6_CLASSES : P4Names.TABLE_IPV4_CLASSES;
        PiAction action =
                RuleFactory.action(P4Names.ACTION_SET_CLASS, P4Names.PARAM_CLASS_ID, classIndex);
        return factory.rule(device, table, match, priority, action);
    }

    private static final PiMatchFieldId V4_SRC = P4Names.FIELD_IPV4_SRC;
    private static final PiMatchFieldId V4_DST = P4Names.FIELD_IPV4_DST;

    /** Fields of one match; what matches anything is left out, as P4Runtime asks. */
    private static final class Fields {
        private final PiCriterion.Builder builder = PiCriterion.builder();
        private int count;

        void ternary(PiMatchFieldId field, long value, long mask) {
            builder.matchTernary(field, value, mask);
            count++;
        }

        void prefix(PiMatchFieldId field, IpPrefix prefix) {
            if (prefix.prefixLength() > 0) {
                builder.matchTernary(field, prefix.address(), prefix.mask());
                count++;
            }
        }

        void range(PiMatchFieldId field, PortRange range) {
            if (range.low() > 0 || range.high() < MAX_L4_PORT) {
                builder.matchRange(field, range.low(), range.high());
                count++;
            }
        }
    }
}
