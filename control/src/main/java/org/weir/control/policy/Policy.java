// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.weir.control.ClassSpec;
import org.weir.control.PortId;
import org.weir.control.PortSpec;
import org.weir.control.RateWindow;
import org.weir.control.solver.SolverMethod;
import org.weir.control.solver.TargetsObjective;
import org.weir.control.tuning.Tuning;

/**
 * An operator's policy: classes with their targets and match rules, settings of ports, and tunables
 * of the controller. Immutable; {@link PolicyReader} reads one from JSON.
 */
public final class Policy {
    /** Capacity of a port for which the policy states none, packets. */
    public static final int DEFAULT_CAPACITY_PACKETS = 256;

    private final String objective;
    private final SolverMethod solver;
    private final long periodMs;
    private final long seed;
    private final long feedbackIntervalUs;
    private final long reportIntervalUs;
    private final PortDefaults defaults;
    private final Map<PortId, PortDefaults> ports;
    private final List<PolicyClass> classes;
    private final int defaultClass;
    private final List<IpPrefix> agents;
    private final List<StaticRoute> routes;
    private final ActivityDomain activity;
    private final Tuning tuning;

    /** This policy at the ports that are no canary; the same object without a canary. */
    private final Policy elsewhere;

    private final Policy canary;
    private final Set<PortId> canaryPorts;

    Policy(Builder builder) {
        objective = builder.objective;
        solver = builder.solver;
        periodMs = builder.periodMs;
        seed = builder.seed;
        feedbackIntervalUs = builder.feedbackIntervalUs;
        reportIntervalUs = builder.reportIntervalUs;
        defaults = builder.defaults;
        ports = Collections.unmodifiableMap(new TreeMap<>(builder.ports));
        classes = List.copyOf(builder.classes);
        defaultClass = builder.defaultClass;
        agents = List.copyOf(builder.agents);
        routes = List.copyOf(builder.routes);
        activity = builder.activity;
        tuning = builder.tuning;
        elsewhere = builder.elsewhere == null ? this : builder.elsewhere;
        canary = builder.canary;
        canaryPorts = builder.canaryPorts;
    }

    /** Name of the objective: {@code targets} or {@code published}. */
    public String objective() {
        return objective;
    }

    /** Method by which the objective {@code targets} finds the whole numbers that are installed. */
    public SolverMethod solver() {
        return solver;
    }

    /** Time between two rounds of the control loop, ms. */
    public long periodMs() {
        return periodMs;
    }

    /** Seed of the solver's random numbers. */
    public long seed() {
        return seed;
    }

    /** Shortest time between two feedback packets to one flow, µs. */
    public long feedbackIntervalUs() {
        return feedbackIntervalUs;
    }

    /** Shortest time between two telemetry reports of one queue, µs. */
    public long reportIntervalUs() {
        return reportIntervalUs;
    }

    /** The classes in the order of their index in the data plane, 1 to 8. */
    public List<PolicyClass> classes() {
        return classes;
    }

    /** The classes' names, kinds, importance and targets, in the same order. */
    public List<ClassSpec> classSpecs() {
        List<ClassSpec> specs = new ArrayList<>();
        for (PolicyClass one : classes) {
            specs.add(one.spec());
        }
        return specs;
    }

    /** The class of that name. */
    public Optional<PolicyClass> classNamed(String name) {
        return classes.stream().filter(c -> c.name().equals(name)).findFirst();
    }

    /** Index of the class for packets that no rule matches. */
    public int defaultClassIndex() {
        return defaultClass;
    }

    /** Ports with values of their own, in order. */
    public List<PortId> configuredPorts() {
        if (canary == null) {
            return List.copyOf(ports.keySet());
        }
        Set<PortId> configured = new TreeSet<>(ports.keySet());
        configured.removeAll(canaryPorts);
        canary.ports.keySet().stream().filter(canaryPorts::contains).forEach(configured::add);
        return List.copyOf(configured);
    }

    /**
     * The policy with another one at some ports. Values of a port then are those of the port's
     * policy; all others, such as match rules, are those of this policy.
     *
     * @param other the policy at those ports, without a canary of its own
     * @param its those ports; none for no canary
     * @throws IllegalArgumentException if the policies differ in more than ports can ({@link
     *     CanaryRule})
     */
    public Policy withCanary(Policy other, Set<PortId> its) {
        if (its.isEmpty()) {
            return elsewhere;
        }
        CanaryRule.broken(elsewhere, other, its)
                .ifPresent(
                        field -> {
                            throw new IllegalArgumentException(field);
                        });
        Builder builder = elsewhere.copy();
        builder.elsewhere = elsewhere;
        builder.canary = other;
        builder.canaryPorts = Set.copyOf(its);
        return new Policy(builder);
    }

