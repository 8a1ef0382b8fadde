// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * One rule that puts packets into a class. A packet matches if it meets all conditions of the rule.
 * A rule without an address prefix is for IPv4 and IPv6 alike. Immutable.
 */
public final class MatchRule {
    /** IP protocol number of TCP. */
    public static final int TCP = 6;

    /** IP protocol number of UDP. */
    public static final int UDP = 17;

    private final OptionalInt dscp;
    private final OptionalInt protocol;
    private final Optional<IpPrefix> source;
    private final Optional<IpPrefix> destination;
    private final Optional<PortRange> sourcePorts;
    private final Optional<PortRange> destinationPorts;
    private final Optional<String> device;
    private final Set<Integer> ports;
    private final TagMatch tag;
    private final TagMatch innerTag;

    private MatchRule(Builder builder) {
        dscp = builder.dscp;
        protocol = builder.protocol;
        source = Optional.ofNullable(builder.source);
        destination = Optional.ofNullable(builder.destination);
        sourcePorts = Optional.ofNullable(builder.sourcePorts);
        destinationPorts = Optional.ofNullable(builder.destinationPorts);
        device = Optional.ofNullable(builder.device);
        ports = Set.copyOf(builder.ports);
        tag = builder.tag;
        innerTag = builder.innerTag;
        if (source.isPresent()
                && destination.isPresent()
                && source.get().isIpv6() != destination.get().isIpv6()) {
            throw new IllegalArgumentException(
                    "source and destination must both be IPv4 or both be IPv6");
        }
        boolean hasPorts = sourcePorts.isPresent() || destinationPorts.isPresent();
        boolean portProtocol =
                protocol.isPresent() && (protocol.getAsInt() == TCP || protocol.getAsInt() == UDP);
        if (hasPorts && !portProtocol) {
            throw new IllegalArgumentException(
                    "sourcePorts and destinationPorts need protocol \"tcp\" or \"udp\"");
        }
        if (!ports.isEmpty() && device.isEmpty()) {
            throw new IllegalArgumentException("ports needs device");
        }
        if (tag.isNone() && innerTag.statesSomething()) {
            throw new IllegalArgumentException(
                    "innerVlanId and innerVlanPcp need a tag outside, vlanId \"none\" excludes it");
        }
        boolean stated =
                dscp.isPresent()
                        || protocol.isPresent()
                        || source.isPresent()
                        || destination.isPresent()
                        || device.isPresent()
                        || tag.statesSomething()
                        || innerTag.statesSomething();
        if (!stated) {
            throw new IllegalArgumentException("must state at least one thing to match");
        }
    }

    /** A builder with nothing stated. */
    public static Builder builder() {
        return new Builder();
    }

    /** Differentiated services code point, 0 to 63. */
    public OptionalInt dscp() {
        return dscp;
    }

    /** IP protocol number, 0 to 255. */
    public OptionalInt protocol() {
        return protocol;
    }

    /** Prefix of the source address. */
    public Optional<IpPrefix> source() {
        return source;
    }

    /** Prefix of the destination address. */
    public Optional<IpPrefix> destination() {
        return destination;
    }

    /** TCP or UDP source ports. */
    public Optional<PortRange> sourcePorts() {
        return sourcePorts;
    }

    /** TCP or UDP destination ports. */
    public Optional<PortRange> destinationPorts() {
        return destinationPorts;
    }

    /** The only switch the rule is for; every switch if empty. */
    public Optional<String> device() {
        return device;
    }

    /** Ingress ports of that switch the rule is for, ascending; every port if empty. */
    public Set<Integer> ports() {
        return new TreeSet<>(ports);
    }

    /** The packet's only tag, or the outer of two. */
    public TagMatch tag() {
        return tag;
    }

    /** The inner of two tags. */
    public TagMatch innerTag() {
        return innerTag;
    }

    /** True if IPv4 packets can match. */
    public boolean matchesIpv4() {
        return family(false);
    }

    /** True if IPv6 packets can match. */
    public boolean matchesIpv6() {
        return family(true);
    }

