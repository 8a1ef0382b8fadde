// SPDX-License-Identifier: Apache-2.0
package org.weir.control.scheduler;

import java.util.List;
import java.util.Objects;

/**
 * Weights in force in a switch's scheduler, and their deviation from the requested schedule.
 * Immutable.
 */
public final class AppliedSchedule {
    private final PortSchedule asked;
    private final List<Integer> weights;
    private final double shareError;

    /**
     * @param asked the requested schedule
     * @param weights the whole numbers that the switch was given, in the order of the classes
     * @param shareError largest difference of a class's share from the one asked, as a part of the
     *     port, 0 to 1
     */
    public AppliedSchedule(PortSchedule asked, List<Integer> weights, double shareError) {
        this.asked = Objects.requireNonNull(asked, "asked");
        this.weights = List.copyOf(weights);
        this.shareError = shareError;
    }

    /** The requested schedule. */
    public PortSchedule asked() {
        return asked;
    }

    /** The whole numbers that the switch was given, in the order of the classes. */
    public List<Integer> weights() {
        return weights;
    }

    /** Largest difference of a class's share from the one asked, as a part of the port, 0 to 1. */
    public double shareError() {
        return shareError;
    }

    @Override
    public String toString() {
        return asked + " as " + weights + ", off by " + shareError;
    }
}
