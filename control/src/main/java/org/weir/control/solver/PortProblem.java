// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.List;
import java.util.Objects;
import org.weir.control.model.SharedPort;

/** One port to be solved. Immutable. */
public final class PortProblem {
    private final String id;
    private final double rate;
    private final int capacityPackets;
    private final double totalLinkRate;
    private final double totalArrivalRate;
    private final List<ClassProblem> classes;
    private final SharedPort.Scheduler scheduler;

    /**
     * A port with one link; Λ is the present total arrival rate.
     *
     * @param id name of the port, for messages
     * @param rate Γ, bit/s, above 0
     * @param capacityPackets N, packets all classes together may have waiting, at least 2 per class
     * @param classes 1 or more
     * @throws IllegalArgumentException if a value is out of range
     */
    public PortProblem(String id, double rate, int capacityPackets, List<ClassProblem> classes) {
        this(id, rate, capacityPackets, rate, sum(classes), classes);
    }

    private PortProblem(PortProblem other, SharedPort.Scheduler scheduler) {
        id = other.id;
        rate = other.rate;
        capacityPackets = other.capacityPackets;
        totalLinkRate = other.totalLinkRate;
        totalArrivalRate = other.totalArrivalRate;
        classes = other.classes;
        this.scheduler = scheduler;
    }

    /** The same port with another kind of scheduler. */
    public PortProblem servedBy(SharedPort.Scheduler other) {
        return new PortProblem(this, other);
    }

    /**
     * A port with all inputs of the objective {@code published}.
     *
     * @param id name of the port, for messages
     * @param rate Γ, bit/s, above 0
     * @param capacityPackets N, packets all classes together may have waiting, at least 2 per class
     * @param totalLinkRate nC, the rate of all links together, bit/s
     * @param totalArrivalRate Λ, the most that all classes together may send, bit/s
     * @param classes 1 or more
     * @throws IllegalArgumentException if a value is out of range
     */
    public PortProblem(
            String id,
            double rate,
            int capacityPackets,
            double totalLinkRate,
            double totalArrivalRate,
            List<ClassProblem> classes) {
        this.id = Objects.requireNonNull(id, "id");
        this.rate = rate;
        this.capacityPackets = capacityPackets;
        this.totalLinkRate = totalLinkRate;
        this.totalArrivalRate = totalArrivalRate;
        this.classes = List.copyOf(classes);
        scheduler = SharedPort.Scheduler.PRIORITY_LEVELS;
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException(id + ": rate must be above 0, was " + rate);
        }
        if (classes.isEmpty()) {
            throw new IllegalArgumentException(id + ": must have at least one class");
        }
        if (capacityPackets < 2 * classes.size()) {
            throw new IllegalArgumentException(
                    id + ": capacityPackets must be at least 2 per class, was " + capacityPackets);
        }
        if (!(totalLinkRate >= 0) || !(totalArrivalRate >= 0)) {
            throw new IllegalArgumentException(id + ": total rates must be at least 0");
        }
    }

    private static double sum(List<ClassProblem> classes) {
        double sum = 0;
        for (ClassProblem one : classes) {
            sum += one.arrivalRate();
        }
        return sum;
    }

    /** Name of the port. */
    public String id() {
        return id;
    }

    /** Kind of scheduler; priority levels unless {@link #servedBy} says otherwise. */
    public SharedPort.Scheduler scheduler() {
        return scheduler;
    }

    /** Γ, bit/s. */
    public double rate() {
        return rate;
    }

    /** N, packets all classes together may have waiting. */
    public int capacityPackets() {
        return capacityPackets;
    }

    /** nC, the rate of all links together, bit/s. */
    public double totalLinkRate() {
        return totalLinkRate;
    }

    /** Λ, the most that all classes together may send, bit/s. */
    public double totalArrivalRate() {
        return totalArrivalRate;
    }

    /** The classes. */
    public List<ClassProblem> classes() {
        return classes;
    }

    /** Σλ over Γ: the port's load; at or above 1 it is overloaded. */
    public double load() {
        return sum(classes) / rate;
    }
}
