// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.flow.FlowId;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.DropsView;
import org.weir.pipelines.ProgramDrop;
import org.weir.pipelines.SwitchDropReading;

/** Drops of one switch outside queues, by cause, since they were first read. */
final class SwitchTally {

    /** Largest age of port statistics in use, ns. ONOS reads them every 5 or 10 s. */
    private static final long STATISTICS_AGE_NS = 20_000_000_000L;

    private static final Map<ProgramDrop, DropCause> CAUSES =
            new EnumMap<>(
                    Map.of(
                            ProgramDrop.UNROUTED, DropCause.UNROUTED,
                            ProgramDrop.EXPIRED, DropCause.EXPIRED,
                            ProgramDrop.MALFORMED, DropCause.MALFORMED,
                            ProgramDrop.FORGED, DropCause.FORGED,
                            ProgramDrop.REFUSED, DropCause.REFUSED,
                            ProgramDrop.WITHHELD, DropCause.WITHHELD,
                            ProgramDrop.LIMITED, DropCause.LIMITED));

    private final Map<DropCause, DropTally> tallies = new EnumMap<>(DropCause.class);
    private List<PortStatistics> statistics = List.of();
    private long statisticsNs;

    /** A tally of a switch that was not read yet. */
    SwitchTally() {
        for (DropCause cause : DropCause.values()) {
            tallies.put(cause, new DropTally());
        }
    }

    /**
     * Takes what the switch's program counted.
     *
     * @param ports ports that were read; others have another baseline
     * @param reading sums over them
     * @param timeNs time of the reading, ns
     */
    synchronized void program(Set<Long> ports, SwitchDropReading reading, long timeNs) {
        Set<Long> key = Set.copyOf(ports);
        reading.packets()
                .forEach(
                        (counter, packets) ->
                                tallies.get(CAUSES.get(counter))
                                        .read(Map.of(key, packets), timeNs));
    }

    /** Takes note that the program's counters could not be read. */
    synchronized void missProgram() {
        CAUSES.values().forEach(cause -> tallies.get(cause).miss());
    }

    /**
     * Takes ONOS's statistics of the ports. ONOS asks the switch at its own times: statistics that
     * it has not read anew say nothing about the time since.
     *
     * @param present the latest statistics, the same objects until ONOS asks again; none when it
     *     knows nothing
     * @param timeNs now
     */
    synchronized void ports(List<PortStatistics> present, long timeNs) {
        if (!present.isEmpty() && !same(present, statistics)) {
            Map<PortNumber, Long> received = new HashMap<>();
            Map<PortNumber, Long> sent = new HashMap<>();
            for (PortStatistics port : present) {
                received.put(port.portNumber(), port.packetsRxDropped());
                sent.put(port.portNumber(), port.packetsTxDropped());
            }
            tallies.get(DropCause.PORT_RX).read(received, timeNs);
            tallies.get(DropCause.PORT_TX).read(sent, timeNs);
            statisticsNs = timeNs;
        } else if (present.isEmpty() || timeNs - statisticsNs > STATISTICS_AGE_NS) {
            tallies.get(DropCause.PORT_RX).miss();
            tallies.get(DropCause.PORT_TX).miss();
        }
        statistics = present;
    }

    private static boolean same(List<PortStatistics> some, List<PortStatistics> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes what the access list dropped.
     *
     * @param packets packets of each entry that drops
     * @param timeNs time at which ONOS was asked, ns
     */
    synchronized void accessList(Map<FlowId, Long> packets, long timeNs) {
        tallies.get(DropCause.ACL).read(packets, timeNs);
    }

    /** Takes note that nothing could be read. */
    synchronized void miss() {
        tallies.values().forEach(DropTally::miss);
    }

    /** The counts by cause, without those that could not be read. */
    synchronized DropsView view() {
        Map<DropCause, DropCount> counts = new EnumMap<>(DropCause.class);
        tallies.forEach(
                (cause, tally) -> tally.count().ifPresent(count -> counts.put(cause, count)));
        return new DropsView(counts);
    }
}
