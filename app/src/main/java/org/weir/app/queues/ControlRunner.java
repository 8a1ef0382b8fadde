// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.LoopView;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.alerts.TaskWatch;
import org.weir.app.cluster.Terms;
import org.weir.app.fabric.Fabric;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.SettingsRules;
import org.weir.app.scheduling.PortSchedulers;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.loop.ControlLoop;
import org.weir.control.loop.Decision;
import org.weir.control.loop.DecisionReason;
import org.weir.control.loop.PortPlan;
import org.weir.control.measurement.DepthReport;
import org.weir.control.policy.Policy;

/**
 * Runs the control loop: each period the ports that are in use are looked up, their counters read
 * and their settings solved.
 */
public final class ControlRunner {

    private static final Logger LOG = LoggerFactory.getLogger(ControlRunner.class);

    /** Time within which every port is looked up, and solved, whatever the period, ms. */
    private static final long ALL_PORTS_MS = 500;

    /** Shortest time between two looks at the ports for changed rates, ms. */
    private static final long LOOK_PAUSE_MS = 100;

    private final ScheduledExecutorService executor;
    private final LongSupplier clockNs;
    private final Fabric fabric;
    private final QueueSampler sampler;
    private final SettingsInstaller installer;
    private final ReportInterval reportInterval;
    private final ManagedPorts managedPorts;
    private final PortSchedulers schedulers;
    private Set<PortId> controlled = Set.of();

    /** Ports as they were last looked up; only the thread of the rounds uses it. */
    private Map<PortId, PortSpec> specs = Map.of();

    /**
     * True if a port has another rate, and the ports are to be looked up and solved for it; only
     * the thread of the rounds uses it, and the next field.
     */
    private boolean isLookDue;

    /** Time at which that was done last, ns. */
    private OptionalLong lookedNs = OptionalLong.empty();

    /** Ports that have reported a change which no reading has confirmed yet. */
    private final Set<PortId> changed = ConcurrentHashMap.newKeySet();

    /** Ports of which there are readings that no round has answered. */
    private final Set<PortId> sampled = ConcurrentHashMap.newKeySet();

    private final Map<PortId, Long> resolves = new ConcurrentHashMap<>();

    /** Rounds that have answered readings of a port. */
    private final Map<PortId, Long> periods = new ConcurrentHashMap<>();

    private final LoopTimes times;
    private final Terms terms;

    /** Switches whose mastership term is new: their ports are taken over again. */
    private final Set<DeviceId> renewed = ConcurrentHashMap.newKeySet();

    /** Ports under control whose settings were taken over; only rounds use it. */
    private final Set<PortId> adopted = new HashSet<>();

    private final TaskWatch tasks;
    private volatile ControlLoop loop;
    private boolean isFrozen;

    /** The policy by which the ports of the last round were found. */
    private volatile Policy followed;

    private volatile boolean stopped;

    /** The next round that the clock starts; null before the first policy. Guarded by this. */
    private Future<?> next;

    /** Number of the round that is to start next, or runs. Guarded by this. */
    private long turn;

    /**
     * Time at which the ports under control were last looked up, ns; only rounds use it, and the
     * next field, the time at which all were last solved.
     */
    private long followedNs;

    private long solvedAllNs;

    /**
     * Makes a runner that does nothing before it has a policy.
     *
     * @param executor one thread that all rounds run on
     * @param clockNs time of measurements, ns
     * @param fabric the network
     * @param rules rule book
     * @param direct changes entries that a switch has already
     * @param make makes rules of settings
     * @param alerts list of alerts, for failures
     * @param schedulers schedulers outside the switch program, for the weights that the program
     *     does not keep
     * @param algorithms AQM algorithms of the ports
     * @param terms is told of ports that are under control and of rounds that are done
     * @param tasks watches the rounds
     */
    public ControlRunner(
            ScheduledExecutorService executor,
            LongSupplier clockNs,
            Fabric fabric,
            RuleBook rules,
            DirectRules direct,
            SettingsRules make,
            AlertBoard alerts,
            PortSchedulers schedulers,
            PortAlgorithms algorithms,
            Terms terms,
            TaskWatch tasks) {
        this.tasks = tasks;
        this.terms = terms;
        this.executor = executor;
        this.clockNs = clockNs;
        this.fabric = fabric;
        this.times = new LoopTimes(clockNs);
        this.sampler = new QueueSampler(fabric, alerts, clockNs);
        this.installer = new SettingsInstaller(rules, direct, make, alerts, schedulers);
        this.schedulers = schedulers;
        this.reportInterval = new ReportInterval(rules, make, alerts, clockNs);
        this.managedPorts = new ManagedPorts(fabric, algorithms, alerts);
    }

