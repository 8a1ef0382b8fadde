// SPDX-License-Identifier: Apache-2.0
package org.weir.app.host;

import java.util.Locale;
import java.util.Optional;

/** An address of a host, and the treatment of feedback packets to it. */
public final class HostAddress {

    /** Reason for which an address counts as one with an agent. */
    public enum Agent {
        /** The agent has a registration that has not ended. */
        REGISTERED,
        /** The policy's {@code agents} has the address. */
        POLICY,
        /** Neither. */
        NONE;

        /** The word for it in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String address;
    private final Agent agent;
    private final Boolean getsFeedback;

    /**
     * An address.
     *
     * @param address IPv4 or IPv6 address
     * @param agent reason for which it counts as one with an agent
     * @param getsFeedback whether its switch delivers feedback packets to it; empty if not known
     */
    public HostAddress(String address, Agent agent, Optional<Boolean> getsFeedback) {
        this.address = address;
        this.agent = agent;
        this.getsFeedback = getsFeedback.orElse(null);
    }

    /** IPv4 or IPv6 address. */
    public String address() {
        return address;
    }

    /** Reason for which it counts as one with an agent. */
    public Agent agent() {
        return agent;
    }

    /** Returns true if its switch delivers feedback packets to it; empty if not known. */
    public Optional<Boolean> getsFeedback() {
        return Optional.ofNullable(getsFeedback);
    }
}
