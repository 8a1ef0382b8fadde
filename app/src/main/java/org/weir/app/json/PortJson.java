// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.weir.app.AqmView;
import org.weir.app.MeasuredView;
import org.weir.app.PortView;
import org.weir.app.QueueView;
import org.weir.app.SchedulingView;
import org.weir.app.SettingsView;

/**
 * Ports and their queues as JSON, the same for REST and the ONOS shell. A value that does not exist
 * yet (settings before the first were installed) is null, never absent; rates are whole bit/s.
 */
public final class PortJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PortJson() {}

    /**
     * Ports as an array.
     *
     * @param ports what to write
     * @return the array, in the same order
     */
    public static ArrayNode ports(List<PortView> ports) {
        ArrayNode array = NODES.arrayNode();
        ports.forEach(port -> array.add(port(port)));
        return array;
    }

    /**
     * One port with its measured queues and their settings.
     *
     * @param port what to write
     * @return the object
     */
    public static ObjectNode port(PortView port) {
        ObjectNode node = identity(port);
        node.put("rateBps", port.rateBps());
        node.put("capacityPackets", port.capacityPackets());
        node.put(
                "rateWindowUs",
                port.rateWindowUs().isPresent() ? finite(port.rateWindowUs().getAsDouble()) : null);
        node.put("resolves", port.resolves());
        node.put("solvedAtMs", port.solvedAtMs());
        node.set("scheduling", scheduling(port.scheduling()));
        node.set("aqm", aqm(port.aqm()));
        ArrayNode classes = node.putArray("classes");
        port.queues().forEach(queue -> classes.add(queue(queue)));
        return node;
    }

    /**
     * One port with the settings of its queues only.
     *
     * @param port what to write
     * @return the object
     */
    public static ObjectNode settings(PortView port) {
        ObjectNode node = identity(port);
        node.put("solvedAtMs", port.solvedAtMs());
        ArrayNode classes = node.putArray("classes");
        for (QueueView queue : port.queues()) {
            ObjectNode entry = classes.addObject();
            entry.put("name", queue.className());
            entry.put("index", queue.classIndex());
            putSettings(entry, queue.settings().orElse(null));
        }
        return node;
    }

    private static ObjectNode identity(PortView port) {
        ObjectNode node = NODES.objectNode();
        node.put("device", port.device());
        node.put("port", port.port());
        return node;
    }

    private static ObjectNode scheduling(SchedulingView scheduling) {
        ObjectNode node = NODES.objectNode();
        node.put("mode", scheduling.mode().name().toLowerCase(Locale.ROOT));
        node.put(
                "shareError",
                scheduling.shareError().isPresent()
                        ? finite(scheduling.shareError().getAsDouble())
                        : null);
        node.put("text", scheduling.text().isEmpty() ? null : scheduling.text());
        return node;
    }

    private static ObjectNode aqm(AqmView aqm) {
        ObjectNode node = NODES.objectNode();
        node.put("scheme", aqm.scheme());
        put(node, "targetUs", aqm.targetUs());
        put(node, "intervalUs", aqm.intervalUs());
        put(node, "returnUs", aqm.returnUs());
        put(node, "expiryUs", aqm.expiryUs());
        ArrayNode ackPorts = node.putArray("ackPorts");
        aqm.ackPorts().forEach(ackPorts::add);
        node.put("thresholds", aqm.thresholds());
        return node;
    }

    private static void put(ObjectNode node, String name, OptionalLong value) {
        node.put(name, value.isPresent() ? (Long) value.getAsLong() : null);
    }

    private static ObjectNode queue(QueueView queue) {
        MeasuredView measured = queue.measured();
        ObjectNode node = NODES.objectNode();
        node.put("name", queue.className());
        node.put("index", queue.classIndex());
        node.put("offeredBps", Math.round(measured.offeredBps()));
        node.put("goodputBps", Math.round(measured.goodputBps()));
        putSettings(node, queue.settings().orElse(null));
        node.putObject("depthPackets")
                .put("mean", finite(measured.depthMeanPackets()))
                .put("max", measured.depthMaxPackets());
        node.putObject("delayMs")
                .put("p50", finite(measured.delayP50Ms()))
                .put("p99", finite(measured.delayP99Ms()));
        node.put("marks", measured.marks());
        node.put("feedback", measured.feedback());
        node.put("drops", measured.drops());
        node.put("targetMet", queue.targetMet().orElse(null));
        ArrayNode missed = node.putArray("missed");
        queue.missed().forEach(missed::add);
        queue.losses().forEach(missed::add);
        return node;
    }

    private static void putSettings(ObjectNode node, SettingsView settings) {
        boolean known = settings != null;
        node.put("arrivalRateBps", known ? Math.round(settings.arrivalRateBps()) : null);
        node.put("serviceRateBps", known ? Math.round(settings.serviceRateBps()) : null);
        node.put("weight", known ? settings.weightFraction() : null);
        node.put("weightPackets", known ? settings.weightPackets() : null);
        node.put("marking", known ? settings.marking() : null);
        OptionalInt threshold = known ? settings.thresholdPackets() : OptionalInt.empty();
        node.put("thresholdPackets", threshold.isPresent() ? (Integer) threshold.getAsInt() : null);
        node.put("limitPackets", known ? settings.limitPackets() : null);
        node.put("targetRateBps", known ? Math.round(settings.targetRateBps()) : null);
    }

    /** JSON has no word for what is not a number: null, as for everything that is not known. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