    /**
     * Puts a policy in force. A round with it starts at once.
     *
     * @param policy the policy
     */
    public synchronized void setPolicy(Policy policy) {
        if (loop == null) {
            ControlLoop made = new ControlLoop(policy, clockNs, this::install);
            made.setFrozen(isFrozen);
            loop = made;
        } else {
            loop.setPolicy(policy);
        }
        schedule(0);
    }

    /**
     * Begins a mastership term: the settings of a switch's ports are taken over again with the next
     * round, because another instance may have changed them.
     *
     * @param device switch
     */
    public void beginTerm(DeviceId device) {
        renewed.add(device);
    }

    /**
     * Takes notice that ONOS has a new description of a port. If it is under control and has
     * another rate now, it is solved at once, without reading counters; so are others that change
     * within {@value #LOOK_PAUSE_MS} ms, together after that time. Returns at once.
     *
     * @param port port
     */
    public void portUpdated(PortId port) {
        try {
            executor.execute(() -> lookAgain(port));
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: not looked at, the application is stopping", port);
        }
    }

    private void lookAgain(PortId port) {
        PortSpec before = specs.get(port);
        if (isLookDue
                || before == null
                || managedPorts.spec(loop.policy(), port).equals(Optional.of(before))) {
            return;
        }
        isLookDue = true;
        long sinceNs = lookedNs.isEmpty() ? Long.MAX_VALUE : now() - lookedNs.getAsLong();
        long waitMs = LOOK_PAUSE_MS - TimeUnit.NANOSECONDS.toMillis(sinceNs);
        if (waitMs <= 0) {
            look();
        } else {
            executor.schedule(this::look, waitMs, TimeUnit.MILLISECONDS);
        }
    }

    /** Solves ports that have another rate; the clock of the rounds goes on. */
    private void look() {
        isLookDue = false;
        if (stopped) {
            return;
        }
        try {
            ControlLoop present = loop;
            lookUp(present, present.policy(), now());
            solve(present, false);
        } catch (RuntimeException e) {
            LOG.error("ports not solved; the installed settings stay in force", e);
        }
        lookedNs = OptionalLong.of(now());
    }

    private long now() {
        return clockNs.getAsLong();
    }

    /**
     * Freezes the settings, or ends that: rounds measure and solve, and install nothing. After the
     * end a round starts at once.
     */
    public synchronized void setFrozen(boolean frozen) {
        boolean ends = isFrozen && !frozen;
        isFrozen = frozen;
        if (loop != null) {
            loop.setFrozen(frozen);
            if (ends) {
                schedule(0);
            }
        }
    }

    /** Starts no more rounds; one that runs comes to its end. */
    public void stop() {
        stopped = true;
    }

    /** The control loop; empty without a policy. */
    public Optional<ControlLoop> loop() {
        return Optional.ofNullable(loop);
    }

    /**
     * Rounds that led to new settings for a port since the application started.
     *
     * @param port port
     * @return number of such rounds, at least 0
     */
    public long resolves(PortId port) {
        return resolves.getOrDefault(port, 0L);
    }

    /**
     * Number of the last period of each port that was measured: a round that answers readings of a
     * port ends its period. Read it before the loop's states, so that none of them is older.
     */
    public Map<PortId, Long> periods() {
        return Map.copyOf(periods);
    }

