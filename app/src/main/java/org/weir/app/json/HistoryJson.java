// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.weir.app.past.QueueHistory;
import org.weir.app.past.QueuePoint;
import org.weir.app.past.QueuePoint.Figure;
import org.weir.app.shape.JsonShape;
import org.weir.app.shape.JsonType;

/** The last hour of a queue as JSON, the same for REST and the ONOS shell. */
public final class HistoryJson {

    /** A point. */
    public static final JsonShape<QueuePoint> POINT = point();

    private HistoryJson() {}

    private static JsonShape<QueuePoint> point() {
        JsonShape.Builder<QueuePoint> shape =
                JsonShape.<QueuePoint>named("QueuePoint")
                        .field("timeMs", INTEGER, "Time, ms since 1970.", QueuePoint::timeMs);
        whole(shape, "offeredBps", Figure.OFFERED_BPS, "Measured arrival rate, bit/s.");
        whole(shape, "goodputBps", Figure.GOODPUT_BPS, "Measured rate that left, bit/s.");
        whole(shape, "targetRateBps", Figure.TARGET_RATE_BPS, "λ* in force, bit/s.");
        whole(
                shape,
                "thresholdPackets",
                Figure.THRESHOLD_PACKETS,
                "K in force; null unless marking is by depth.");
        number(shape, "depthMeanPackets", Figure.DEPTH_MEAN_PACKETS, "Mean packets waiting.");
        whole(shape, "depthMaxPackets", Figure.DEPTH_MAX_PACKETS, "Most packets waiting.");
        number(shape, "delayP50Ms", Figure.DELAY_P50_MS, "Median queueing delay, ms.");
        number(
                shape,
                "delayP99Ms",
                Figure.DELAY_P99_MS,
                "99th percentile of the queueing delay, ms.");
        whole(shape, "marks", Figure.MARKS, "Packets marked since the point before.");
        whole(shape, "feedback", Figure.FEEDBACK, "Feedback packets since the point before.");
        whole(shape, "drops", Figure.DROPS, "Packets dropped since the point before.");
        return shape.end();
    }

    private static void whole(
            JsonShape.Builder<QueuePoint> shape, String name, Figure figure, String text) {
        shape.field(name, INTEGER.orNull(), text, one -> one.whole(figure));
    }

    private static void number(
            JsonShape.Builder<QueuePoint> shape, String name, Figure figure, String text) {
        JsonType type = NUMBER.orNull();
        shape.field(name, type, text, one -> one.value(figure));
    }

    /** The last hour of a queue. */
    public static ObjectNode history(
            String device, long port, String className, List<QueuePoint> points) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("device", device).put("port", port).put("class", className);
        node.put("stepMs", QueueHistory.STEP_MS).set("points", POINT.writeAll(points));
        return node;
    }
}
