// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Optional;
import java.util.OptionalLong;

/** A host that gets feedback packets, or is to get them, because it has an agent. */
public final class AgentView {

    private final String address;
    private final boolean byPolicy;
    private final OptionalLong leaseMs;
    private final Optional<String> device;

    /**
     * A host.
     *
     * @param address its IPv4 or IPv6 address
     * @param byPolicy true if the policy's {@code agents} has the address
     * @param leaseMs time until the registration of its agent ends, ms; empty if none is registered
     * @param device switch where the host is; empty if no switch has seen it
     */
    public AgentView(
            String address, boolean byPolicy, OptionalLong leaseMs, Optional<String> device) {
        this.address = address;
        this.byPolicy = byPolicy;
        this.leaseMs = leaseMs;
        this.device = device;
    }

    /** Its IPv4 or IPv6 address. */
    public String address() {
        return address;
    }

    /** True if the policy's {@code agents} has the address. */
    public boolean byPolicy() {
        return byPolicy;
    }

    /** Time until the registration ends, ms; empty if no agent is registered. */
    public OptionalLong leaseMs() {
        return leaseMs;
    }

    /** Switch where the host is, by ONOS device id; empty if no switch has seen it. */
    public Optional<String> device() {
        return device;
    }
}