    /**
     * Takes a report of a switch.
     *
     * @param report the report
     */
    public void onReport(DepthReport report) {
        ControlLoop present = loop;
        if (present != null) {
            times.onReport(report.port(), report.timeNs());
            if (present.contradicts(report)) {
                changed.add(report.port());
            }
            present.onReport(report);
        }
    }

    /**
     * Returns the times of the control loop.
     *
     * @param after leaves out the first so many confirmed settings, at least 0
     * @return its times
     */
    public LoopView times(long after) {
        ControlLoop present = loop;
        int behind = 0;
        if (present != null) {
            // A round that began under the policy before has yet to tell ports of this one.
            boolean isFollowed = followed == present.policy();
            behind = isFollowed ? present.behindCount() : present.portCount();
        }
        return times.view(after, behind);
    }

    /**
     * Solves all ports as a policy that is not in force would have them. Nothing is sent.
     *
     * @param policy the policy
     * @return the ports of this instance's switches
     */
    public List<PortPlan> plan(Policy policy) {
        ControlLoop present = loop;
        ControlLoop solving =
                present != null ? present : new ControlLoop(policy, clockNs, this::install);
        return solving.plan(policy, managedPorts.specs(policy));
    }

    /**
     * Runs a round now.
     *
     * @return its decisions, when it is over; fails when no policy runs
     */
    public CompletableFuture<List<Decision>> runNow() {
        return CompletableFuture.supplyAsync(() -> round(true), executor);
    }

