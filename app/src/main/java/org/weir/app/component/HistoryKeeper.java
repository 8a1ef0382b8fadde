// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.past.QueueHistory;
import org.weir.app.past.QueuePoint;
import org.weir.app.past.QueuePoint.Figure;

/** Keeper of the last hour of each queue: it adds a point of every measured queue at intervals. */
final class HistoryKeeper {
    private static final Map<Figure, QueueFigure> MEASURED =
            Map.of(
                    Figure.OFFERED_BPS, QueueFigure.OFFERED_RATE,
                    Figure.GOODPUT_BPS, QueueFigure.GOODPUT,
                    Figure.DEPTH_MEAN_PACKETS, QueueFigure.DEPTH_MEAN,
                    Figure.DEPTH_MAX_PACKETS, QueueFigure.DEPTH_MAX,
                    Figure.DELAY_P50_MS, QueueFigure.DELAY_P50,
                    Figure.DELAY_P99_MS, QueueFigure.DELAY_P99,
                    Figure.MARKS, QueueFigure.MARKS,
                    Figure.FEEDBACK, QueueFigure.FEEDBACK,
                    Figure.DROPS, QueueFigure.DROPS);

    private final QueueHistory history = new QueueHistory();
    private long lastMs = Long.MIN_VALUE / 2;

    /** Adds the present figures, if it is time; a port without a recent reading gets no point. */
    void look(List<PortView> ports, long nowMs) {
        if (nowMs < lastMs) {
            // The clock was set back.
            history.forgetFrom(nowMs);
        } else if (nowMs - lastMs < QueueHistory.STEP_MS) {
            return;
        }
        lastMs = nowMs;
        for (PortView port : ports) {
            if (port.isMeasured()) {
                for (QueueView queue : port.queues()) {
                    String name = name(port.device(), port.port(), queue.className());
                    history.add(name, nowMs, figures(queue));
                }
            }
        }
        history.expire(nowMs);
    }

    /** The points of a queue, oldest first. */
    List<QueuePoint> points(String device, long port, String className) {
        return history.points(name(device, port, className));
    }

    private static Map<Figure, Number> figures(QueueView queue) {
        Map<Figure, Number> figures = new EnumMap<>(Figure.class);
        MEASURED.forEach((figure, of) -> figures.put(figure, queue.measured(of)));
        queue.settings()
                .ifPresent(
                        settings -> {
                            figures.put(Figure.TARGET_RATE_BPS, settings.targetRateBps());
                            settings.marking()
                                    .thresholdPackets()
                                    .ifPresent(k -> figures.put(Figure.THRESHOLD_PACKETS, k));
                        });
        return figures;
    }

    private static String name(String device, long port, String className) {
        return device + "/" + port + "/" + className;
    }
}
