// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alerts;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.weir.app.AlertType;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.control.Targets;
import org.weir.control.loop.Promise;

/**
 * Alerts about a class at a port: a target is missed, no setting can keep a target, the switch
 * sends a storm of feedback packets, or readings of its counters are refused. The condition has to
 * hold in more than half of 30 looks, one a second; the alert ends when it held in none of 30.
 * Looks at a port without fresh readings do not count; alerts about targets that the class no
 * longer has then end.
 */
public final class QueueAlerts {

    /** Alert type: a class misses a target. */
    public static final String TARGET_MISSED = AlertType.TARGET_MISSED.word();

    /** Alert type: no setting is expected to keep the targets of a class at the present loads. */
    public static final String TARGET_INFEASIBLE = AlertType.TARGET_INFEASIBLE.word();

    /** Alert type: a class's feedback packets are more than the policy declares. */
    public static final String FEEDBACK_STORM = AlertType.FEEDBACK_STORM.word();

    /** Alert type: most readings of a class's counters are refused. */
    public static final String READINGS_REFUSED = AlertType.READINGS_REFUSED.word();

    private static final String WITHDRAWN = "withdrawn";
    private static final String NOT_GIVEN = "not given";
    private static final double NS_PER_S = 1e9;

    /** Feedback packets for each packet from which on they may be a storm. */
    private static final double STORM_PER_PACKET = 0.5;

    /** Part of the last readings from which on they count as refused. */
    private static final double MOST = 0.5;

    private static final double BITS_PER_BYTE = 8;

    private final AlertBoard alerts;
    private final Lasting missed = new Lasting();
    private final Lasting infeasible = new Lasting();
    private final Lasting storms = new Lasting();
    private final Lasting refusals = new Lasting();

    /** Feedback packets of each queue so far, at the look before. */
    private Map<String, Double> feedback = new HashMap<>();

    /** Targets of each class when it last missed one. */
    private Map<String, Targets> missedTargets = new HashMap<>();

    /** Targets of each class when last no setting could keep them. */
    private Map<String, Targets> infeasibleTargets = new HashMap<>();

    private long lookedNs;

    /**
     * Alerts of no port.
     *
     * @param alerts list of alerts
     */
    public QueueAlerts(AlertBoard alerts) {
        this.alerts = alerts;
    }

    /**
     * Looks once, about every second.
     *
     * @param ports ports that this instance controls
     * @param stormPerSecond feedback packets of a class at a port above which they may be a storm,
     *     packets/s
     * @param nowNs monotonic time, ns
     */
    public void look(Collection<PortView> ports, double stormPerSecond, long nowNs) {
        Map<String, String> missing = new TreeMap<>();
        Map<String, String> impossible = new TreeMap<>();
        Map<String, String> stormy = new TreeMap<>();
        Map<String, String> refused = new TreeMap<>();
        Set<String> unknown = new HashSet<>();
        Map<String, Double> counts = new HashMap<>();
        Map<String, Targets> missingTargets = new HashMap<>();
        Map<String, Targets> impossibleTargets = new HashMap<>();
        double seconds = (nowNs - lookedNs) / NS_PER_S;
        for (PortView port : ports) {
            for (QueueView queue : port.queues()) {
                String subject = port.device() + "/" + port.port() + "/" + queue.className();
                if (!port.isMeasured()) {
                    unknown.add(subject);
                    forgetOthers(missed, subject, missedTargets.get(subject), queue.targets());
                    forgetOthers(
                            infeasible, subject, infeasibleTargets.get(subject), queue.targets());
                }
                if (isMissed(queue)) {
                    missing.put(subject, missedText(queue));
                }
                if (NOT_GIVEN.equals(queue.promise())
                        && !Promise.LOAD_UNKNOWN.equals(queue.promiseReason())) {
                    impossible.put(
                            subject, "class " + queue.className() + ": " + queue.promiseReason());
                }
                note(missingTargets, subject, missing, queue.targets(), missedTargets);
                note(impossibleTargets, subject, impossible, queue.targets(), infeasibleTargets);
                double refusedPart = queue.measured(QueueFigure.REFUSED).doubleValue();
                if (port.isMeasured() && refusedPart > MOST) {
                    refused.put(subject, refusedText(queue, refusedPart));
                }
                double count = queue.measured(QueueFigure.FEEDBACK).doubleValue();
                counts.put(subject, count);
                double perSecond = (count - feedback.getOrDefault(subject, count)) / seconds;
                if (port.isMeasured()
                        && perSecond > stormPerSecond
                        && perSecond > STORM_PER_PACKET * packetsPerSecond(queue)) {
                    stormy.put(subject, stormText(queue, perSecond));
                }
            }
        }
        feedback = counts;
        missedTargets = missingTargets;
        infeasibleTargets = impossibleTargets;
        lookedNs = nowNs;
        alerts.replace(TARGET_MISSED, missed.look(missing, unknown));
        alerts.replace(TARGET_INFEASIBLE, infeasible.look(impossible, unknown));
        alerts.replace(FEEDBACK_STORM, storms.look(stormy, unknown));
        alerts.replace(READINGS_REFUSED, refusals.look(refused, unknown));
    }

    /**
     * Ends a condition that was last found with other targets than the present ones. At a port that
     * is measured, looks at the present ones end it.
     */
    private static void forgetOthers(
            Lasting condition, String subject, Targets found, Targets present) {
        if (found != null && !found.equals(present)) {
            condition.forget(subject);
        }
    }

    /** Takes note of the targets with which a condition holds, or held last. */
    private static void note(
            Map<String, Targets> into,
            String subject,
            Map<String, String> held,
            Targets present,
            Map<String, Targets> before) {
        Targets found = held.containsKey(subject) ? present : before.get(subject);
        if (found != null) {
            into.put(subject, found);
        }
    }

    /**
     * True if a class misses a target. Drops outside queues count against a class with traffic
     * only: while a switch is away, every class near it may be marked for them.
     */
    private static boolean isMissed(QueueView queue) {
        boolean hasTraffic = queue.measured(QueueFigure.OFFERED_RATE).doubleValue() > 0;
        return !queue.targetMet().orElse(true) && (hasTraffic || !queue.missed().isEmpty());
    }

    private static double packetsPerSecond(QueueView queue) {
        double bytes = queue.measured(QueueFigure.PACKET_SIZE).doubleValue();
        double bps = queue.measured(QueueFigure.OFFERED_RATE).doubleValue();
        return bytes > 0 ? bps / (BITS_PER_BYTE * bytes) : 0;
    }

    private static String missedText(QueueView queue) {
        String what =
                queue.missed().isEmpty()
                        ? String.join("; ", queue.losses())
                        : "misses " + String.join(", ", queue.missed());
        return "class "
                + queue.className()
                + ": "
                + what
                + (WITHDRAWN.equals(queue.promise()) ? " (its promise is withdrawn)" : "");
    }

    private static String refusedText(QueueView queue, double refusedPart) {
        return String.format(
                Locale.ROOT,
                "class %s: %.0f %% of the last readings were refused",
                queue.className(),
                100 * refusedPart);
    }

    private static String stormText(QueueView queue, double perSecond) {
        return String.format(
                Locale.ROOT, "class %s: %.0f feedback packets/s", queue.className(), perSecond);
    }
}
