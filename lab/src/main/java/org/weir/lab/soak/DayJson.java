// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A simulated day for programs. */
final class DayJson {
    private static final double NS_PER_SECOND = 1e9;

    private DayJson() {}

    /**
     * All that was read and judged.
     *
     * @param plan the plan of the run
     */
    static ObjectNode of(DayPlan plan, List<DayReading> readings, DayVerdict verdict) {
        ObjectNode day = JsonNodeFactory.instance.objectNode();
        day.put("network", plan.pairs().name());
        day.put("rateBps", plan.rateBps());
        day.put("lengthSeconds", plan.lengthNs() / NS_PER_SECOND);
        day.put("everySeconds", plan.everyNs() / NS_PER_SECOND);
        day.put("seed", plan.seed());
        ArrayNode rows = day.putArray("readings");
        readings.forEach(reading -> add(rows.addObject(), reading));
        ArrayNode trends = day.putArray("trends");
        for (DayVerdict.Growth growth : verdict.growths()) {
            ObjectNode trend = trends.addObject();
            trend.put("name", growth.name());
            trend.put("median", growth.level());
            trend.put("growthPerDay", growth.trend().slope());
            trend.put("low", growth.trend().low());
            trend.put("high", growth.trend().high());
            trend.put("probability", growth.trend().probability());
            trend.put("boundPart", growth.boundPart());
            trend.put("grows", growth.isTooMuch());
        }
        day.put("unbalancedReadings", verdict.unbalancedReadings());
        day.put("good", verdict.isGood());
        return day;
    }

    private static void add(ObjectNode row, DayReading reading) {
        ProcessState process = reading.process();
        PacketBalance packets = reading.packets();
        row.put("timeSeconds", reading.timeNs() / NS_PER_SECOND);
        row.put("heapBytes", process.heapBytes());
        row.put("threads", process.threads());
        row.put("handles", process.handles().isPresent() ? process.handles().getAsLong() : null);
        row.put("tableEntries", reading.tableEntries());
        row.put("pendingEvents", reading.pendingEvents());
        row.put("solves", reading.solves());
        row.put("resolves", reading.resolves());
        row.put("sentPackets", packets.sent());
        row.put("copiedPackets", packets.copies());
        row.put("receivedPackets", packets.received());
        row.put("reportedPackets", packets.reported());
        row.put("lostPackets", packets.lost());
        row.put("inFlightPackets", packets.inFlight());
        row.put("missingPackets", packets.missing());
        ObjectNode causes = row.putObject("lostByCause");
        packets.dropped().forEach(causes::put);
    }
}
