// SPDX-License-Identifier: Apache-2.0
package org.weir.app.agents;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.StorageService;
import org.weir.app.RejectedException;
import org.weir.app.cluster.MapsInMemory;

/**
 * The last report of each agent about the flows that it shapes, in the memory of all nodes of ONOS.
 * A report counts for {@value #KEPT_MS} ms, so the flows of a killed agent go.
 */
public final class FlowReports {

    /** Time for which a report counts, ms; agents send one every 5 s. */
    public static final long KEPT_MS = 15_000;

    /** Most characters of all reports together: about 50 000 flows. */
    static final int MOST_CHARACTERS = 8 << 20;

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final char SEPARATOR = ' ';
    private static final int PARTS = 3;

    /** Address to time, address and body of its last report. */
    private final EventuallyConsistentMap<String, String> map;

    private final LongSupplier wallMs;

    /**
     * Reports of the cluster.
     *
     * @param storage ONOS's storage
     * @param wallMs wall clock, ms since 1970
     */
    public FlowReports(StorageService storage, LongSupplier wallMs) {
        this(MapsInMemory.open(storage, "weir-flows"), wallMs);
    }

    FlowReports(EventuallyConsistentMap<String, String> map, LongSupplier wallMs) {
        this.map = map;
        this.wallMs = wallMs;
    }

    /**
     * Takes a report in place of the last one from its address.
     *
     * @param source address from which the flows come
     * @param body the report
     * @throws RejectedException if it breaks a rule, or there is no room for it
     */
    public void put(IpAddress source, ObjectNode body) {
        long nowMs = wallMs.getAsLong();
        FlowReport report = FlowReport.read(source, body, nowMs);
        if (report.flows().isEmpty() && report.omitted() == 0) {
            remove(source);
            return;
        }
        String text = nowMs + String.valueOf(SEPARATOR) + source + SEPARATOR + body;
        String before = map.get(source.toString());
        long others = map.values().stream().mapToLong(String::length).sum();
        if (others - (before == null ? 0 : before.length()) + text.length() > MOST_CHARACTERS) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE,
                    "the agents' reports of flows take all the room that there is for them");
        }
        map.put(source.toString(), text);
    }

    /** Forgets the report from an address, if there is one. */
    public void remove(IpAddress source) {
        if (map.get(source.toString()) != null) {
            map.remove(source.toString());
        }
    }

    /** Forgets the reports that no longer count. */
    public void expire() {
        long endMs = wallMs.getAsLong() - KEPT_MS;
        for (String text : map.values()) {
            String[] parts = text.split(" ", PARTS);
            // Not one that has come meanwhile.
            if (Long.parseLong(parts[0]) <= endMs && text.equals(map.get(parts[1]))) {
                map.remove(parts[1]);
            }
        }
    }

    /** The reports that count, by address. */
    public List<FlowReport> all() {
        long endMs = wallMs.getAsLong() - KEPT_MS;
        return map.values().stream()
                .map(FlowReports::decode)
                .filter(report -> report.timeMs() > endMs)
                .sorted(Comparator.comparing(FlowReport::source))
                .collect(Collectors.toList());
    }

    /** Gives up this node's copy, which is not to be used any more. */
    public void close() {
        map.destroy();
    }

    private static FlowReport decode(String text) {
        String[] parts = text.split(" ", PARTS);
        try {
            return FlowReport.read(
                    IpAddress.valueOf(parts[1]),
                    (ObjectNode) MAPPER.readTree(parts[2]),
                    Long.parseLong(parts[0]));
        } catch (IOException e) {
            throw new IllegalStateException("a report that was taken is no JSON", e);
        }
    }
}
