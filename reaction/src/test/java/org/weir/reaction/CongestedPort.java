// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.weir.control.RateWindow;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * A class's queue at a port, and the class's senders, which always have data. The class gets half
 * of the port, and its λ* is 95 % of that. Packets have 1500 bytes, and the queue holds 64.
 */
final class CongestedPort {
    private static final double PACKET_BITS = 12_000;
    private static final double PART = 0.5;
    private static final double UTILIZATION = 0.95;
    private static final int LIMIT_PACKETS = 64;
    private static final int THRESHOLD_PACKETS = 4;
    private static final long DELAY_NS = 50_000;
    private static final double JITTER = 0.1;

    /** Time in which an agent reads a feedback packet that has waited. */
    private static final long READING_NS = 20_000;

    private final double servedBps;
    private final double targetBps;
    private final double windowUs;
    private final long intervalNs;
    private final boolean byRate;
    private final SplittableRandom random = new SplittableRandom(5);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.comparingLong((Event event) -> event.timeNs)
                            .thenComparingLong(event -> event.number));
    private final List<Sender> senders = new ArrayList<>();
    private long number;
    private long queueNs;
    private double queuePackets;
    private long window;
    private double windowBits;
    private double lastWindowBits;
    private long sent;
    private long dropped;

    private static final class Event {
        private final long timeNs;
        private final long number;
        private final Runnable action;

        Event(long timeNs, long number, Runnable action) {
            this.timeNs = timeNs;
            this.number = number;
            this.action = action;
        }
    }

    private final class Sender {
        private final RateControl control;
        private long sentNs;
        private long feedbackNs = Long.MIN_VALUE / 2;
        private long sendPlan;
        private long cyclePlan;

        /** Feedback that waits for the end of a stall. */
        private int unread;

        Sender(RateControl control) {
            this.control = control;
            sentNs = (long) (random.nextDouble() * PACKET_BITS * 1e9 / control.rateBps());
            planSend(sentNs);
            planCycle(sentNs);
        }

        private void planSend(long nowNs) {
            double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
            long gapNs = Math.round(factor * PACKET_BITS * 1e9 / control.rateBps());
            long plan = ++sendPlan;
            at(
                    Math.max(nowNs, sentNs + gapNs),
                    () -> {
                        if (plan == sendPlan) {
                            send();
                        }
                    });
        }

        private void planCycle(long nowNs) {
            long plan = ++cyclePlan;
            at(
                    Math.max(stallEndNs, nowNs + control.cycleNs()),
                    () -> {
                        if (plan == cyclePlan) {
                            long endNs = nowNs + control.cycleNs();
                            control.onCycle(true);
                            planCycle(endNs);
                            planSend(endNs);
                        }
                    });
        }

        private void send() {
            sentNs = nowNs;
            control.onSent((int) (PACKET_BITS / 8));
            boolean mark = arrive();
            if (mark && nowNs - feedbackNs >= intervalNs) {
                feedbackNs = nowNs;
                FeedbackMessage feedback = feedback();
                if (nowNs + DELAY_NS < stallEndNs) {
                    long readNs = stallEndNs + READING_NS * unread++;
                    take(feedback.readAt(readNs / 1000), readNs);
                } else {
                    take(feedback, nowNs + DELAY_NS);
                }
            }
            planSend(nowNs);
        }

        private void take(FeedbackMessage feedback, long timeNs) {
            at(
                    timeNs,
                    () -> {
                        unread = 0;
                        control.onFeedback(feedback);
                        planCycle(nowNs);
                        planSend(nowNs);
                    });
        }
    }

    private long nowNs;

    /** Until then the agents of all senders do not run; packets leave at the last rates. */
    private long stallEndNs;

    /**
     * A port with senders.
     *
     * @param portBps rate of the port, bit/s
     * @param intervalUs feedback interval, µs
     * @param byRate true for rate-based marking
     */
    CongestedPort(long portBps, long intervalUs, boolean byRate) {
        servedBps = PART * portBps;
        targetBps = UTILIZATION * servedBps;
        windowUs = RateWindow.forRate(portBps).us();
        intervalNs = 1000 * intervalUs;
        this.byRate = byRate;
    }

    private void at(long timeNs, Runnable action) {
        events.add(new Event(timeNs, number++, action));
    }

    void add(RateControl control) {
        senders.add(new Sender(control));
    }

    /**
     * From now on the hosts' agents do not run. At the end they read at once what has come, each
     * with the time of reading.
     */
    void stall(double seconds) {
        stallEndNs = nowNs + (long) (1e9 * seconds);
    }

    /** Lets the class send for a time, or until so many packets have come. */
    void run(double seconds, long mostPackets) {
        sent = 0;
        dropped = 0;
        long endNs = nowNs + (long) (1e9 * seconds);
        while (sent < mostPackets && events.peek().timeNs <= endNs) {
            Event event = events.poll();
            nowNs = event.timeNs;
            event.action.run();
        }
    }

    /** Time in which so many packets are served, s. */
    double secondsOf(long packets) {
        return packets * PACKET_BITS / servedBps;
    }

    private double arrivalBps() {
        return Math.max(lastWindowBits, windowBits) / windowUs * 1e6;
    }

    private boolean arrive() {
        queuePackets -= Math.min(queuePackets, servedBps * (nowNs - queueNs) / 1e9 / PACKET_BITS);
        queueNs = nowNs;
        long now = (long) (nowNs / 1000 / windowUs);
        if (now != window) {
            lastWindowBits = now == window + 1 ? windowBits : 0;
            windowBits = 0;
            window = now;
        }
        windowBits += PACKET_BITS;
        boolean mark = byRate ? arrivalBps() > targetBps : (int) queuePackets >= THRESHOLD_PACKETS;
        sent++;
        if (queuePackets >= LIMIT_PACKETS) {
            dropped++;
        } else {
            queuePackets++;
        }
        return mark;
    }

    private FeedbackMessage feedback() {
        return new FeedbackMessage(
                1,
                17,
                (long) (arrivalBps() / 1000),
                (long) (targetBps / 1000),
                (int) queuePackets,
                byRate ? FeedbackMessage.BY_RATE : THRESHOLD_PACKETS,
                nowNs / 1000,
                1,
                0);
    }

    /** Arrival rate of the last run, as a part of λ*. */
    double sentPart(double seconds) {
        return sent * PACKET_BITS / seconds / targetBps;
    }

    /** Packets that were lost in the last run, as a part of those that came. */
    double lostPart() {
        return (double) dropped / Math.max(1, sent);
    }
}
