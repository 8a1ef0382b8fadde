// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.host.Host;
import org.weir.lab.link.Link;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.WeirProgram;
import org.weir.lab.workload.TrafficClass;

/**
 * Places of all packets ever made in a network, counted at each place independently.
 *
 * @param sent by hosts, their announcements included
 * @param copies that switches made for feedback and for reports
 * @param received by hosts, feedback included
 * @param reported received by the controller
 * @param dropped by cause
 * @param inFlight held by hosts, links and switches
 */
record PacketBalance(
        long sent,
        long copies,
        long received,
        long reported,
        Map<String, Long> dropped,
        long inFlight) {
    private static final String CLASS_LIMIT = "classLimit";
    private static final String PROGRAM = "program";
    private static final String SWITCH_QUEUE = "switchQueue";
    private static final String PORT_DOWN = "portDown";

    /** Keeps the causes' order. */
    PacketBalance {
        dropped = Collections.unmodifiableMap(new LinkedHashMap<>(dropped));
    }

    /**
     * Counts.
     *
     * @param programs of the switches, by name; no switch may ever have been without power
     * @param reported frames that the controller has received
     */
    static PacketBalance of(Network network, Map<String, WeirProgram> programs, long reported) {
        long sent = 0;
        long received = 0;
        long copies = 0;
        Map<String, Long> dropped = new LinkedHashMap<>();
        for (Host host : network.hosts()) {
            sent += host.sentFrames();
            received += host.receivedFrames();
            count(dropped, "hostQueue", host.droppedFrames());
        }
        for (Link link : network.links()) {
            count(dropped, "link", link.forward().lostFrames() + link.backward().lostFrames());
        }
        for (SwitchNode node : network.nodes()) {
            Switch device = node.device().orElseThrow();
            copies += countSwitch(dropped, device, classLimitDrops(node, programs));
        }
        return new PacketBalance(
                sent, copies, received, reported, dropped, network.underWayFrames().orElseThrow());
    }

    /** Packets that the program dropped because their class had as many waiting as it may. */
    private static long classLimitDrops(SwitchNode node, Map<String, WeirProgram> programs) {
        WeirProgram program = programs.get(node.spec().name());
        long drops = 0;
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            for (TrafficClass one : TrafficClass.values()) {
                drops += program.drops(port.number(), one.ordinal()).packets();
            }
        }
        return drops;
    }

    /** Counts a switch's drops; returns the copies that it has made, all of which go to its CPU. */
    private static long countSwitch(
            Map<String, Long> dropped, Switch device, long classLimitDrops) {
        count(dropped, CLASS_LIMIT, classLimitDrops);
        count(dropped, PROGRAM, device.droppedByProgram() - classLimitDrops);
        for (PortStatus port : device.ports()) {
            var status = device.traffic().portTrafficStatus(port.number());
            count(dropped, PORT_DOWN, port.counters().rxDrops() + status.lostOnLine());
            for (QueueStatus queue : status.queues()) {
                countQueue(dropped, queue);
            }
        }
        count(dropped, "noPort", device.droppedNoPort());
        long copies = 0;
        for (QueueStatus queue : device.traffic().portTrafficStatus(device.cpuPort()).queues()) {
            countQueue(dropped, queue);
            long flushed = queue.droppedPackets().getOrDefault(DropReason.FLUSHED, 0L);
            long refused =
                    queue.droppedPackets().values().stream().mapToLong(n -> n).sum() - flushed;
            copies += queue.enqueuedPackets() + refused;
        }
        return copies;
    }

    private static void countQueue(Map<String, Long> dropped, QueueStatus queue) {
        queue.droppedPackets()
                .forEach(
                        (reason, packets) -> {
                            boolean down =
                                    reason == DropReason.PORT_DOWN || reason == DropReason.FLUSHED;
                            count(dropped, down ? PORT_DOWN : SWITCH_QUEUE, packets);
                        });
    }

    private static void count(Map<String, Long> dropped, String cause, long packets) {
        dropped.merge(cause, packets, Long::sum);
    }

    /** Packets dropped, for every cause. */
    long lost() {
        return dropped.values().stream().mapToLong(packets -> packets).sum();
    }

    /** Packets made less those found again; 0 unless packets vanish or come from nowhere. */
    long missing() {
        return sent + copies - received - reported - lost() - inFlight;
    }
}
