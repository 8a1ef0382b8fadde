// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.TrafficSelector;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.control.policy.IpPrefix;
import org.weir.control.policy.MatchRule;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyClass;
import org.weir.control.policy.PortRange;
import org.weir.control.policy.TagMatch;
import org.weir.pipelines.P4Names;

/** Rules that put packets into classes, as the policy's match rules say. */
public final class ClassRules {

    /** Priority of the policy's first match rule; each further rule has one less. */
    static final int FIRST_PRIORITY = 40_000;

    /** Priority of the default class. */
    static final int DEFAULT_PRIORITY = 1;

    /** Place of the default class, which is behind all match rules. */
    public static final int DEFAULT_CLASS = FIRST_PRIORITY - DEFAULT_PRIORITY;

    private static final long PORT_MASK = 0x1FF;
    private static final long PROTOCOL_MASK = 0xFF;
    private static final long DSCP_MASK = 0x3F;
    private static final long VLAN_ID_MASK = 0xFFF;
    private static final long PCP_MASK = 0x7;
    private static final long TAG_MASK = 1;
    private static final long DSCP_HALF = 0x20;
    private static final int MAX_L4_PORT = 0xFFFF;

    private final RuleFactory factory;
    private final Predicate<DeviceId> readsTags;

    /** The rules of the policy that was asked for last, by whether a program reads VLAN tags. */
    private final Map<Boolean, Template> last = new ConcurrentHashMap<>();

    /**
     * Class rules.
     *
     * @param factory makes the rules
     * @param readsTags true for a switch whose program reads VLAN tags; another drops packets that
     *     have some
     */
    public ClassRules(RuleFactory factory, Predicate<DeviceId> readsTags) {
        this.factory = factory;
        this.readsTags = readsTags;
    }

    /**
     * All classification rules of a switch. Rules of the policy that name another switch are left
     * out, and rules for packets with VLAN tags where the program does not read them.
     *
     * @param device switch
     * @param policy policy
     * @return the rules of both address families, the default class's last; what they match and do
     *     are the same objects for all switches of a policy
     */
    public List<FlowRule> of(DeviceId device, Policy policy) {
        boolean tags = readsTags.test(device);
        Template template = last.get(tags);
        if (template == null || template.policy != policy) {
            template = new Template(policy, tags);
            last.put(tags, template);
        }
        List<FlowRule> rules = new ArrayList<>();
        for (Part part : template.parts) {
            if (isFor(part.device, device)) {
                rules.add(factory.rule(device, part.table, part.match, part.priority, part.action));
            }
        }
        return rules;
    }

    /**
     * The match rule that an entry was made of.
     *
     * @param priority priority of the entry
     * @return its place in the policy, from 0; {@link #DEFAULT_CLASS} for the default class
     */
    static int place(int priority) {
        return FIRST_PRIORITY - priority;
    }

    /**
     * Number of the policy's match rules for packets with VLAN tags that {@link #of} leaves out.
     *
     * @param device switch
     * @param policy policy
     */
    public long unread(DeviceId device, Policy policy) {
        if (readsTags.test(device)) {
            return 0;
        }
        return policy.classes().stream()
                .flatMap(policyClass -> policyClass.rules().stream())
                .filter(match -> isFor(match.device(), device) && needsTag(match))
                .count();
    }

    private static boolean isFor(Optional<String> only, DeviceId device) {
        return only.map(device.toString()::equals).orElse(true);
    }

    private static boolean needsTag(MatchRule match) {
        return match.tag().needsTag() || match.innerTag().needsTag();
    }

    /** A rule of every switch, or of one. */
    private static final class Part {
        private final Optional<String> device;
        private final PiTableId table;
        private final TrafficSelector match;
        private final int priority;
        private final TrafficTreatment action;

        Part(
                Optional<String> device,
                PiTableId table,
                PiCriterion match,
                int priority,
                TrafficTreatment action) {
            this.device = device;
            this.table = table;
            this.match = RuleFactory.selector(match);
            this.priority = priority;
            this.action = action;
        }
    }

    /** The rules of a policy, without a switch. */
    private static final class Template {
        private final Policy policy;
        private final boolean tags;
        private final List<Part> parts = new ArrayList<>();