    /** Ports at which another policy is in force; empty without a canary. */
    public Set<PortId> canaryPorts() {
        return canaryPorts;
    }

    /** The policy in force at a port; this policy itself without a canary. */
    public Policy at(PortId port) {
        return canaryPorts.contains(port) ? canary : elsewhere;
    }

    /** The port's rate by policy, bit/s; empty if it is to be discovered. */
    public OptionalLong rateBps(PortId port) {
        PortDefaults own = own(port);
        if (own != null && own.rateBps.isPresent()) {
            return own.rateBps;
        }
        return at(port).defaults.rateBps;
    }

    /** Values that the policy at a port states for this port alone; null if none. */
    private PortDefaults own(PortId port) {
        return at(port).ports.get(port);
    }

    /** Capacity N of the port: packets of all classes that may wait, at least 1. */
    public int capacityPackets(PortId port) {
        PortDefaults own = own(port);
        if (own != null && own.capacityPackets > 0) {
            return own.capacityPackets;
        }
        int ofAll = at(port).defaults.capacityPackets;
        return ofAll > 0 ? ofAll : DEFAULT_CAPACITY_PACKETS;
    }

    /**
     * Rate window of a port, over which the switch measures the arrival rates of its classes.
     *
     * @param port the port
     * @param lineRateBps its rate, bit/s
     * @return its own, or that of all ports, or that for its rate
     */
    public RateWindow rateWindow(PortId port, long lineRateBps) {
        PortDefaults own = own(port);
        Optional<RateWindow> stated = own == null ? Optional.empty() : own.rateWindow;
        return stated.or(() -> at(port).defaults.rateWindow)
                .orElseGet(() -> RateWindow.forRate(lineRateBps));
    }

    /**
     * The port's scheme of active queue management.
     *
     * @param port the port
     * @return its own, or that of all ports, or none
     */
    public PortAqm aqm(PortId port) {
        PortDefaults own = own(port);
        if (own != null && own.aqm.isPresent()) {
            return own.aqm.get();
        }
        return at(port).defaults.aqm.orElse(PortAqm.NONE);
    }

    /**
     * Checks of the frames that hosts send to a port.
     *
     * @param port the port
     * @return its own, or that of all ports, or the default
     */
    public PortEdge edge(PortId port) {
        PortDefaults own = own(port);
        if (own != null && own.edge.isPresent()) {
            return own.edge.get();
        }
        return at(port).defaults.edge.orElse(PortEdge.DEFAULT);
    }

    /**
     * True if the policy lists a host among the hosts with an agent, which get feedback packets.
     *
     * @param address one of its addresses in network byte order
     */
    public boolean hasAgent(byte[] address) {
        return agents.stream().anyMatch(prefix -> prefix.contains(address));
    }

    /**
     * Metering of users; empty if no port has the scheme {@code abc}, for then no packet carries an
     * activity value.
     */
    public Optional<ActivityDomain> activity() {
        boolean isUsed = hasPortWithAbc() || canary != null && canary.hasPortWithAbc();
        return isUsed ? Optional.of(activity) : Optional.empty();
    }

    private boolean hasPortWithAbc() {
        return Stream.concat(Stream.of(defaults), ports.values().stream())
                .flatMap(port -> port.aqm.stream())
                .anyMatch(aqm -> aqm.scheme() == PortAqm.Scheme.ABC);
    }

    /** Values of {@code activity}, also if no port has the scheme {@code abc}. */
    ActivityDomain statedActivity() {
        return activity;
    }

    /**
     * Description of a port for the control loop: its rate, capacity, rate window and AQM
     * algorithm.
     *
     * @param port the port
     * @param discoveredRateBps its speed as the switch reports it, bit/s; used if the policy names
     *     none; 0 if not known
     * @return empty if neither the policy nor the switch names a rate
     */
    public Optional<PortSpec> portSpec(PortId port, long discoveredRateBps) {
        long rate = rateBps(port).orElse(discoveredRateBps);
        return rate > 0
                ? Optional.of(
                        new PortSpec(
                                port,
                                rate,
                                capacityPackets(port),
                                rateWindow(port, rate),
                                at(port).classSpecs()))
                : Optional.empty();
    }