    private boolean family(boolean ipv6) {
        return source.map(p -> p.isIpv6() == ipv6).orElse(true)
                && destination.map(p -> p.isIpv6() == ipv6).orElse(true);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof MatchRule)) {
            return false;
        }
        MatchRule that = (MatchRule) other;
        return dscp.equals(that.dscp)
                && protocol.equals(that.protocol)
                && source.equals(that.source)
                && destination.equals(that.destination)
                && sourcePorts.equals(that.sourcePorts)
                && destinationPorts.equals(that.destinationPorts)
                && device.equals(that.device)
                && ports.equals(that.ports)
                && tag.equals(that.tag)
                && innerTag.equals(that.innerTag);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                dscp,
                protocol,
                source,
                destination,
                sourcePorts,
                destinationPorts,
                device,
                ports,
                tag,
                innerTag);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        append(text, "vlanId", "vlanPcp", tag);
        append(text, "innerVlanId", "innerVlanPcp", innerTag);
        dscp.ifPresent(v -> append(text, "dscp", v));
        protocol.ifPresent(v -> append(text, "protocol", v));
        source.ifPresent(v -> append(text, "source", v));
        destination.ifPresent(v -> append(text, "destination", v));
        sourcePorts.ifPresent(v -> append(text, "sourcePorts", v));
        destinationPorts.ifPresent(v -> append(text, "destinationPorts", v));
        device.ifPresent(v -> append(text, "device", v));
        if (!ports.isEmpty()) {
            append(text, "ports", ports());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String id, String pcp, TagMatch tag) {
        if (tag.isNone()) {
            append(text, id, "none");
        }
        tag.vlanId().ifPresent(v -> append(text, id, v));
        tag.pcp().ifPresent(v -> append(text, pcp, v));
    }

    private static void append(StringBuilder text, String name, Object value) {
        text.append(text.length() > 0 ? " " : "").append(name).append('=').append(value);
    }

    /** Collects what a rule states. */
    public static final class Builder {
        private OptionalInt dscp = OptionalInt.empty();
        private OptionalInt protocol = OptionalInt.empty();
        private IpPrefix source;
        private IpPrefix destination;
        private PortRange sourcePorts;
        private PortRange destinationPorts;
        private String device;
        private Set<Integer> ports = Set.of();
        private TagMatch tag = TagMatch.ANY;
        private TagMatch innerTag = TagMatch.ANY;

        private Builder() {}

        /** Code point, 0 to 63. */
        public Builder dscp(int value) {
            dscp = OptionalInt.of(within("dscp", value, 63));
            return this;
        }

        /** IP protocol number, 0 to 255. */
        public Builder protocol(int value) {
            protocol = OptionalInt.of(within("protocol", value, 255));
            return this;
        }

        /** Prefix of the source address. */
        public Builder source(IpPrefix value) {
            source = value;
            return this;
        }

        /** Prefix of the destination address. */
        public Builder destination(IpPrefix value) {
            destination = value;
            return this;
        }

        /** Source ports; needs protocol TCP or UDP. */
        public Builder sourcePorts(PortRange value) {
            sourcePorts = value;
            return this;
        }

        /** Destination ports; needs protocol TCP or UDP. */
        public Builder destinationPorts(PortRange value) {
            destinationPorts = value;
            return this;
        }

        /** The only switch the rule is for. */
        public Builder device(String value) {
            device = value;
            return this;
        }

        /** The only ingress ports the rule is for; needs a device. */
        public Builder ports(Set<Integer> value) {
            ports = value;
            return this;
        }

        /** The packet's only tag, or the outer of two. */
        public Builder tag(TagMatch value) {
            tag = value;
            return this;
        }

        /** The inner of two tags. */
        public Builder innerTag(TagMatch value) {
            innerTag = value;
            return this;
        }

        /**
         * The finished rule.
         *
         * @throws IllegalArgumentException if nothing is stated or two things do not go together
         */
        public MatchRule build() {
            return new MatchRule(this);
        }

        private static int within(String name, int value, int max) {
            if (value < 0 || value > max) {
                throw new IllegalArgumentException(
                        name + " must be 0 to " + max + ", was " + value);
            }
            return value;
        }
    }
}
