// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleProgrammable;

/**
 * Changes entries that are in a switch through its driver, past ONOS's flow rule subsystem.
 *
 * <p>The subsystem takes tens of milliseconds for a rule: its store, its queues and its threads.
 * The driver takes a few. It keeps its own record of the entries, so that ONOS's checks find what
 * they expect. The same rules have to be given to the subsystem afterwards ({@link RuleBook}); the
 * driver then finds that the switch has them.
 */
public final class DirectRules {

    private final Function<DeviceId, Optional<FlowRuleProgrammable>> drivers;
    private final Executor executor;

    /** The last change of each switch. The next one waits for it, without a thread. */
    private final Map<DeviceId, CompletableFuture<Void>> tails = new ConcurrentHashMap<>();

    /**
     * Direct ways to switches.
     *
     * @param drivers the behaviour of a switch's driver; empty where this instance must not write
     * @param executor waits for the switches' answers
     */
    public DirectRules(
            Function<DeviceId, Optional<FlowRuleProgrammable>> drivers, Executor executor) {
        this.drivers = drivers;
        this.executor = executor;
    }

    /**
     * Changes entries, one step after the other. Changes of one switch are carried out in the order
     * in which they were asked for.
     *
     * @param device switch
     * @param steps rules with the matches of entries that are in the switch; those of a step may be
     *     written in any order
     * @return completes when the switch has confirmed all; fails when it has not, and then later
     *     steps are left out
     */
    public CompletableFuture<Void> change(DeviceId device, List<List<FlowRule>> steps) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Void> before = tails.put(device, done);
        if (before == null) {
            begin(device, steps, done);
        } else {
            before.whenComplete((ignored, error) -> begin(device, steps, done));
        }
        return done;
    }

    private void begin(DeviceId device, List<List<FlowRule>> steps, CompletableFuture<Void> done) {
        try {
            executor.execute(
                    () -> {
                        try {
                            write(device, steps);
                            done.complete(null);
                        } catch (RuntimeException e) {
                            done.completeExceptionally(e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            done.completeExceptionally(e);
        }
    }

    private void write(DeviceId device, List<List<FlowRule>> steps) {
        FlowRuleProgrammable driver =
                drivers.apply(device)
                        .orElseThrow(() -> new IllegalStateException(device + ": no driver"));
        for (List<FlowRule> step : steps) {
            Collection<FlowRule> applied;
            // The driver's behaviours are made for one thread.
            synchronized (driver) {
                applied = driver.applyFlowRules(step);
            }
            if (!new HashSet<>(applied).containsAll(step)) {
                throw new CompletionException(
                        new IllegalStateException(device + ": not confirmed, " + step));
            }
        }
    }
}
