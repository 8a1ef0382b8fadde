// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.onlab.util.Tools;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads of the application. Slow work in one does not delay the others. */
final class AppThreads {

    private static final Logger LOG = LoggerFactory.getLogger(AppThreads.class);

    /** ARP requests and the like that wait for an answer; hosts repeat what is lost beyond that. */
    private static final int MAX_WAITING_QUESTIONS = 1024;

    /** Each waits for the answer of one switch at a time. */
    private static final int DIRECT_THREADS = 4;

    /** Switches, classes, policies. */
    final ScheduledExecutorService network = single("network");

    /** Routes. */
    final ScheduledExecutorService routes = single("routes");

    /** Rounds of the control loop. */
    final ScheduledExecutorService rounds = single("rounds");

    /** Readings of drops outside queues. */
    final ScheduledExecutorService drops = single("drops");

    /** Contact to ONOS's store; whatever runs here returns at once. */
    final ScheduledExecutorService contact = single("contact");

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

    /** Changes of entries through a switch's driver. */
    final ExecutorService direct =
            Executors.newFixedThreadPool(
                    DIRECT_THREADS, Tools.groupedThreads("weir", "direct-%d", LOG));

    private static ScheduledExecutorService single(String name) {
        return Executors.newSingleThreadScheduledExecutor(Tools.groupedThreads("weir", name, LOG));
    }

    /** ONOS's event threads must not wait for what an event leads to. */
    static void later(ExecutorService executor, Runnable task) {
        try {
            executor.execute(
                    () -> {
                        try {
                            task.run();
                        } catch (RuntimeException e) {
                            LOG.error("an event of ONOS could not be handled", e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            LOG.debug("an event is not handled: too many wait, or the application stops");
        }
    }
}
