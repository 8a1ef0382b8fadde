// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.Objects;
import java.util.Optional;
import org.weir.control.PortId;

/**
 * Users of an ABC domain (docs/abc.md): all hosts of a prefix at one port together, or, without a
 * port, each host of the prefix by itself. Immutable.
 */
public final class ActivityUser {
    /** Smallest weight. */
    public static final double MIN_WEIGHT = 0.01;

    /** Largest weight. */
    public static final double MAX_WEIGHT = 100;

    private final IpPrefix prefix;
    private final Optional<PortId> port;
    private final double weight;

    /**
     * @param prefix source addresses
     * @param port port to hosts at which they are one user; empty if each host is one, at any port
     * @param weight part of a bottleneck relative to users of weight 1, {@value #MIN_WEIGHT} to
     *     {@value #MAX_WEIGHT}
     */
    public ActivityUser(IpPrefix prefix, Optional<PortId> port, double weight) {
        this.prefix = Objects.requireNonNull(prefix);
        this.port = Objects.requireNonNull(port);
        this.weight = weight;
    }

    /** Source addresses. */
    public IpPrefix prefix() {
        return prefix;
    }

    /** Port at which all hosts of the prefix are one user; empty if each host is one. */
    public Optional<PortId> port() {
        return port;
    }

    /** Part of a bottleneck relative to users of weight 1. */
    public double weight() {
        return weight;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ActivityUser
                && prefix.equals(((ActivityUser) other).prefix)
                && port.equals(((ActivityUser) other).port)
                && weight == ((ActivityUser) other).weight;
    }

    @Override
    public int hashCode() {
        return Objects.hash(prefix, port, weight);
    }

    @Override
    public String toString() {
        return prefix + port.map(at -> " at " + at).orElse("") + " x" + weight;
    }
}
