// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import java.util.List;
import java.util.Objects;
import org.weir.control.depth.DepthUnit;

/**
 * One egress port to be controlled: its rate, its buffer, how its load is measured and the classes
 * that share it. Immutable.
 */
public final class PortSpec {
    private final PortId id;
    private final long rateBps;
    private final int capacityPackets;
    private final RateWindow rateWindow;
    private final List<ClassSpec> classes;
    private final boolean supportsRateBasedMarking;
    private final boolean hasFineDelays;
    private final DepthUnit depthUnit;
    private final boolean hasAqm;

    /**
     * A port with the window of its rate.
     *
     * @param id the port
     * @param rateBps line rate, bit/s, above 0
     * @param capacityPackets as below
     * @param classes as below
     * @throws IllegalArgumentException if a value is out of range
     */
    public PortSpec(PortId id, long rateBps, int capacityPackets, List<ClassSpec> classes) {
        this(id, rateBps, capacityPackets, RateWindow.forRate(Math.max(1, rateBps)), classes);
    }

    /**
     * @param id the port
     * @param rateBps line rate, bit/s, above 0
     * @param capacityPackets packets that all classes together may have waiting; at least 2 per
     *     class, at most 65535
     * @param rateWindow over which the switch measures the classes' arrival rates
     * @param classes the classes in the order of their index in the data plane, 1 to 8
     * @throws IllegalArgumentException if a value is out of range
     */
    public PortSpec(
            PortId id,
            long rateBps,
            int capacityPackets,
            RateWindow rateWindow,
            List<ClassSpec> classes) {
        this(id, rateBps, capacityPackets, rateWindow, classes, true, true, DepthUnit.PACKET, true);
    }

    private PortSpec(
            PortId id,
            long rateBps,
            int capacityPackets,
            RateWindow rateWindow,
            List<ClassSpec> classes,
            boolean supportsRateBasedMarking,
            boolean hasFineDelays,
            DepthUnit depthUnit,
            boolean hasAqm) {
        this.hasAqm = hasAqm;
        this.depthUnit = Objects.requireNonNull(depthUnit, "depthUnit");
        this.hasFineDelays = hasFineDelays;
        this.supportsRateBasedMarking = supportsRateBasedMarking;
        this.id = Objects.requireNonNull(id, "id");
        this.rateBps = rateBps;
        this.capacityPackets = capacityPackets;
        this.rateWindow = Objects.requireNonNull(rateWindow, "rateWindow");
        this.classes = List.copyOf(classes);
        if (rateBps <= 0) {
            throw new IllegalArgumentException(id + ": rateBps must be above 0, was " + rateBps);
        }
        if (classes.isEmpty() || classes.size() > 8) {
            throw new IllegalArgumentException(
                    id + ": must have 1 to 8 classes, has " + classes.size());
        }
        if (capacityPackets < 2 * classes.size() || capacityPackets > 65535) {
            throw new IllegalArgumentException(
                    id
                            + ": capacityPackets must be from 2 per class to 65535, was "
                            + capacityPackets);
        }
    }

    /**
     * The same port of a switch whose program marks by depth only, not by rate. Its rate is used in
     * full, and the policy's {@code portUtilization} has no effect.
     */
    public PortSpec thresholdsOnly() {
        return new PortSpec(
                id,
                rateBps,
                capacityPackets,
                rateWindow,
                classes,
                false,
                hasFineDelays,
                depthUnit,
                hasAqm);
    }

    /**
     * The same port of a switch whose program counts the delays of all ports in the coarsest
     * buckets.
     */
    public PortSpec coarseDelays() {
        return new PortSpec(
                id,
                rateBps,
                capacityPackets,
                rateWindow,
                classes,
                supportsRateBasedMarking,
                false,
                depthUnit,
                hasAqm);
    }

    /** The same port of a switch whose program counts depths, thresholds and limits in a unit. */
    public PortSpec depthsIn(DepthUnit unit) {
        return new PortSpec(
                id,
                rateBps,
                capacityPackets,
                rateWindow,
                classes,
                supportsRateBasedMarking,
                hasFineDelays,
                unit,
                hasAqm);
    }

    /**
     * The same port of a switch whose program lacks the AQM algorithm that the policy gives the
     * port. Its thresholds mark, even if the policy wants the algorithm in their place.
     */
    public PortSpec withoutAqm() {
        return new PortSpec(
                id,
                rateBps,
                capacityPackets,
                rateWindow,
                classes,
                supportsRateBasedMarking,
                hasFineDelays,
                depthUnit,
                false);
    }

    /** The port. */
    public PortId id() {
        return id;
    }

    /** Line rate, bit/s. */
    public long rateBps() {
        return rateBps;
    }

    /** Packets that all classes together may have waiting. */
    public int capacityPackets() {
        return capacityPackets;
    }

    /** The window over which the switch is to measure the classes' arrival rates. */
    public RateWindow rateWindow() {
        return rateWindow;
    }

    /** True if the switch can mark by rate, {@link Marking#BY_RATE}. */
    public boolean supportsRateBasedMarking() {
        return supportsRateBasedMarking;
    }

    /** The classes in the order of their index in the data plane. */
    public List<ClassSpec> classes() {
        return classes;
    }

    /** True if the switch counts delays in buckets that follow from the port's rate window. */
    public boolean hasFineDelays() {
        return hasFineDelays;
    }

    /** The unit in which the switch counts depths, thresholds and limits. */
    public DepthUnit depthUnit() {
        return depthUnit;
    }

    /** False if the switch's program lacks the AQM algorithm that the policy gives the port. */
    public boolean hasAqm() {
        return hasAqm;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof PortSpec)) {
            return false;
        }
        PortSpec that = (PortSpec) other;
        return id.equals(that.id)
                && rateBps == that.rateBps
                && capacityPackets == that.capacityPackets
                && rateWindow.equals(that.rateWindow)
                && supportsRateBasedMarking == that.supportsRateBasedMarking
                && hasFineDelays == that.hasFineDelays
                && depthUnit.equals(that.depthUnit)
                && hasAqm == that.hasAqm
                && classes.equals(that.classes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                id,
                rateBps,
                capacityPackets,
                rateWindow,
                supportsRateBasedMarking,
                hasFineDelays,
                hasAqm,
                classes);
    }

    @Override
    public String toString() {
        return id
                + " "
                + rateBps
                + " bit/s "
                + capacityPackets
                + " packets, λ over "
                + rateWindow
                + " "
                + classes;
    }
}
