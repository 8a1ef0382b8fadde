// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.control.PortId;

/**
 * Marks classes as missed where packets were lost outside queues. A switch does not report the
 * class of such packets. So each class with traffic at the switch's ports, or at ports that lead to
 * the switch, may have lost them. If no class has traffic there, the switch may have lost all of
 * it, and every class is marked.
 */
final class LossMarks {

    private static final double MS_PER_S = 1e3;

    private LossMarks() {}

    /**
     * Marks the classes at ports.
     *
     * @param ports the ports
     * @param devices the switches, with their drops outside queues
     * @param portsTo ports of other switches that lead to a switch, by its id
     * @return the ports, with marks where packets were lost in the last interval
     */
    static List<PortView> mark(
            List<PortView> ports,
            List<DeviceView> devices,
            Function<String, ? extends Collection<PortId>> portsTo) {
        Map<PortId, List<Loss>> lossesByPort = new HashMap<>();
        for (DeviceView device : devices) {
            List<String> sentences = sentences(device);
            if (!sentences.isEmpty()) {
                Set<PortId> leading = Set.copyOf(portsTo.apply(device.device()));
                List<PortView> near =
                        ports.stream()
                                .filter(
                                        port ->
                                                port.device().equals(device.device())
                                                        || leading.contains(id(port)))
                                .collect(Collectors.toList());
                boolean anyTraffic =
                        near.stream()
                                .flatMap(port -> port.queues().stream())
                                .anyMatch(LossMarks::hasTraffic);
                Loss loss = new Loss(sentences, anyTraffic);
                near.forEach(
                        port ->
                                lossesByPort
                                        .computeIfAbsent(id(port), ignored -> new ArrayList<>())
                                        .add(loss));
            }
        }
        return ports.stream()
                .map(port -> mark(port, lossesByPort.getOrDefault(id(port), List.of())))
                .collect(Collectors.toList());
    }

    private static PortView mark(PortView port, List<Loss> losses) {
        if (losses.isEmpty()) {
            return port;
        }
        List<QueueView> queues = new ArrayList<>();
        for (QueueView queue : port.queues()) {
            List<String> sentences = new ArrayList<>();
            for (Loss loss : losses) {
                if (hasTraffic(queue) || !loss.anyTraffic) {
                    sentences.addAll(loss.sentences);
                }
            }
            queues.add(sentences.isEmpty() ? queue : queue.withLosses(sentences));
        }
        return port.withQueues(queues);
    }

    private static boolean hasTraffic(QueueView queue) {
        return queue.measured(QueueFigure.OFFERED_RATE).doubleValue() > 0;
    }

    private static PortId id(PortView port) {
        return new PortId(port.device(), port.port());
    }

    private static List<String> sentences(DeviceView device) {
        List<String> sentences = new ArrayList<>();
        for (DropCause cause : DropCause.values()) {
            DropCount count = device.drops().count(cause).orElse(null);
            long packets = count == null ? 0 : count.lastIntervalPackets().orElse(0);
            if (cause.isLoss() && packets > 0) {
                sentences.add(
                        String.format(
                                Locale.ROOT,
                                "switch %s dropped %d %s of some class %s in %d s",
                                device.device(),
                                packets,
                                packets == 1 ? "packet" : "packets",
                                cause.phrase(),
                                Math.max(1, Math.round(count.intervalMs() / MS_PER_S))));
            }
        }
        return sentences;
    }

    /** Losses of one switch outside queues, as sentences. */
    private static final class Loss {
        private final List<String> sentences;
        private final boolean anyTraffic;

        private Loss(List<String> sentences, boolean anyTraffic) {
            this.sentences = sentences;
            this.anyTraffic = anyTraffic;
        }
    }
}
