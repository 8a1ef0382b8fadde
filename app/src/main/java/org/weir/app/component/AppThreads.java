// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.onlab.util.Tools;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.alerts.TaskWatch;

/** Threads of the application. Slow work in one does not delay the others. */
final class AppThreads {

    private static final Logger LOG = LoggerFactory.getLogger(AppThreads.class);

    /** ARP requests and the like that wait for an answer; hosts repeat what is lost beyond that. */
    private static final int MAX_WAITING_QUESTIONS = 1024;

    /**
     * Each waits for the answer of one switch. A switch has one at most, so fewer switches than
     * this that do not answer delay no other.
     */
    private static final int DIRECT_THREADS = 16;

    private static final int PEER_THREADS = 2;

    /** Each waits for ONOS's store. */
    private static final int TAKEOVER_THREADS = 8;

    private static final int IDLE_S = 10;

    /** Switches, classes, policies. */
    final ScheduledExecutorService network = single("network");

    /** Routes. */
    final ScheduledExecutorService routes = single("routes");

    /** Rounds of the control loop. */
    final ScheduledExecutorService rounds = single("rounds");

    /** Readings of drops outside queues. */
    final ScheduledExecutorService drops = single("drops");

    /** Plans, freezes and versions of the policy, which are in ONOS's store. */
    final ScheduledExecutorService store = single("store");

    /** Contact to ONOS's store; whatever runs here returns at once. */
    final ScheduledExecutorService contact = single("contact");

    /** Views that this node publishes to the others. */
    final ScheduledExecutorService views = single("views");

    /** Events, alarms and deliveries to webhooks. */
    final ScheduledExecutorService events = single("events");

    /** Answers to ARP and NDP. */
    final ExecutorService neighbours =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(MAX_WAITING_QUESTIONS),
                    Tools.groupedThreads("weir", "neighbours", LOG));

    /** Readings of the rules of switches whose master this node has become. */
    final ExecutorService takeover = pool("takeover", TAKEOVER_THREADS);

    /** Changes of entries through a switch's driver. */
    final ExecutorService direct = pool("direct", DIRECT_THREADS);

    /** Answers to other nodes of the cluster. */
    final ExecutorService peers = pool("peers", PEER_THREADS);

    /** Threads that end when there is nothing to do. */
    private static ExecutorService pool(String name, int threads) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        IDLE_S,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Tools.groupedThreads("weir", name + "-%d", LOG));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** A thread that ends at once when it is shut down, whatever is to run there later. */
    private static ScheduledExecutorService single(String name) {
        ScheduledThreadPoolExecutor one =
                new ScheduledThreadPoolExecutor(1, Tools.groupedThreads("weir", name, LOG));
        one.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        one.setRemoveOnCancelPolicy(true);
        return one;
    }

    /**
     * Repeats a task; what it throws does not end the repetition.
     *
     * @param executor repeats it
     * @param watch is told how each run ends
     * @param periodMs time from one end to the next beginning, ms
     * @param name short name of the task
     * @param task one run
     */
    static void every(
            ScheduledExecutorService executor,
            TaskWatch watch,
            long periodMs,
            String name,
            Runnable task) {
        executor.scheduleWithFixedDelay(
                watch.watched(name, periodMs, task), periodMs, periodMs, TimeUnit.MILLISECONDS);
    }

    /** ONOS's event threads must not wait for what an event leads to. */
    static void later(ExecutorService executor, Runnable task) {
        try {
            executor.execute(
                    () -> {
                        try {
                            task.run();
                        } catch (RuntimeException | Error e) {
                            LOG.error("an event of ONOS could not be handled", e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            LOG.debug("an event is not handled: too many wait, or the application stops");
        }
    }
}