        Template(Policy policy, boolean tags) {
            this.policy = policy;
            this.tags = tags;
            int priority = FIRST_PRIORITY;
            for (PolicyClass policyClass : policy.classes()) {
                TrafficTreatment action = action(policyClass.index());
                for (MatchRule match : policyClass.rules()) {
                    if (tags || !needsTag(match)) {
                        add(match, priority, action);
                    }
                    priority--;
                }
            }
            TrafficTreatment otherwise = action(policy.defaultClassIndex());
            addEverything(Optional.empty(), false, DEFAULT_PRIORITY, otherwise);
            addEverything(Optional.empty(), true, DEFAULT_PRIORITY, otherwise);
        }

        private static TrafficTreatment action(int classIndex) {
            return RuleFactory.treatment(
                    RuleFactory.action(
                            P4Names.ACTION_SET_CLASS, P4Names.PARAM_CLASS_ID, classIndex));
        }

        private void add(MatchRule match, int priority, TrafficTreatment action) {
            Set<Integer> ports = match.ports();
            for (boolean ipv6 : new boolean[] {false, true}) {
                if (ipv6 ? !match.matchesIpv6() : !match.matchesIpv4()) {
                    continue;
                }
                if (ports.isEmpty()) {
                    add(match, null, ipv6, priority, action);
                }
                for (int port : ports) {
                    add(match, port, ipv6, priority, action);
                }
            }
        }

        private void add(
                MatchRule match,
                Integer ingressPort,
                boolean ipv6,
                int priority,
                TrafficTreatment action) {
            Fields fields = new Fields();
            if (ingressPort != null) {
                fields.ternary(P4Names.FIELD_INGRESS_PORT, ingressPort, PORT_MASK);
            }
            if (tags) {
                fields.tags(match);
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
                addEverything(match.device(), ipv6, priority, action);
            } else {
                add(match.device(), ipv6, fields.builder.build(), priority, action);
            }
        }

        /**
         * ONOS reads a rule without a match as the table's default entry, which this program fixes.
         * Two rules that each match half of the code points match everything between them.
         */
        private void addEverything(
                Optional<String> device, boolean ipv6, int priority, TrafficTreatment action) {
            for (long half : new long[] {0, DSCP_HALF}) {
                PiCriterion match =
                        PiCriterion.builder()
                                .matchTernary(P4Names.FIELD_DSCP, half, DSCP_HALF)
                                .build();
                add(device, ipv6, match, priority, action);
            }
        }

        private void add(
                Optional<String> device,
                boolean ipv6,
                PiCriterion match,
                int priority,
                TrafficTreatment action) {
            PiTableId table = ipv6 ? P4Names.TABLE_IPV6_CLASSES : P4Names.TABLE_IPV4_CLASSES;
            parts.add(new Part(device, table, match, priority, action));
        }
    }

    private static final PiMatchFieldId V4_SRC = P4Names.FIELD_IPV4_SRC;
    private static final PiMatchFieldId V4_DST = P4Names.FIELD_IPV4_DST;

    /** Fields of one match; a field that matches anything is left out, as P4Runtime asks. */
    private static final class Fields {
        private final PiCriterion.Builder builder = PiCriterion.builder();
        private int count;

        void ternary(PiMatchFieldId field, long value, long mask) {
            builder.matchTernary(field, value, mask);
            count++;
        }

        void tags(MatchRule match) {
            tag(
                    match.tag(),
                    P4Names.FIELD_HAS_VLAN_TAG,
                    P4Names.FIELD_VLAN_ID,
                    P4Names.FIELD_VLAN_PCP);
            tag(
                    match.innerTag(),
                    P4Names.FIELD_HAS_INNER_VLAN_TAG,
                    P4Names.FIELD_INNER_VLAN_ID,
                    P4Names.FIELD_INNER_VLAN_PCP);
        }

        private void tag(
                TagMatch tag, PiMatchFieldId present, PiMatchFieldId id, PiMatchFieldId pcp) {
            if (tag.isNone()) {
                ternary(present, 0, TAG_MASK);
            } else if (tag.needsTag()) {
                ternary(present, 1, TAG_MASK);
            }
            tag.vlanId().ifPresent(v -> ternary(id, v, VLAN_ID_MASK));
            tag.pcp().ifPresent(v -> ternary(pcp, v, PCP_MASK));
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