    /** Chosen values of the controller's tunables. */
    public Tuning tuning() {
        return tuning;
    }

    /**
     * The same policy with another specification of one class, without its canary.
     *
     * @param spec replaces the class of the same name
     * @throws IllegalArgumentException if there is no class of that name
     */
    public Policy withClass(ClassSpec spec) {
        PolicyClass old =
                classNamed(spec.name())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "no class is named " + spec.name()));
        Builder builder = copy();
        builder.classes = new ArrayList<>(classes);
        builder.classes.set(old.index(), new PolicyClass(old.index(), spec, old.rules()));
        return new Policy(builder);
    }

    /** The fields of this policy, without its canary. */
    private Builder copy() {
        Builder builder = new Builder();
        builder.objective = objective;
        builder.solver = solver;
        builder.periodMs = periodMs;
        builder.seed = seed;
        builder.feedbackIntervalUs = feedbackIntervalUs;
        builder.reportIntervalUs = reportIntervalUs;
        builder.defaults = defaults;
        builder.ports = ports;
        builder.classes = classes;
        builder.defaultClass = defaultClass;
        builder.agents = agents;
        builder.routes = routes;
        builder.activity = activity;
        builder.tuning = tuning;
        return builder;
    }

    /** The static routes; no two have the same prefix. */
    public List<StaticRoute> routes() {
        return routes;
    }

    /** The prefixes of the hosts with an agent. */
    List<IpPrefix> agents() {
        return agents;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Policy)) {
            return false;
        }
        Policy that = (Policy) other;
        return objective.equals(that.objective)
                && solver == that.solver
                && periodMs == that.periodMs
                && seed == that.seed
                && feedbackIntervalUs == that.feedbackIntervalUs
                && reportIntervalUs == that.reportIntervalUs
                && defaults.equals(that.defaults)
                && ports.equals(that.ports)
                && classes.equals(that.classes)
                && defaultClass == that.defaultClass
                && agents.equals(that.agents)
                && routes.equals(that.routes)
                && activity.equals(that.activity)
                && tuning.equals(that.tuning)
                && Objects.equals(canary, that.canary)
                && canaryPorts.equals(that.canaryPorts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(objective, periodMs, seed, classes, defaultClass, ports);
    }

    /**
     * Settings that the policy states for a port or as defaults of all ports; a capacity of 0 means
     * not stated.
     */
    static final class PortDefaults {
        static final PortDefaults NONE =
                new PortDefaults(
                        OptionalLong.empty(),
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        final OptionalLong rateBps;
        final int capacityPackets;
        final Optional<RateWindow> rateWindow;
        final Optional<PortAqm> aqm;
        final Optional<PortEdge> edge;

        PortDefaults(
                OptionalLong rateBps,
                int capacityPackets,
                Optional<RateWindow> rateWindow,
                Optional<PortAqm> aqm,
                Optional<PortEdge> edge) {
            this.rateBps = rateBps;
            this.capacityPackets = capacityPackets;
            this.rateWindow = rateWindow;
            this.aqm = aqm;
            this.edge = edge;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PortDefaults
                    && rateBps.equals(((PortDefaults) other).rateBps)
                    && rateWindow.equals(((PortDefaults) other).rateWindow)
                    && aqm.equals(((PortDefaults) other).aqm)
                    && edge.equals(((PortDefaults) other).edge)
                    && capacityPackets == ((PortDefaults) other).capacityPackets;
        }

        @Override
        public int hashCode() {
            return Objects.hash(rateBps, capacityPackets);
        }
    }

    /** Collects a policy; {@link PolicyReader} checks it. */
    static final class Builder {
        String objective = TargetsObjective.NAME;
        SolverMethod solver = SolverMethod.DE;
        long periodMs;
        long seed = 1;
        long feedbackIntervalUs;
        long reportIntervalUs;
        PortDefaults defaults = PortDefaults.NONE;
        Map<PortId, PortDefaults> ports = new TreeMap<>();
        List<PolicyClass> classes = new ArrayList<>();
        int defaultClass;
        List<IpPrefix> agents = List.of();
        List<StaticRoute> routes = List.of();
        ActivityDomain activity = ActivityDomain.DEFAULT;
        Tuning tuning = Tuning.DEFAULTS;
        Policy elsewhere;
        Policy canary;
        Set<PortId> canaryPorts = Set.of();
    }
}