    /** Lets the next round start after a time, instead of when it would have. */
    private synchronized void schedule(long delayMs) {
        if (next != null) {
            next.cancel(false);
        }
        long mine = ++turn;
        try {
            next = executor.schedule(() -> scheduledRound(mine), delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("no further round, the application is stopping");
        }
    }

    private synchronized boolean isReplaced(long mine) {
        return mine != turn;
    }

    private void scheduledRound(long mine) {
        if (stopped || isReplaced(mine)) {
            return;
        }
        long startNs = clockNs.getAsLong();
        // If it fails, the installed settings stay in force.
        tasks.run("rounds", loop.policy().periodMs(), () -> round(false));
        long tookMs = (clockNs.getAsLong() - startNs) / 1_000_000;
        synchronized (this) {
            // Else a round was asked for meanwhile, and is the next.
            if (!isReplaced(mine)) {
                schedule(Math.max(0, loop.policy().periodMs() - tookMs));
            }
        }
    }

    /**
     * Looks up ports, reads counters, solves. A round of a short period does so for the ports of
     * which there is something new; once in {@value #ALL_PORTS_MS} ms it does so for all.
     */
    private List<Decision> round(boolean isComplete) {
        ControlLoop present = loop;
        if (present == null) {
            throw new CompletionException(new IllegalStateException("no policy yet"));
        }
        Policy policy = present.policy();
        long nowNs = clockNs.getAsLong();
        if (isComplete || followed != policy || isOver(followedNs, nowNs)) {
            lookUp(present, policy, nowNs);
        }
        CompletableFuture<Void> reads =
                sampler.sample(
                        controlled,
                        changed,
                        policy.classes().size(),
                        policy.periodMs(),
                        reading -> {
                            times.onReading(reading.port(), reading.timeNs());
                            present.onSample(reading);
                            sampled.add(reading.port());
                        });
        await(reads, policy.periodMs());
        boolean solvesAll = isComplete || isOver(solvedAllNs, nowNs);
        List<Decision> decisions = solve(present, solvesAll);
        // Not in solve(): a look for changed rates is no round.
        noteRound(decisions);
        if (solvesAll) {
            solvedAllNs = nowNs;
        }
        return decisions;
    }

    private void lookUp(ControlLoop present, Policy policy, long nowNs) {
        // Before the ports: a switch that is this instance's only afterwards lacks them.
        Set<DeviceId> own = Set.copyOf(fabric.ownDevices());
        List<PortSpec> ports = managedPorts.find(policy);
        follow(present, ports, own);
        followed = policy;
        followedNs = nowNs;
        reportInterval.install(ports, policy.reportIntervalUs());
    }

    /** Solves ports of which there is something new, or all. */
    private List<Decision> solve(ControlLoop present, boolean solvesAll) {
        times.beginRound();
        Set<PortId> due = Set.copyOf(sampled);
        sampled.removeAll(due);
        List<Decision> decisions = solvesAll ? present.step() : present.step(due);
        times.endRound(decisions);
        for (Decision decision : decisions) {
            if (decision.isSent()) {
                resolves.merge(decision.port(), 1L, Long::sum);
            }
            if (due.contains(decision.port())) {
                periods.merge(decision.port(), 1L, Long::sum);
            }
        }
        return decisions;
    }

    private void noteRound(List<Decision> decisions) {
        decisions.stream()
                .map(decision -> DeviceId.deviceId(decision.port().device()))
                .distinct()
                .forEach(terms::roundDone);
    }

    private static boolean isOver(long sinceNs, long nowNs) {
        return nowNs - sinceNs >= TimeUnit.MILLISECONDS.toNanos(ALL_PORTS_MS);
    }

    /** Waits for readings; those of a slow switch are answered by a later round. */
    private static void await(CompletableFuture<Void> reads, long periodMs) {
        try {
            reads.get(periodMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.debug("not all readings have come within {} ms", periodMs);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Void> install(PortSettings settings) {
        // The loop decides on a port before it sends.
        DecisionReason reason = loop.decision(settings.port()).orElseThrow().reason();
        return times.follow(
                        settings.port(),
                        reason,
                        () -> installer.install(settings),
                        installation -> installation.inForce)
                .remembered;
    }

    private void adopt(ControlLoop present, PortSettings found) {
        LOG.info("settings taken over: {}", found);
        present.adopt(found);
        adopted.add(found.port());
        schedulers.adopt(found);
    }

    private void follow(ControlLoop present, List<PortSpec> ports, Set<DeviceId> own) {
        Set<PortId> gone = new HashSet<>(controlled);
        takeOverAgain(present);
        Set<PortId> now = new HashSet<>();
        for (PortSpec port : ports) {
            gone.remove(port.id());
            schedulers.follow(port);
            now.add(port.id());
            if (!controlled.contains(port.id())) {
                LOG.info("{}: under control, {} bit/s", port.id(), port.rateBps());
                // Reports from before, which no round could answer.
                times.forget(port.id());
                installer.installed(port).ifPresent(found -> adopt(present, found));
            }
            present.setPort(port);
        }
        for (PortId port : gone) {
            LOG.info("{}: no longer under control", port);
            forget(present, port);
            // The others are another instance's, or their switch comes back as it was.
            if (own.contains(DeviceId.deviceId(port.device()))) {
                schedulers.removeVirtualQueues(port);
            }
        }
        if (!now.equals(controlled)) {
            controlled = Set.copyOf(now);
        }
        specs = ports.stream().collect(Collectors.toMap(PortSpec::id, port -> port));
        now.stream()
                .collect(Collectors.groupingBy(port -> DeviceId.deviceId(port.device())))
                .forEach(
                        (device, used) ->
                                terms.controls(
                                        device,
                                        used.size(),
                                        (int) used.stream().filter(adopted::contains).count()));
    }

    private void takeOverAgain(ControlLoop present) {
        Set<DeviceId> again = Set.copyOf(renewed);
        if (again.isEmpty()) {
            return;
        }
        renewed.removeAll(again);
        Set<PortId> kept = new HashSet<>();
        for (PortId port : controlled) {
            if (again.contains(DeviceId.deviceId(port.device()))) {
                forget(present, port);
            } else {
                kept.add(port);
            }
        }
        controlled = Set.copyOf(kept);
    }

    private void forget(ControlLoop present, PortId port) {
        present.removePort(port);
        adopted.remove(port);
        times.forget(port);
        installer.forget(port);
        schedulers.forget(port);
    }
}
