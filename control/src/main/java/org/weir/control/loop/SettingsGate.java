// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.List;
import org.weir.control.Marking;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.model.SharedPort;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/** Decision whether a port's new settings differ enough from the installed ones to be sent. */
final class SettingsGate {
    /**
     * Relative change of a target rate from which it matters to a class with rate-based marking.
     * The estimates already suppress the noise of readings.
     */
    private static final double BY_RATE_CHANGE = 0.01;

    private SettingsGate() {}

    /**
     * @param port the port; it tells Γ and the kind of scheduler
     * @param confidence in each class's estimates, 0 to 1; with less confidence only larger changes
     *     are sent
     */
    static boolean matters(
            PortSettings installed,
            PortSettings solved,
            PortSpec port,
            double[] confidence,
            Tuning tuning) {
        int count = solved.queues().size();
        if (installed.queues().size() != count
                || !installed.rateWindow().equals(solved.rateWindow())) {
            return true;
        }
        double hysteresis = tuning.get(Tunable.SETTINGS_HYSTERESIS);
        double rateBand = Math.max(1, tuning.get(Tunable.MIN_RATE_CHANGE) * port.rateBps() / 1000);
        for (int i = 0; i < count; i++) {
            QueueSettings old = installed.queues().get(i);
            QueueSettings now = solved.queues().get(i);
            boolean byRate = now.marking().equals(Marking.BY_RATE);
            double sure = Math.max(1e-6, confidence[i]);
            boolean byBits = PortInputs.scheduler(port) == SharedPort.Scheduler.DWRR;
            if (sharesDiffer(packetShare(installed, i), packetShare(solved, i), sure, tuning)
                    || sharesDiffer(levelShare(installed, i), levelShare(solved, i), sure, tuning)
                    || byBits
                            && sharesDiffer(
                                    old.weightFraction(), now.weightFraction(), sure, tuning)
                    || old.feedbackIntervalUs() != now.feedbackIntervalUs()
                    || old.marking().kind() != now.marking().kind()
                    || differs(old.unitsPerPacket(), now.unitsPerPacket(), hysteresis / sure, 0)
                    || differs(
                            old.thresholdUnits().orElse(0),
                            now.thresholdUnits().orElse(0),
                            hysteresis / sure,
                            1 / sure)
                    || differs(
                            old.targetRateKbps(),
                            now.targetRateKbps(),
                            (byRate ? BY_RATE_CHANGE : hysteresis) / sure,
                            byRate ? 1 : rateBand / sure)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Share of the port's packets that a class gets when all are backlogged: in proportion to the
     * queue limits, or, if each class may fill the whole buffer, in proportion to the weights.
     */
    static double packetShare(PortSettings settings, int index) {
        List<QueueSettings> queues = settings.queues();
        boolean isByLimit = isSharedByLimit(settings);
        long sum = 0;
        for (QueueSettings queue : queues) {
            sum += isByLimit ? queue.limitPackets() : queue.weightPackets();
        }
        QueueSettings queue = queues.get(index);
        return (double) (isByLimit ? queue.limitPackets() : queue.weightPackets()) / sum;
    }

    /** Share of the packets that a class may put into each priority level. */
    static double levelShare(PortSettings settings, int index) {
        List<QueueSettings> queues = settings.queues();
        long sum = queues.stream().mapToLong(QueueSettings::weightPackets).sum();
        return (double) queues.get(index).weightPackets() / sum;
    }

    /** True if queue limits give the shares of packets, false if weights do. */
    static boolean isSharedByLimit(PortSettings settings) {
        int firstLimit = settings.queues().get(0).limitPackets();
        return settings.queues().stream().anyMatch(queue -> queue.limitPackets() != firstLimit);
    }

    private static boolean sharesDiffer(double old, double now, double sure, Tuning tuning) {
        double band =
                Math.max(
                        tuning.get(Tunable.MIN_WEIGHT_CHANGE),
                        tuning.get(Tunable.WEIGHT_HYSTERESIS) * old);
        return sure * Math.abs(now - old) > band;
    }

    private static boolean differs(double old, double now, double relative, double absolute) {
        return Math.abs(now - old) > Math.max(absolute, relative * old);
    }
}
