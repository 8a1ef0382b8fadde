// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Objects;

/** A switch that an instance of ONOS controls, since when, and how far it has taken it over. */
public final class ControlledDevice {

    private final String device;
    private final long term;
    private final long sinceMs;
    private final boolean rulesRead;
    private final boolean rulesReconciled;
    private final int ports;
    private final int adoptedPorts;
    private final boolean firstRoundDone;

    /**
     * A switch under control.
     *
     * @param device ONOS device id
     * @param term number of the mastership term
     * @param sinceMs start of the term on the instance's wall clock, ms since 1970
     * @param rulesRead whether the instance has read the switch's rules from the store
     * @param rulesReconciled whether the switch has confirmed the rules from before the term
     * @param ports number of ports under control
     * @param adoptedPorts number of those whose settings were taken over
     * @param firstRoundDone whether the control loop has decided on the ports once
     */
    public ControlledDevice(
            String device,
            long term,
            long sinceMs,
            boolean rulesRead,
            boolean rulesReconciled,
            int ports,
            int adoptedPorts,
            boolean firstRoundDone) {
        this.device = Objects.requireNonNull(device);
        this.term = term;
        this.sinceMs = sinceMs;
        this.rulesRead = rulesRead;
        this.rulesReconciled = rulesReconciled;
        this.ports = ports;
        this.adoptedPorts = adoptedPorts;
        this.firstRoundDone = firstRoundDone;
    }

    /** ONOS device id. */
    public String device() {
        return device;
    }

    /** Number of the mastership term. */
    public long term() {
        return term;
    }

    /** Start of the term on the instance's wall clock, ms since 1970. */
    public long sinceMs() {
        return sinceMs;
    }

    /** True once the instance has read the switch's rules from the store. */
    public boolean isRulesRead() {
        return rulesRead;
    }

    /** True once the switch has confirmed the rules from before the term. */
    public boolean isRulesReconciled() {
        return rulesReconciled;
    }

    /** Number of ports under control. */
    public int ports() {
        return ports;
    }

    /** Number of ports under control whose settings were taken over. */
    public int adoptedPorts() {
        return adoptedPorts;
    }

    /** True once the control loop has decided on the ports. */
    public boolean isFirstRoundDone() {
        return firstRoundDone;
    }
}
