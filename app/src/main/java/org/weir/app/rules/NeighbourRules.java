// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.weir.pipelines.P4Names;

/** Rules by which switches answer ARP requests and neighbour solicitations. */
public final class NeighbourRules {

    /** In place of a port: the host is attached to another switch. */
    public static final long NO_PORT = 0;

    private final RuleFactory factory;

    /**
     * Neighbour rules.
     *
     * @param factory makes the rules
     */
    public NeighbourRules(RuleFactory factory) {
        this.factory = factory;
    }

    /** An address in a VLAN. */
    public static final class Neighbour {
        private final int vlanId;
        private final IpAddress address;

        /**
         * An address.
         *
         * @param vlanId VLAN of the host, 0 for none
         * @param address address of the host
         */
        public Neighbour(int vlanId, IpAddress address) {
            this.vlanId = vlanId;
            this.address = address;
        }

        /** Returns the address without its VLAN. */
        public IpAddress address() {
            return address;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Neighbour
                    && vlanId == ((Neighbour) other).vlanId
                    && address.equals(((Neighbour) other).address);
        }

        @Override
        public int hashCode() {
            return Objects.hash(vlanId, address);
        }
    }

    /**
     * Makes a switch answer requests for an address, except those that come from where its host is.
     *
     * @param device switch
     * @param neighbour the address
     * @param mac Ethernet address of the host that has it
     * @param port the switch's port to the host, or {@link #NO_PORT}
     * @return the rule
     */
    public FlowRule answer(DeviceId device, Neighbour neighbour, MacAddress mac, long port) {
        boolean ipv4 = neighbour.address.isIp4();
        return factory.rule(
                device,
                ipv4 ? P4Names.TABLE_IPV4_NEIGHBOURS : P4Names.TABLE_IPV6_NEIGHBOURS,
                PiCriterion.builder()
                        .matchExact(P4Names.FIELD_NEIGHBOUR_VLAN_ID, neighbour.vlanId)
                        .matchExact(P4Names.FIELD_NEIGHBOUR_IP, neighbour.address.toOctets())
                        .build(),
                RuleFactory.NO_PRIORITY,
                PiAction.builder()
                        .withId(ipv4 ? P4Names.ACTION_ANSWER : P4Names.ACTION_ADVERTISE)
                        .withParameter(
                                new PiActionParam(
                                        P4Names.PARAM_MAC,
                                        ImmutableByteSequence.copyFrom(mac.toBytes())))
                        .withParameter(new PiActionParam(P4Names.PARAM_PORT, port))
                        .build());
    }

    /**
     * Returns the address about which a rule answers requests; empty if it is another rule.
     *
     * @param rule any rule
     */
    public static Optional<Neighbour> neighbour(FlowRule rule) {
        boolean ipv4 = rule.table().equals(P4Names.TABLE_IPV4_NEIGHBOURS);
        Criterion criterion = rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        if (!(criterion instanceof PiCriterion)
                || !ipv4 && !rule.table().equals(P4Names.TABLE_IPV6_NEIGHBOURS)) {
            return Optional.empty();
        }
        PiCriterion match = (PiCriterion) criterion;
        BigInteger vlanId = new BigInteger(1, key(match, P4Names.FIELD_NEIGHBOUR_VLAN_ID));
        return Optional.of(
                new Neighbour(
                        vlanId.intValue(),
                        IpAddress.valueOf(
                                ipv4 ? IpAddress.Version.INET : IpAddress.Version.INET6,
                                key(match, P4Names.FIELD_NEIGHBOUR_IP))));
    }

    /**
     * Returns true if a rule answers as {@link #answer} would make it. To ask costs less than to
     * make a rule and compare.
     *
     * @param rule a rule that this class has made
     * @param mac Ethernet address of the host
     * @param port the switch's port to the host, or {@link #NO_PORT}
     */
    public static boolean answersWith(FlowRule rule, MacAddress mac, long port) {
        return value(rule, P4Names.PARAM_MAC)
                        .filter(value -> Arrays.equals(value.asArray(), mac.toBytes()))
                        .isPresent()
                && value(rule, P4Names.PARAM_PORT)
                        .filter(value -> new BigInteger(1, value.asArray()).longValue() == port)
                        .isPresent();
    }

    private static Optional<ImmutableByteSequence> value(FlowRule rule, PiActionParamId name) {
        return rule.treatment().allInstructions().stream()
                .filter(PiInstruction.class::isInstance)
                .map(each -> (PiAction) ((PiInstruction) each).action())
                .flatMap(action -> action.parameters().stream())
                .filter(each -> each.id().equals(name))
                .map(PiActionParam::value)
                .findFirst();
    }

    /**
     * True if no switch takes a rule as it is: earlier builds of 0.2.0 stored answers that do not
     * say where the host is attached.
     *
     * @param rule any rule
     */
    static boolean isObsolete(FlowRule rule) {
        boolean isAnswer =
                rule.table().equals(P4Names.TABLE_IPV4_NEIGHBOURS)
                        || rule.table().equals(P4Names.TABLE_IPV6_NEIGHBOURS);
        return isAnswer && value(rule, P4Names.PARAM_PORT).isEmpty();
    }

    private static byte[] key(PiCriterion match, PiMatchFieldId field) {
        return match.fieldMatch(field)
                .map(found -> ((PiExactFieldMatch) found).value().asArray())
                .orElseThrow();
    }
}
