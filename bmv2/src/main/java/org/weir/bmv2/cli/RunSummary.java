// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.PortCounters;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.PortTrafficStatus;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.bmv2.ports.HostPortCounters;

/**
 * Counts of a switch's run from its first packet to its end.
 *
 * @param packetsIn frames that came in by ports
 * @param packetsOut frames that ports sent
 * @param packetsToControl packets sent to the CPU port
 * @param drops packets lost, by reason; reasons without any are left out
 * @param packetsLeft packets still in queues or on lines at the end
 * @param seconds wall-clock time
 * @param packetsPerSecond packets in by wall-clock time
 * @param virtualSeconds the switch's own time; seconds again by the wall clock
 * @param ports counts of each port
 */
record RunSummary(
        long packetsIn,
        long packetsOut,
        long packetsToControl,
        Map<String, Long> drops,
        long packetsLeft,
        double seconds,
        double packetsPerSecond,
        double virtualSeconds,
        List<Port> ports) {

    /** Counts of a port: frames and bytes received and sent, and lost on either side. */
    record Port(
            int number,
            String name,
            long rxPackets,
            long rxBytes,
            long rxDrops,
            long txPackets,
            long txBytes,
            long txDrops) {}

    private static final double NANOS_PER_SECOND = 1e9;

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * Reads a switch's counters. To be called on its timeline's thread, or when that has ended.
     *
     * @param hosts counters of the interfaces, by port
     * @param elapsedNs wall-clock time
     * @param switchTimeNs the switch's own time
     */
    static RunSummary of(
            Switch device,
            Map<Integer, HostPortCounters> hosts,
            long elapsedNs,
            long switchTimeNs) {
        Map<String, Long> drops = new LinkedHashMap<>();
        count(drops, "by the program", device.droppedByProgram());
        count(drops, "to or from no port or group", device.droppedNoPort());
        List<Port> ports = new ArrayList<>();
        long in = 0;
        long out = 0;
        long left = 0;
        for (PortStatus status : device.ports()) {
            PortCounters seen = status.counters();
            in += seen.rxPackets();
            out += seen.txPackets();
            count(drops, "came in by a port that was down, or before a program", seen.rxDrops());
            left += countQueues(drops, device.traffic().portTrafficStatus(status.number()));
            ports.add(
                    new Port(
                            status.number(),
                            status.name(),
                            seen.rxPackets(),
                            seen.rxBytes(),
                            seen.rxDrops(),
                            seen.txPackets(),
                            seen.txBytes(),
                            seen.txDrops()));
        }
        PortTrafficStatus cpu = device.traffic().portTrafficStatus(device.cpuPort());
        left += countQueues(drops, cpu);
        for (HostPortCounters host : hosts.values()) {
            count(drops, "came in faster than they were read", host.rxDropped());
            count(drops, "could not be read", host.rxErrors());
            count(drops, "not taken by the interface", host.txDropped());
            count(drops, "too long or too short for the interface", host.txErrors());
        }
        double seconds = elapsedNs / NANOS_PER_SECOND;
        return new RunSummary(
                in,
                out,
                cpu.queues().stream().mapToLong(QueueStatus::dequeuedPackets).sum(),
                drops,
                left,
                seconds,
                in / Math.max(seconds, 1 / NANOS_PER_SECOND),
                switchTimeNs / NANOS_PER_SECOND,
                ports);
    }

    private static long countQueues(Map<String, Long> drops, PortTrafficStatus traffic) {
        long left = traffic.inAir() + (traffic.onLine() ? 1 : 0);
        count(drops, "lost on a line that went down", traffic.lostOnLine() + traffic.lostInAir());
        for (QueueStatus queue : traffic.queues()) {
            left += queue.depthPackets();
            queue.droppedPackets().forEach((reason, n) -> count(drops, text(reason), n));
        }
        return left;
    }

    private static String text(DropReason reason) {
        return switch (reason) {
            case QUEUE_FULL -> "queue full";
            case BUFFER_FULL -> "buffer full";
            case THRESHOLD -> "above the queue's share of the buffer";
            case HEADROOM_FULL -> "headroom full";
            case PORT_DOWN -> "to a port that was down";
            case FLUSHED -> "waited when a port went down or a program came";
        };
    }

    private static void count(Map<String, Long> drops, String reason, long packets) {
        if (packets > 0) {
            drops.merge(reason, packets, Long::sum);
        }
    }

    /** Prints it for people. */
    void print(PrintWriter out) {
        out.printf(
                "%,d packets in, %,d out, %,d to the control plane, %,d dropped, %,d left; %.3f s, %,.0f packets/s%n",
                packetsIn,
                packetsOut,
                packetsToControl,
                drops.values().stream().mapToLong(Long::longValue).sum(),
                packetsLeft,
                seconds,
                packetsPerSecond);
        drops.forEach((reason, packets) -> out.printf("  dropped %,12d  %s%n", packets, reason));
        for (Port port : ports) {
            if (port.rxPackets + port.txPackets > 0) {
                out.printf(
                        "  port %3d %-16s %,12d in %,15d bytes %,12d out %,15d bytes%n",
                        port.number,
                        port.name,
                        port.rxPackets,
                        port.rxBytes,
                        port.txPackets,
                        port.txBytes);
            }
        }
        out.flush();
    }

    /** Writes it as JSON; {@code -} is for {@code out}. */
    void write(Path file, PrintWriter out) throws IOException {
        String json = MAPPER.writeValueAsString(this);
        if (file.toString().equals("-")) {
            out.println(json);
            out.flush();
        } else {
            Files.writeString(file, json + System.lineSeparator());
        }
    }
}
