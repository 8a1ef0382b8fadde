// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.List;
import java.util.Objects;

/** Latest decision about a port: the settings it got and the reasons for them. */
public final class DecisionView {

    private final String device;
    private final long port;
    private final long timeMs;
    private final boolean installed;
    private final boolean feasible;
    private final List<String> adjustments;
    private final List<String> explanation;

    /**
     * A decision.
     *
     * @param device ONOS device id
     * @param port port number
     * @param timeMs wall-clock time of the decision, ms since 1970
     * @param installed whether it led to new settings
     * @param feasible whether all targets are expected to be met at the measured load
     * @param adjustments changes of the settings by measurements, a sentence each
     * @param explanation the reasons, one line each
     */
    public DecisionView(
            String device,
            long port,
            long timeMs,
            boolean installed,
            boolean feasible,
            List<String> adjustments,
            List<String> explanation) {
        this.device = Objects.requireNonNull(device);
        this.port = port;
        this.timeMs = timeMs;
        this.installed = installed;
        this.feasible = feasible;
        this.adjustments = List.copyOf(adjustments);
        this.explanation = List.copyOf(explanation);
    }

    /** ONOS device id. */
    public String device() {
        return device;
    }

    /** Port number. */
    public long port() {
        return port;
    }

    /** Wall-clock time of the decision, in ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** Whether the decision led to new settings being sent; false means the old ones stay. */
    public boolean installed() {
        return installed;
    }

    /** True if all targets are expected to be met at the measured load with these settings. */
    public boolean feasible() {
        return feasible;
    }

    /** Changes of the settings by measurements, a sentence each; empty if there are none. */
    public List<String> adjustments() {
        return adjustments;
    }

    /** The reasons, one line each. */
    public List<String> explanation() {
        return explanation;
    }
}
