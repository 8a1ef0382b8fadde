// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.onlab.packet.Ethernet;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.packet.PacketPriority;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.weir.control.policy.IpPrefix;
import org.weir.control.policy.PortEdge;
import org.weir.pipelines.P4Names;

/** Rules of the edge of the network: what ports believe, and who gets feedback packets. */
public final class EdgeRules {

    /** Below all that asks for a packet. */
    private static final int GROUP_PRIORITY = 3;

    private static final int PERMIT_PRIORITY = 2;
    private static final int REFUSE_PRIORITY = 1;

    /** Above the entries by which ONOS asks for packets: those of link probes have 40000. */
    private static final int PROBE_PRIORITY = PacketPriority.MAX.priorityValue();

    /** The bit of an Ethernet address that says that it is a group's. */
    private static final byte[] GROUP_BIT = {1, 0, 0, 0, 0, 0};

    private static final long ALL_PORT_BITS = 0x1ff;
    private static final int ALL_TYPE_BITS = 0xffff;

    private final RuleFactory factory;

    /**
     * Edge rules.
     *
     * @param factory makes the rules
     */
    public EdgeRules(RuleFactory factory) {
        this.factory = factory;
    }

    /**
     * Accepts all frames of a port, since the switch at its other end has checked them.
     *
     * @param device switch
     * @param port port that leads to another switch
     */
    public FlowRule toSwitch(DeviceId device, long port) {
        return kind(device, port, PiAction.builder().withId(P4Names.ACTION_TRUST_PORT).build());
    }

    /**
     * Makes a port believe of hosts what the policy says.
     *
     * @param device switch
     * @param port port that leads to hosts
     * @param edge the policy's words about the port
     */
    public FlowRule toHosts(DeviceId device, long port, PortEdge edge) {
        return kind(
                device,
                port,
                RuleFactory.action(action(edge.dscp()), P4Names.PARAM_CLASSES, edge.classMask()));
    }

    private static PiActionId action(PortEdge.Dscp dscp) {
        switch (dscp) {
            case TRUST:
                return P4Names.ACTION_TRUST_DSCP;
            case CLEAR:
                return P4Names.ACTION_CLEAR_DSCP;
            default:
                return P4Names.ACTION_REFUSE_DSCP;
        }
    }

