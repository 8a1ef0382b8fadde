// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.onosproject.store.service.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step of the application's start until ONOS's store answers: a node may start while a
 * partition of the store has no leader, and nobody activates an application again whose activation
 * failed.
 */
public final class StoreWait {

    private static final Logger LOG = LoggerFactory.getLogger(StoreWait.class);

    /** Tries of a step until the store is given up; with their pauses they take 2 minutes. */
    private static final int MOST_TRIES = 20;

    /** Time until the second try, ms; it doubles with each further one. */
    private static final long FIRST_PAUSE_MS = 250;

    private static final long LONGEST_PAUSE_MS = 8_000;

    private StoreWait() {}

    /**
     * Carries out a step; while the store does not answer, waits and repeats it.
     *
     * @param what words on what the store is asked for, for messages
     * @param step can be repeated if it fails
     * @throws StorageException or {@link CompletionException} if the store has not answered for
     *     minutes
     */
    public static void repeat(String what, Runnable step) {
        find(
                what,
                () -> {
                    step.run();
                    return null;
                });
    }

    /**
     * Finds something; while the store does not answer, waits and asks again.
     *
     * @param what words on what the store is asked for, for messages
     * @param question can be asked again
     * @return the answer
     * @throws StorageException or {@link CompletionException} if the store has not answered for
     *     minutes
     */
    public static <T> T find(String what, Supplier<T> question) {
        long pauseMs = FIRST_PAUSE_MS;
        for (int left = MOST_TRIES - 1; ; left--) {
            try {
                return question.get();
            } catch (CompletionException | StorageException e) {
                if (left == 0) {
                    throw e;
                }
                LOG.warn("ONOS's store has not answered yet: {}: {}", what, e.toString());
            }
            pause(pauseMs);
            pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }
}
