// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.onosproject.net.DeviceId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers of switches to the routes that they are given. Others must not build on a route that was
 * not confirmed; but a switch that refuses its routes, or does not answer, in two updates one after
 * the other holds up those of all others only once.
 */
final class Confirmations {

    private static final Logger LOG = LoggerFactory.getLogger(Confirmations.class);

    /** Writes that have no answer yet, with their switches. */
    private final Map<CompletableFuture<Void>, DeviceId> open = new ConcurrentHashMap<>();

    /** Switches that have refused what the present update gave them. */
    private final Set<DeviceId> failing = ConcurrentHashMap.newKeySet();

    /** Switches in doubt in the present update; later steps may not find all of them so. */
    private final Set<DeviceId> inDoubt = new HashSet<>();

    /** Switches in doubt in earlier updates. */
    private Set<DeviceId> inDoubtBefore = new HashSet<>();

    /** Switches whose answers were awaited in vain, and that have confirmed nothing since. */
    private final Set<DeviceId> silent = ConcurrentHashMap.newKeySet();

    /** An update begins: what earlier ones gave the switches is written again if it failed. */
    void begin() {
        inDoubtBefore.addAll(inDoubt);
        inDoubt.clear();
        failing.clear();
    }

    /** The update has given every switch its routes: a switch that did well counts as new again. */
    void end() {
        inDoubtBefore = new HashSet<>(inDoubt);
    }

    /**
     * Takes notice of a write.
     *
     * @param device its switch
     * @param confirmed its answer
     */
    void add(DeviceId device, CompletableFuture<Void> confirmed) {
        open.put(confirmed, device);
        confirmed.whenComplete(
                (done, error) -> {
                    open.remove(confirmed);
                    if (error == null) {
                        silent.remove(device);
                    }
                });
    }

    /** Takes notice that a switch has refused its routes. */
    void fail(DeviceId device) {
        failing.add(device);
    }

    /** True if no switch has refused its routes in the present update, and every one has them. */
    boolean isComplete() {
        return failing.isEmpty() && open.isEmpty();
    }

    /**
     * Waits for all that has been asked for, by earlier updates too; not again for a switch that
     * did not answer in time.
     *
     * @param limitMs longest wait, ms
     * @param hurry ends the wait when it completes
     */
    void await(long limitMs, CompletableFuture<Void> hurry) {
        CompletableFuture<?>[] awaited =
                open.entrySet().stream()
                        .filter(each -> !silent.contains(each.getValue()))
                        .map(Map.Entry::getKey)
                        .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.anyOf(CompletableFuture.allOf(awaited), hurry)
                    .get(limitMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            silent.addAll(open.values());
            LOG.warn("{}: routes not confirmed within {} ms, going on", silent, limitMs);
        } catch (ExecutionException e) {
            LOG.debug("routes not confirmed: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True if others must not build on what was not confirmed: a switch is in doubt anew. */
    boolean mustStop() {
        inDoubt.addAll(failing);
        inDoubt.addAll(open.values());
        return !inDoubtBefore.containsAll(inDoubt);
    }
}
