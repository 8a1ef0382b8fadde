// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.notification;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.feedback.Refusal;
import org.weir.agent.flow.FlowTable;
import org.weir.agent.metrics.AgentMetrics;

/**
 * Both ends of DCQCN on a host: obeys notifications about its own flows, and notifies the senders
 * of flows to it. Not thread-safe.
 */
public final class Notifications {
    private static final long US_PER_SECOND = 1_000_000;
    private static final long NS_PER_US = 1000;

    private final NotificationCheck check;
    private final NotificationPoint point;
    private final Sender sender;
    private final AgentMetrics metrics;

    /** Sends a frame by the interface. */
    @FunctionalInterface
    public interface Sender {
        /** Sends it; false if Linux has no room for it now. */
        boolean send(byte[] frame) throws IOException;
    }

    /**
     * Ends without memory of any flow.
     *
     * @param addresses true for the interface's addresses at the moment
     * @param hasSocket true for flows whose local port a socket of this host has
     * @param intervalNs least time between two notifications about a flow, ns
     * @param mostFlows flows that each end knows at most
     * @param sender sends notifications
     */
    public Notifications(
            Predicate<InetAddress> addresses,
            Predicate<FlowKey> hasSocket,
            long intervalNs,
            int mostFlows,
            Sender sender,
            AgentMetrics metrics) {
        check = new NotificationCheck(addresses, hasSocket, intervalNs, mostFlows);
        point = new NotificationPoint(addresses, intervalNs, mostFlows);
        this.sender = sender;
        this.metrics = metrics;
    }

    /**
     * Takes a frame that claims to be a notification.
     *
     * @param flows obeys it, if nothing speaks against it
     * @return true if it was obeyed
     */
    public boolean take(byte[] buffer, int length, FlowTable flows, long nowNs) {
        NotificationReader.Reading reading = NotificationReader.read(buffer, length);
        Refusal refusal = reading.refusal();
        if (refusal == null) {
            Optional<Refusal> found = check.check(reading.flow(), reading.notification(), nowNs);
            if (found.isEmpty() && !flows.hasRoom(reading.flow())) {
                found = Optional.of(Refusal.TOO_MANY_FLOWS);
            }
            if (found.isEmpty()) {
                check.accept(reading.flow(), reading.notification(), nowNs);
                flows.onNotification(reading.flow(), reading.notification(), nowNs);
                metrics.acceptNotification();
                return true;
            }
            refusal = found.get();
        }
        metrics.refuseNotification(refusal);
        return false;
    }

    /** Takes a frame with data, and notifies its sender if it is marked. */
    public void takeData(byte[] buffer, int length, long nowNs) throws IOException {
        Instant now = Instant.now();
        long timeUs = now.getEpochSecond() * US_PER_SECOND + now.getNano() / NS_PER_US;
        Optional<byte[]> frame = point.onFrame(buffer, length, nowNs, timeUs);
        if (frame.isPresent() && sender.send(frame.get())) {
            metrics.countNotificationSent();
        }
    }
}
