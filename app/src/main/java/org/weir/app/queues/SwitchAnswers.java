// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.onosproject.net.DeviceId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;

/**
 * Follows readings of switches, one of each at a time. A switch that has not answered in time
 * raises the alert {@code counters-unread}, and is asked again only after it has answered or its
 * client has given up: requests to a slow switch would otherwise pile up and make it slower. A late
 * answer is used.
 *
 * <p>Example: a switch takes 8 s for each answer. After 5 s the alert is raised; after 8 s the
 * answer is used, the alert ends, and the next round asks again.
 */
final class SwitchAnswers {

    private static final String COUNTERS_UNREAD = AlertType.COUNTERS_UNREAD.word();

    private final AlertBoard alerts;
    private final long timeoutMs;
    private final long giveUpMs;
    private final Set<DeviceId> busy = ConcurrentHashMap.newKeySet();

    /** Switches that have been asked and have ports under control; guarded by this. */
    private final Set<DeviceId> followed = new HashSet<>();

    /**
     * Follows no switch yet.
     *
     * @param alerts list of alerts
     * @param timeoutMs time for an answer after which the alert is raised, ms
     * @param giveUpMs time after which an answer is not awaited any more, for a client that sets
     *     its requests no limit, ms
     */
    SwitchAnswers(AlertBoard alerts, long timeoutMs, long giveUpMs) {
        this.alerts = alerts;
        this.timeoutMs = timeoutMs;
        this.giveUpMs = giveUpMs;
    }

    /** Begins a reading, unless an earlier one has not ended: then false. */
    boolean begin(DeviceId device) {
        synchronized (this) {
            followed.add(device);
        }
        return busy.add(device);
    }

    /** Forgets the switches that have no ports under control, with their alerts. */
    synchronized void retain(Set<DeviceId> devices) {
        for (DeviceId device : Set.copyOf(followed)) {
            if (!devices.contains(device)) {
                followed.remove(device);
                alerts.clear(COUNTERS_UNREAD, device.toString());
            }
        }
    }

    private synchronized void raise(DeviceId device, Throwable error) {
        if (followed.contains(device)) {
            alerts.raise(COUNTERS_UNREAD, device.toString(), error);
        }
    }

    /** Ends a reading that was begun and for which the switch was not asked. */
    void cancel(DeviceId device) {
        busy.remove(device);
    }

    /**
     * Follows the answer of a switch for which a reading was begun.
     *
     * @param use is given the answer when it comes
     * @return completes when the answer has come, has failed, or is late
     */
    <T> CompletableFuture<Void> follow(
            DeviceId device, CompletableFuture<T> answer, Consumer<T> use) {
        CompletableFuture<Void> inTime = new CompletableFuture<>();
        answer.copy()
                .orTimeout(giveUpMs, TimeUnit.MILLISECONDS)
                .thenAccept(use)
                .whenComplete(
                        (done, error) -> {
                            busy.remove(device);
                            if (error == null) {
                                alerts.clear(COUNTERS_UNREAD, device.toString());
                            } else {
                                raise(device, error);
                            }
                            inTime.complete(null);
                        });
        return inTime.copy()
                .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                .exceptionally(
                        late -> {
                            if (!inTime.isDone()) {
                                raise(device, late);
                            }
                            return null;
                        });
    }
}
