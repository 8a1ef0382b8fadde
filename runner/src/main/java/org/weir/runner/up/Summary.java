// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Summary of a run. Per port and class: rates and depths are means over the samples, the greatest
 * depth is that of any sample, delays are the means of the samples' percentiles, weight, threshold
 * and target rate are the last ones, counts are totals. A rate, depth or delay that no sample knows
 * is null. {@code metFraction} is the part of the judged samples in which the targets were met, and
 * {@code targetMet} whether it is at least half; a sample without traffic of the class judges
 * nothing, and both are null if none does.
 */
final class Summary {
    private final Map<String, Map<String, ClassTotals>> ports = new LinkedHashMap<>();
    private final Map<String, JsonNode> identities = new LinkedHashMap<>();
    private final LinkWatch links;

    /** A summary without samples, of a network of a size. */
    Summary(NetworkSize expected) {
        links = new LinkWatch(expected.links());
    }

    /** Takes a sample of the time before settings are solved: it counts for links and traffic. */
    void addStarting(Sample sample) {
        links.add(sample);
    }

    /** Takes a sample; for the ports it counts if ONOS answered. */
    void add(Sample sample) {
        links.add(sample);
        if (!sample.onosAnswers()) {
            return;
        }
        for (JsonNode port : sample.ports()) {
            String key = port.path("device").asText() + "/" + port.path("port").asLong();
            identities.put(key, port);
            Map<String, ClassTotals> classes =
                    ports.computeIfAbsent(key, name -> new LinkedHashMap<>());
            for (JsonNode row : port.path("classes")) {
                classes.computeIfAbsent(row.path("name").asText(), name -> new ClassTotals())
                        .add(row);
            }
        }
    }

    /**
     * The summary object.
     *
     * @param startSeconds from the command's start to the first settings
     * @param last the sample at the end, for what is counted at the end
     */
    ObjectNode toJson(double startSeconds, Sample last) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        summary.put("devices", last.devices());
        summary.put("links", last.links());
        summary.put("hosts", last.hosts());
        summary.put("startSeconds", round(startSeconds));
        summary.put("resolves", last.resolves());
        summary.set("feedback", last.feedbackJson());
        links.add(last);
        links.writeTo(summary, last);
        last.writeHostFrames(summary);
        ArrayNode portNodes = summary.putArray("ports");
        ports.forEach(
                (key, classes) -> {
                    ObjectNode port = portNodes.addObject();
                    port.put("device", identities.get(key).path("device").asText());
                    port.put("port", identities.get(key).path("port").asLong());
                    ArrayNode classNodes = port.putArray("classes");
                    classes.forEach((name, totals) -> classNodes.add(totals.toJson(name)));
                });
        return summary;
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    /** One class at one port. */
    private static final class ClassTotals {
        private final Mean offeredBps = new Mean();
        private final Mean goodputBps = new Mean();
        private final Mean depthMean = new Mean();
        private final Mean delayP50 = new Mean();
        private final Mean delayP99 = new Mean();
        private final Counter marks = new Counter();
        private final Counter feedback = new Counter();
        private final Counter drops = new Counter();
        private Double depthMax;
        private int met;
        private int judged;
        private JsonNode lastRow;

        void add(JsonNode row) {
            lastRow = row;
            offeredBps.add(row.path("offeredBps"));
            goodputBps.add(row.path("goodputBps"));
            depthMean.add(row.path("depthPackets").path("mean"));
            JsonNode deepest = row.path("depthPackets").path("max");
            if (deepest.isNumber()) {
                depthMax = Math.max(depthMax == null ? 0 : depthMax, deepest.doubleValue());
            }
            delayP50.add(row.path("delayMs").path("p50"));
            delayP99.add(row.path("delayMs").path("p99"));
            marks.add(row.path("marks"));
            feedback.add(row.path("feedback"));
            drops.add(row.path("drops"));
            if (row.path("targetMet").isBoolean() && !LiveTable.isIdle(row)) {
                judged++;
                met += row.path("targetMet").booleanValue() ? 1 : 0;
            }
        }

        ObjectNode toJson(String name) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("name", name);
            node.put("offeredBps", offeredBps.wholeOrNull());
            node.put("goodputBps", goodputBps.wholeOrNull());
            node.set("weight", lastRow.path("weight"));
            if (lastRow.hasNonNull("marking")) {
                node.set("marking", lastRow.path("marking"));
            }
            node.set("thresholdPackets", lastRow.path("thresholdPackets"));
            node.set("targetRateBps", lastRow.path("targetRateBps"));
            node.putObject("depthPackets")
                    .put("mean", depthMean.roundedOrNull())
                    .put("max", depthMax);
            node.putObject("delayMs")
                    .put("p50", delayP50.roundedOrNull())
                    .put("p99", delayP99.roundedOrNull());
            node.put("marks", marks.total);
            node.put("feedback", feedback.total);
            node.put("drops", drops.total);
            node.put("targetMet", judged == 0 ? null : 2 * met >= judged);
            node.put("metFraction", judged == 0 ? null : round((double) met / judged));
            return node;
        }
    }

    /** Mean of the values that are known; null if none is. */
    private static final class Mean {
        private double sum;
        private long count;

        void add(JsonNode value) {
            if (value.isNumber()) {
                sum += value.doubleValue();
                count++;
            }
        }

        Double roundedOrNull() {
            return count == 0 ? null : round(sum / count);
        }

        Long wholeOrNull() {
            return count == 0 ? null : Math.round(sum / count);
        }
    }

    /** Total of a count that grows, and starts again from nothing with ONOS or the switch. */
    private static final class Counter {
        private long total;
        private long last;

        void add(JsonNode value) {
            long reading = value.asLong();
            total += reading >= last ? reading - last : reading;
            last = reading;
        }
    }
}
