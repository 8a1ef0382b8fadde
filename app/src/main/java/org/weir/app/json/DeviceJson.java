// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.shape.JsonShape;

/**
 * Switches and what they dropped outside the queues of classes as JSON, the same for REST and the
 * ONOS shell. A number that is not known is null, never absent and never 0.
 */
public final class DeviceJson {

    private static final String NO_MASTER =
            " Null if no node of the cluster that is ready is the switch's master.";

    /** A number for each cause of drops. */
    public static final JsonShape<Map<DropCause, Object>> DROPS = drops();

    /** A switch. */
    public static final JsonShape<DeviceView> DEVICE =
            JsonShape.<DeviceView>named("Device")
                    .field("device", STRING, "ONOS device id.", DeviceView::device)
                    .field(
                            "available",
                            BOOLEAN,
                            "True while the controller has contact with it.",
                            DeviceView::available)
                    .field(
                            "confirmedRules",
                            INTEGER.orNull(),
                            "Wanted flow rules of the application that the switch has confirmed."
                                    + NO_MASTER,
                            DeviceView::confirmedRules)
                    .field(
                            "unconfirmedRules",
                            INTEGER.orNull(),
                            "Flow rules that were sent to the switch and are not confirmed yet."
                                    + NO_MASTER,
                            DeviceView::unconfirmedRules)
                    .field(
                            "classesInForce",
                            BOOLEAN.orNull(),
                            "True if the switch has confirmed the match rules of all classes of "
                                    + "the running policy."
                                    + NO_MASTER,
                            DeviceView::classesInForce)
                    .field(
                            "drops",
                            DROPS.type(),
                            "Packets since the application's start.",
                            each(DropCount::packets))
                    .field(
                            "lastIntervalPackets",
                            DROPS.type(),
                            "Packets between the last two readings, which are about 5 s apart.",
                            each(DropCount::lastIntervalPackets))
                    .field(
                            "packetsPerSecond",
                            DROPS.type(),
                            "Packets per second between the last two readings.",
                            each(DropCount::packetsPerSecond))
                    .end();

    private DeviceJson() {}

    /** Switches as an array, in the same order. */
    public static ArrayNode devices(List<DeviceView> devices) {
        return DEVICE.writeAll(devices);
    }

    private static JsonShape<Map<DropCause, Object>> drops() {
        JsonShape.Builder<Map<DropCause, Object>> shape =
                JsonShape.<Map<DropCause, Object>>named("Drops")
                        .describe(
                                "Packets that the switch dropped outside the queues of classes, by "
                                        + "cause; null where that is not known.");
        for (DropCause cause : DropCause.values()) {
            shape.field(
                    cause.word(),
                    NUMBER.orNull(),
                    "Packets dropped " + cause.phrase() + ".",
                    numbers -> numbers.get(cause));
        }
        return shape.end();
    }

    private static Function<DeviceView, Map<DropCause, Object>> each(
            Function<DropCount, Object> number) {
        return device -> {
            Map<DropCause, Object> numbers = new EnumMap<>(DropCause.class);
            for (DropCause cause : DropCause.values()) {
                device.drops()
                        .count(cause)
                        .ifPresent(count -> numbers.put(cause, number.apply(count)));
            }
            return numbers;
        };
    }
}
