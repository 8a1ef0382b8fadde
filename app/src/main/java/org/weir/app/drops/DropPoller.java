// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.FlowRuleService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.DropsView;
import org.weir.app.alerts.TaskWatch;
import org.weir.app.fabric.Fabric;

/**
 * Asks this instance's switches every few seconds what they dropped outside queues. The switches
 * are asked one after the other over the whole period, and one that is slow is not asked again
 * meanwhile. At most {@value #MOST_IN_PERIOD} are asked in a period; more take turns.
 */
public final class DropPoller {

    private static final Logger LOG = LoggerFactory.getLogger(DropPoller.class);

    /** Time from one reading of a switch to the next, ms. */
    static final long PERIOD_MS = 5_000;

    /** Largest number of switches that are asked in a period, which limits the cost. */
    static final int MOST_IN_PERIOD = 40;

    /** Longest that an answer is waited for, s; more than clients of P4Runtime wait themselves. */
    private static final long TIMEOUT_S = 15;

    private final ScheduledExecutorService executor;
    private final LongSupplier clockNs;
    private final Supplier<List<DeviceId>> own;
    private final DropSources sources;
    private final TaskWatch tasks;
    private final Map<DeviceId, SwitchTally> tallies = new ConcurrentHashMap<>();
    private final Set<DeviceId> busy = ConcurrentHashMap.newKeySet();

    /** Rounds so far; of the executor's thread. */
    private int rounds;

    /**
     * A poller that does not ask yet.
     *
     * @param executor one thread for it
     * @param clockNs clock, ns
     * @param fabric the network
     * @param devices statistics of ports
     * @param flowRules counters of the access list
     * @param tasks watches the rounds
     */
    public DropPoller(
            ScheduledExecutorService executor,
            LongSupplier clockNs,
            Fabric fabric,
            DeviceService devices,
            FlowRuleService flowRules,
            TaskWatch tasks) {
        this(
                executor,
                clockNs,
                fabric::ownDevices,
                new OnosDropSources(fabric, devices, flowRules),
                tasks);
    }

    /**
     * A poller that does not ask yet.
     *
     * @param executor one thread for it
     * @param clockNs clock, ns
     * @param own the switches that this instance talks to
     * @param sources counters to read
     * @param tasks watches the rounds
     */
    DropPoller(
            ScheduledExecutorService executor,
            LongSupplier clockNs,
            Supplier<List<DeviceId>> own,
            DropSources sources,
            TaskWatch tasks) {
        this.tasks = tasks;
        this.executor = executor;
        this.clockNs = clockNs;
        this.own = own;
        this.sources = sources;
    }

    /** Asks from now on, until the executor is shut down. */
    public void start() {
        sources.start();
        executor.scheduleAtFixedRate(
                tasks.watched("drops", PERIOD_MS, this::round),
                0,
                PERIOD_MS,
                TimeUnit.MILLISECONDS);
    }

    /** Ends what {@link #start} began, but for what the executor runs. */
    public void stop() {
        sources.stop();
    }

    /**
     * Returns the drops of a switch outside queues.
     *
     * @param device switch
     * @return the counts by cause; unknown ones are empty
     */
    public DropsView drops(DeviceId device) {
        SwitchTally tally = tallies.get(device);
        return tally == null ? DropsView.UNKNOWN : tally.view();
    }

    /** Sees to it that the switches whose turn it is are asked within the coming period. */
    void round() {
        try {
            List<DeviceId> devices = own.get();
            tallies.forEach(
                    (device, tally) -> {
                        if (!devices.contains(device)) {
                            tally.miss();
                        }
                    });
            int groups = (devices.size() + MOST_IN_PERIOD - 1) / MOST_IN_PERIOD;
            for (int i = 0; i < devices.size(); i++) {
                DeviceId device = devices.get(i);
                if ((i + rounds) % groups == 0) {
                    executor.schedule(
                            () -> poll(device),
                            i * PERIOD_MS / devices.size(),
                            TimeUnit.MILLISECONDS);
                }
            }
            rounds++;
        } catch (RejectedExecutionException e) {
            LOG.debug("no switch is asked any more, the application is stopping");
        }
    }

    /** Asks a switch, unless its last answer is still to come. */
    void poll(DeviceId device) {
        SwitchTally tally = tallies.computeIfAbsent(device, ignored -> new SwitchTally());
        if (!busy.add(device)) {
            tally.missProgram();
            return;
        }
        CompletableFuture<Void> answer;
        try {
            answer = ask(device, tally);
        } catch (RuntimeException | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete(
                (done, error) -> {
                    busy.remove(device);
                    if (error != null) {
                        // Switches that do not answer are on the list of alerts already.
                        LOG.debug("{}: drops not read: {}", device, error.getMessage());
                        tally.missProgram();
                    }
                });
    }

    private CompletableFuture<Void> ask(DeviceId device, SwitchTally tally) {
        Set<Long> ports = sources.ports(device);
        tally.ports(sources.statistics(device, ports), clockNs.getAsLong());
        tally.accessList(sources.accessList(device), clockNs.getAsLong());
        return sources.program(device, ports)
                .orTimeout(TIMEOUT_S, TimeUnit.SECONDS)
                .thenAccept(reading -> tally.program(ports, reading, clockNs.getAsLong()));
    }
}