    private FlowRule kind(DeviceId device, long port, PiAction action) {
        return factory.rule(
                device,
                P4Names.TABLE_PORT_KINDS,
                PiCriterion.builder().matchExact(P4Names.FIELD_INGRESS_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                action);
    }

    /**
     * Limits the frames of a port to the controller.
     *
     * @param device switch
     * @param port any port
     * @param edge the policy's words about the port
     */
    public FlowRule limit(DeviceId device, long port, PortEdge edge) {
        return factory.rule(
                device,
                P4Names.TABLE_CONTROLLER_LIMITS,
                PiCriterion.builder().matchExact(P4Names.FIELD_INGRESS_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                RuleFactory.action(
                        P4Names.ACTION_LIMIT_FRAMES,
                        P4Names.PARAM_FRAMES,
                        edge.controllerFrames()));
    }

    /**
     * Withholds feedback packets that are to leave by a port from hosts without an agent.
     *
     * @param device switch
     * @param port port that leads to hosts
     */
    public FlowRule withhold(DeviceId device, long port) {
        return factory.rule(
                device,
                P4Names.TABLE_HOST_PORTS,
                PiCriterion.builder().matchExact(P4Names.FIELD_OUTPUT_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                PiAction.builder().withId(P4Names.ACTION_ASK_FOR_AGENT).build());
    }

    /**
     * Drops by the access list what is for a group and nobody asks for. There are no routes to
     * groups; what Linux sends them unasked (IGMP, MLD, DHCP) is not a loss of traffic.
     *
     * @param device switch
     */
    public FlowRule dropGroups(DeviceId device) {
        return acl(
                device,
                PiCriterion.builder().matchTernary(P4Names.FIELD_ETH_DST, GROUP_BIT, GROUP_BIT),
                GROUP_PRIORITY,
                P4Names.ACTION_ACL_DROP);
    }

    /**
     * Drops by the access list the link probes (LLDP, and ONOS's broadcast form of it) of a port of
     * which the policy says that it leads to hosts: hosts that pass probes on to each other fake a
     * link.
     *
     * @param device switch
     * @param port port that leads to hosts
     */
    public List<FlowRule> dropProbes(DeviceId device, long port) {
        List<FlowRule> made = new ArrayList<>();
        for (short type : new short[] {Ethernet.TYPE_LLDP, Ethernet.TYPE_BSN}) {
            made.add(acl(device, match(port, type), PROBE_PRIORITY, P4Names.ACTION_ACL_DROP));
        }
        return made;
    }

    /**
     * Drops by the access list what hosts at a port send with other source addresses than the
     * policy lists.
     *
     * @param device switch
     * @param port port that leads to hosts
     * @param edge the policy's words about the port
     * @return none if the policy lists no source addresses
     */
    public List<FlowRule> sources(DeviceId device, long port, PortEdge edge) {
        List<FlowRule> made = new ArrayList<>();
        if (edge.sources().isEmpty()) {
            return made;
        }
        boolean anyIpv6 = false;
        for (IpPrefix source : edge.sources().get()) {
            anyIpv6 |= source.isIpv6();
            if (!source.isIpv6()) {
                PiCriterion.Builder match = match(port, Ethernet.TYPE_IPV4);
                // P4Runtime knows a field that matches everything by its absence.
                if (source.prefixLength() > 0) {
                    match.matchTernary(P4Names.FIELD_IPV4_SRC, source.address(), source.mask());
                }
                made.add(acl(device, match, PERMIT_PRIORITY, P4Names.ACTION_ACL_PERMIT));
            }
        }
        made.add(refuse(device, port, Ethernet.TYPE_IPV4));
        if (!anyIpv6) {
            made.add(refuse(device, port, Ethernet.TYPE_IPV6));
        }
        return made;
    }

    private FlowRule refuse(DeviceId device, long port, short etherType) {
        return acl(device, match(port, etherType), REFUSE_PRIORITY, P4Names.ACTION_ACL_DROP);
    }

    private static PiCriterion.Builder match(long port, short etherType) {
        return PiCriterion.builder()
                .matchTernary(P4Names.FIELD_INGRESS_PORT, port, ALL_PORT_BITS)
                .matchTernary(P4Names.FIELD_ETH_TYPE, etherType & ALL_TYPE_BITS, ALL_TYPE_BITS);
    }

    private FlowRule acl(
            DeviceId device, PiCriterion.Builder match, int priority, PiActionId action) {
        return factory.rule(
                device,
                P4Names.TABLE_ACL,
                match.build(),
                priority,
                PiAction.builder().withId(action).build());
    }

    /**
     * Lets feedback packets go to a host.
     *
     * @param device switch of the host
     * @param address address of a host with an agent
     */
    public FlowRule deliver(DeviceId device, IpAddress address) {
        boolean ipv4 = address.isIp4();
        return factory.rule(
                device,
                ipv4 ? P4Names.TABLE_IPV4_AGENTS : P4Names.TABLE_IPV6_AGENTS,
                PiCriterion.builder()
                        .matchExact(
                                ipv4 ? P4Names.FIELD_IPV4_DST : P4Names.FIELD_IPV6_DST,
                                address.toOctets())
                        .build(),
                RuleFactory.NO_PRIORITY,
                PiAction.builder().withId(P4Names.ACTION_DELIVER).build());
    }

    /**
     * The port that a rule makes believe everything.
     *
     * @param rule a rule that this class has made
     * @return empty if it is another rule
     */
    public static Optional<Long> portToSwitch(FlowRule rule) {
        boolean trusts =
                rule.treatment().allInstructions().stream()
                        .filter(PiInstruction.class::isInstance)
                        .map(each -> ((PiInstruction) each).action())
                        .filter(PiAction.class::isInstance)
                        .anyMatch(each -> ((PiAction) each).id().equals(P4Names.ACTION_TRUST_PORT));
        return trusts
                ? key(rule, P4Names.FIELD_INGRESS_PORT)
                        .map(bytes -> new BigInteger(1, bytes).longValue())
                : Optional.empty();
    }

    /**
     * True if a rule withholds feedback packets from hosts without an agent at a port.
     *
     * @param rule a rule that this class has made
     * @param port port by which the packets leave
     */
    public static boolean withholdsAt(FlowRule rule, long port) {
        return rule.table().equals(P4Names.TABLE_HOST_PORTS)
                && key(rule, P4Names.FIELD_OUTPUT_PORT)
                        .filter(bytes -> new BigInteger(1, bytes).longValue() == port)
                        .isPresent();
    }

    /**
     * The address that a rule lets feedback packets go to.
     *
     * @param rule a rule that this class has made
     * @return empty if it is another rule
     */
    public static Optional<IpAddress> agent(FlowRule rule) {
        if (rule.table().equals(P4Names.TABLE_IPV4_AGENTS)) {
            return key(rule, P4Names.FIELD_IPV4_DST)
                    .map(bytes -> IpAddress.valueOf(IpAddress.Version.INET, bytes));
        }
        if (rule.table().equals(P4Names.TABLE_IPV6_AGENTS)) {
            return key(rule, P4Names.FIELD_IPV6_DST)
                    .map(bytes -> IpAddress.valueOf(IpAddress.Version.INET6, bytes));
        }
        return Optional.empty();
    }

    private static Optional<byte[]> key(FlowRule rule, PiMatchFieldId field) {
        Criterion criterion = rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        return criterion instanceof PiCriterion
                ? ((PiCriterion) criterion)
                        .fieldMatch(field)
                        .filter(PiExactFieldMatch.class::isInstance)
                        .map(match -> ((PiExactFieldMatch) match).value().asArray())
                : Optional.empty();
    }
}
