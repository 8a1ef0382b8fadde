// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.weir.control.measurement.DelayHistogram;

/** A controlled port and its queues. */
public final class PortView {

    private final String device;
    private final long port;
    private final String name;
    private final long rateBps;
    private final int capacityPackets;
    private final OptionalDouble rateWindowUs;
    private final long delayResolutionUs;
    private final int arrivalPipes;
    private final boolean up;
    private final long resolves;
    private final long solvedAtMs;
    private final List<QueueView> queues;
    private final SchedulingView scheduling;
    private final AqmView aqm;
    private final boolean isMeasured;
    private final OptionalLong canaryPlan;

    /**
     * A port.
     *
     * @param device ONOS device id
     * @param port port number
     * @param name name the switch gives it
     * @param rateBps rate, bit/s
     * @param capacityPackets packets the port's queues hold together
     * @param rateWindowUs window over which the switch really measures the classes' arrival rates,
     *     µs; empty before the first settings
     * @param up whether it is enabled
     * @param resolves rounds that led to new settings for this port
     * @param solvedAtMs wall-clock time of the latest round, ms since 1970; 0 before the first
     * @param queues one per class, in policy order
     */
    public PortView(
            String device,
            long port,
            String name,
            long rateBps,
            int capacityPackets,
            OptionalDouble rateWindowUs,
            boolean up,
            long resolves,
            long solvedAtMs,
            List<QueueView> queues) {
        this.device = Objects.requireNonNull(device);
        this.port = port;
        this.name = Objects.requireNonNull(name);
        this.rateBps = rateBps;
        this.capacityPackets = capacityPackets;
        this.rateWindowUs = Objects.requireNonNull(rateWindowUs);
        this.up = up;
        this.resolves = resolves;
        this.solvedAtMs = solvedAtMs;
        this.queues = List.copyOf(queues);
        delayResolutionUs = DelayHistogram.COARSEST.firstBucketUs();
        arrivalPipes = 1;
        scheduling = SchedulingView.IN_PROGRAM;
        aqm = AqmView.NONE;
        isMeasured = true;
        canaryPlan = OptionalLong.empty();
    }

    private PortView(
            PortView other,
            long delayResolutionUs,
            int arrivalPipes,
            List<QueueView> queues,
            SchedulingView scheduling,
            AqmView aqm,
            boolean isMeasured,
            OptionalLong canaryPlan) {
        this.isMeasured = isMeasured;
        this.canaryPlan = canaryPlan;
        this.delayResolutionUs = delayResolutionUs;
        this.arrivalPipes = arrivalPipes;
        device = other.device;
        port = other.port;
        name = other.name;
        rateBps = other.rateBps;
        capacityPackets = other.capacityPackets;
        rateWindowUs = other.rateWindowUs;
        up = other.up;
        resolves = other.resolves;
        solvedAtMs = other.solvedAtMs;
        this.queues = List.copyOf(queues);
        this.scheduling = Objects.requireNonNull(scheduling);
        this.aqm = Objects.requireNonNull(aqm);
    }

    /**
     * Returns the same port with another keeper of its weights.
     *
     * @param view keeper of the weights; without this call it is the switch program
     * @return the port
     */
    public PortView withScheduling(SchedulingView view) {
        return new PortView(
                this, delayResolutionUs, arrivalPipes, queues, view, aqm, isMeasured, canaryPlan);
    }

    /**
     * The same port with another scheme of active queue management.
     *
     * @param view the scheme; none unless said otherwise
     * @return the port
     */
    public PortView withAqm(AqmView view) {
        return new PortView(
                this,
                delayResolutionUs,
                arrivalPipes,
                queues,
                scheduling,
                view,
                isMeasured,
                canaryPlan);
    }

    /** The same port with other views of its queues. */
    public PortView withQueues(List<QueueView> views) {
        return new PortView(
                this,
                delayResolutionUs,
                arrivalPipes,
                views,
                scheduling,
                aqm,
                isMeasured,
                canaryPlan);
    }

    /**
     * The same port with or without a recent reading.
     *
     * @param hasReading true unless said otherwise
     */
    public PortView withMeasured(boolean hasReading) {
        return new PortView(
                this,
                delayResolutionUs,
                arrivalPipes,
                queues.stream()
                        .map(one -> one.withMeasured(hasReading))
                        .collect(Collectors.toList()),
                scheduling,
                aqm,
                hasReading,
                canaryPlan);
    }

    /**
     * The same port under the policy of a plan, or under that of the network.
     *
     * @param plan number of the plan; empty unless said otherwise
     */
    public PortView withCanaryPlan(OptionalLong plan) {
        return new PortView(
                this, delayResolutionUs, arrivalPipes, queues, scheduling, aqm, isMeasured, plan);
    }

    /** Number of the plan that is in force at this port and not elsewhere; empty if none is. */
    public OptionalLong canaryPlan() {
        return canaryPlan;
    }

    /** Whether there is a recent reading; without one the queues' measurements are not known. */
    public boolean isMeasured() {
        return isMeasured;
    }

    /** Keeper of the port's weights: the switch program, the ASIC's scheduler or virtual queues. */
    public SchedulingView scheduling() {
        return scheduling;
    }

    /** The scheme of active queue management that the switch has confirmed for the port. */
    public AqmView aqm() {
        return aqm;
    }

    /** ONOS device id, such as {@code device:s1}. */
    public String device() {
        return device;
    }

    /** Port number. */
    public long port() {
        return port;
    }

    /** Name the switch gives the port. */
    public String name() {
        return name;
    }

    /** Rate of the port, in bit/s. */
    public long rateBps() {
        return rateBps;
    }

    /** Packets the port's queues hold together. */
    public int capacityPackets() {
        return capacityPackets;
    }

    /**
     * Window over which the switch measures the classes' arrival rates, µs, by its own clock; empty
     * before the first settings.
     */
    public OptionalDouble rateWindowUs() {
        return rateWindowUs;
    }

    /**
     * Upper bound of the first bucket of the switch's delay histogram, µs: shorter delays are not
     * told apart.
     */
    public long delayResolutionUs() {
        return delayResolutionUs;
    }

    /** The same port whose switch tells delays with a resolution, µs. */
    public PortView withDelayResolutionUs(long us) {
        return new PortView(
                this, us, arrivalPipes, queues, scheduling, aqm, isMeasured, canaryPlan);
    }

    /**
     * Pipes of the switch by which packets may enter: those with a port in use. Each measures the
     * arrival rates of its own packets, and feedback contains the rate of one pipe. So feedback
     * stops asking for lower rates when the senders of a class together send at most this many
     * times λ* (docs/tofino.md).
     *
     * @return 1 or more; 1 where the switch measures all packets of a class together
     */
    public int arrivalPipes() {
        return arrivalPipes;
    }

    /**
     * Returns the same port of a switch with other pipes.
     *
     * @param pipes pipes by which packets may enter, at least 1; 1 without this call
     * @return the port
     */
    public PortView withArrivalPipes(int pipes) {
        return new PortView(
                this, delayResolutionUs, pipes, queues, scheduling, aqm, isMeasured, canaryPlan);
    }

    /** Whether the port is enabled. */
    public boolean up() {
        return up;
    }

    /** Rounds that led to new settings for this port. */
    public long resolves() {
        return resolves;
    }

    /** Wall-clock time of the latest round, in ms since 1970; 0 before the first. */
    public long solvedAtMs() {
        return solvedAtMs;
    }

    /** One queue per class, in policy order. */
    public List<QueueView> queues() {
        return queues;
    }
}
