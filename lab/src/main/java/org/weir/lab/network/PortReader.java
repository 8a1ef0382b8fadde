// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.Sharing;
import org.weir.control.policy.JsonField;
import org.weir.lab.host.config.HostConfig;

/** Reads the ports of a switch of a network file, and how their queues are served. */
final class PortReader {
    private static final int MAX_PORT = 63;

    private final String switchName;
    private final Map<Integer, String> numbers = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    PortReader(String switchName) {
        this.switchName = switchName;
    }

    List<SwitchSpec.PortSpec> read(JsonField list) {
        List<SwitchSpec.PortSpec> ports = new ArrayList<>();
        for (JsonField field : list.elements()) {
            ports.add(readPort(field));
        }
        return ports;
    }

    private SwitchSpec.PortSpec readPort(JsonField field) {
        field.object(
                Set.of(
                        "number",
                        "name",
                        "rateBps",
                        "ratePps",
                        "capacityPackets",
                        "sharing",
                        "quantumBytes",
                        "queues",
                        "pfc"));
        int number = (int) field.required("number").integer(1, MAX_PORT);
        Optional<JsonField> nameField = field.optional("name");
        String name = nameField.isPresent() ? nameField.get().text() : switchName + "-eth" + number;
        field.required("number").refuseSecondUse(numbers.put(number, name));
        nameField.orElse(field).refuseSecondUse(names.put(name, name));
        long rateBps = field.required("rateBps").integer(1, HostConfig.MAX_RATE_BPS);
        int capacityPackets =
                (int)
                        field.required("capacityPackets")
                                .integer(1, QueueTunable.Bounds.MAX_CAPACITY_PACKETS);
        PortTraffic traffic =
                PortTraffic.strict(rateBps, capacityPackets)
                        .withRates(
                                rateBps,
                                QueueTunable.RATE_PPS.integerOr(field, QueueConfig.UNLIMITED))
                        .withSharing(
                                readSharing(field),
                                (int)
                                        QueueTunable.QUANTUM_BYTES.integerOr(
                                                field, PortTraffic.DEFAULT_QUANTUM_BYTES))
                        .withPfc(readPfc(field));
        return new SwitchSpec.PortSpec(number, name, capacityPackets, readQueues(field, traffic));
    }

    private static Sharing readSharing(JsonField port) {
        Optional<JsonField> field = port.optional("sharing");
        if (field.isEmpty()) {
            return Sharing.DWRR;
        }
        return "wrr".equals(field.get().oneOf("wrr", "dwrr")) ? Sharing.WRR : Sharing.DWRR;
    }

    private static PortTraffic readQueues(JsonField port, PortTraffic normal) {
        Optional<JsonField> list = port.optional("queues");
        if (list.isEmpty()) {
            return normal;
        }
        PortTraffic traffic = normal;
        Map<Integer, String> seen = new HashMap<>();
        for (JsonField field : list.get().elements()) {
            field.object(
                    Set.of(
                            "queue",
                            "level",
                            "weight",
                            "capacityPackets",
                            "capacityBytes",
                            "maxRateBps",
                            "maxRatePps",
                            "burstBytes",
                            "reservedBytes",
                            "alpha"));
            int queue = (int) field.required("queue").integer(0, PortTraffic.QUEUES - 1);
            field.required("queue").refuseSecondUse(seen.put(queue, "another of these queues"));
            traffic = traffic.withQueue(queue, readQueue(field, normal.queues().get(queue)));
        }
        return traffic;
    }

    private static QueueConfig readQueue(JsonField field, QueueConfig normal) {
        return new QueueConfig(
                (int) QueueTunable.LEVEL.integerOr(field, normal.level()),
                (int) QueueTunable.WEIGHT.integerOr(field, normal.weight()),
                (int) QueueTunable.CAPACITY_PACKETS.integerOr(field, normal.capacityPackets()),
                QueueTunable.CAPACITY_BYTES.integerOr(field, normal.capacityBytes()),
                QueueTunable.MAX_RATE_BPS.integerOr(field, normal.maxRateBps()),
                QueueTunable.MAX_RATE_PPS.integerOr(field, normal.maxRatePps()),
                QueueTunable.BURST_BYTES.integerOr(field, normal.burstBytes()),
                QueueTunable.RESERVED_BYTES.integerOr(field, normal.reservedBytes()),
                QueueTunable.ALPHA.numberOr(field, normal.alpha()));
    }

    private static PfcConfig readPfc(JsonField port) {
        Optional<JsonField> field = port.optional("pfc");
        if (field.isEmpty()) {
            return PfcConfig.OFF;
        }
        JsonField pfc = field.get().object(Set.of("pauseQuanta", "priorities"));
        List<PfcPriority> priorities = new ArrayList<>();
        Map<Integer, String> seen = new HashMap<>();
        for (JsonField each : pfc.required("priorities").elements()) {
            PfcPriority priority = readPriority(each);
            each.required("priority")
                    .refuseSecondUse(seen.put(priority.priority(), "another of these priorities"));
            priorities.add(priority);
        }
        if (priorities.isEmpty()) {
            throw pfc.required("priorities").error("must have at least one priority");
        }
        return new PfcConfig(
                (int) QueueTunable.PAUSE_QUANTA.integerOr(pfc, PfcConfig.MAX_QUANTA), priorities);
    }

    private static PfcPriority readPriority(JsonField field) {
        field.object(Set.of("priority", "xoffBytes", "xonBytes", "headroomBytes"));
        int priority = (int) field.required("priority").integer(0, PortTraffic.QUEUES - 1);
        if (field.optional("xoffBytes").isEmpty()) {
            for (String name : List.of("xonBytes", "headroomBytes")) {
                if (field.optional(name).isPresent()) {
                    throw field.required(name).error("needs xoffBytes");
                }
            }
            return PfcPriority.obeying(priority);
        }
        long xoffBytes = QueueTunable.XOFF_BYTES.integerOr(field, 0);
        long xonBytes = QueueTunable.XON_BYTES.integerOr(field, 0);
        if (xonBytes >= xoffBytes) {
            throw field.required("xonBytes")
                    .error("must be below xoffBytes, " + xoffBytes + ", not " + xonBytes);
        }
        return new PfcPriority(
                priority, xoffBytes, xonBytes, QueueTunable.HEADROOM_BYTES.integerOr(field, 0));
    }
}
