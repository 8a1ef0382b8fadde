// SPDX-License-Identifier: Apache-2.0
package org.weir.app.webhook;

/** State of the deliveries to a webhook. Immutable. */
public final class DeliveryState {

    /** Before the first event. */
    public static final DeliveryState NONE = new DeliveryState(0, 0, 0, 0, 0, null, null);

    private final long delivered;
    private final long failed;
    private final long dropped;
    private final int waiting;
    private final long lastDeliveredMs;
    private final String settledId;
    private final String error;

    /**
     * A state.
     *
     * @param delivered events that the receiver has taken
     * @param failed events that were given up after all attempts
     * @param dropped events for which there was no room in the queue
     * @param waiting events in the queue
     * @param lastDeliveredMs wall-clock time of the last delivery, ms since 1970; 0 before the
     *     first
     * @param settledId text of the identifier of the last event that does not wait any more; null
     *     before the first
     * @param error reason for which the last attempt failed; null if it succeeded
     */
    public DeliveryState(
            long delivered,
            long failed,
            long dropped,
            int waiting,
            long lastDeliveredMs,
            String settledId,
            String error) {
        this.delivered = delivered;
        this.failed = failed;
        this.dropped = dropped;
        this.waiting = waiting;
        this.lastDeliveredMs = lastDeliveredMs;
        this.settledId = settledId;
        this.error = error;
    }

    /** Events that the receiver has taken. */
    public long delivered() {
        return delivered;
    }

    /** Events that were given up after all attempts. */
    public long failed() {
        return failed;
    }

    /** Events for which there was no room in the queue. */
    public long dropped() {
        return dropped;
    }

    /** Events in the queue. */
    public int waiting() {
        return waiting;
    }

    /** Wall-clock time of the last delivery, ms since 1970; 0 before the first. */
    public long lastDeliveredMs() {
        return lastDeliveredMs;
    }

    /** Text of the identifier of the last event that does not wait any more; null for none. */
    public String settledId() {
        return settledId;
    }

    /** Reason for which the last attempt failed; null if it succeeded. */
    public String error() {
        return error;
    }
}
