// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

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
        return busy.add(device);
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
                                alerts.raise(COUNTERS_UNREAD, device.toString(), error);
                            }
                            inTime.complete(null);
                        });
        return inTime.copy()
                .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                .exceptionally(
                        late -> {
                            if (!inTime.isDone()) {
                                alerts.raise(COUNTERS_UNREAD, device.toString(), late);
                            }
                            return null;
                        });
    }
}
