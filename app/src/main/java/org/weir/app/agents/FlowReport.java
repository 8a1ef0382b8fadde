// SPDX-License-Identifier: Apache-2.0
package org.weir.app.agents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.onlab.packet.IpAddress;
import org.weir.app.RejectedException;
import org.weir.app.flow.FlowEnds;
import org.weir.app.flow.ShapedFlow;

/**
 * The flows from one address that an agent shapes at one time, as the agent sends them. Immutable.
 */
public final class FlowReport {

    /** Most flows of a report; an agent leaves out those whose last feedback is oldest. */
    public static final int MOST_FLOWS = 256;

    private static final int MAX_CLASS = 7;

    /** Feedback cannot be older: no agent keeps a flow so long. An hour, ms. */
    private static final long MAX_AGE_MS = 3_600_000;

    private static final String FLOWS = "flows";
    private static final String OMITTED = "omitted";
    private static final String DESTINATION = "destination";
    private static final String PROTOCOL = "protocol";
    private static final String SOURCE_PORT = "sourcePort";
    private static final String DESTINATION_PORT = "destinationPort";
    private static final String CLASS_INDEX = "classIndex";
    private static final String ALLOWED_RATE = "allowedRateBps";
    private static final String AGE = "feedbackAgeMs";
    private static final Set<String> FLOW_FIELDS =
            Set.of(
                    DESTINATION,
                    PROTOCOL,
                    SOURCE_PORT,
                    DESTINATION_PORT,
                    CLASS_INDEX,
                    ALLOWED_RATE,
                    AGE);

    private final IpAddress source;
    private final long timeMs;
    private final List<ShapedFlow> flows;
    private final long omitted;

    private FlowReport(IpAddress source, long timeMs, List<ShapedFlow> flows, long omitted) {
        this.source = source;
        this.timeMs = timeMs;
        this.flows = List.copyOf(flows);
        this.omitted = omitted;
    }

    /**
     * Reads a report.
     *
     * @param source address from which the flows come
     * @param body the schema {@code FlowReport} of {@code docs/openapi.json}
     * @param timeMs time at which the report arrived, ms since 1970
     * @throws RejectedException naming the field that breaks a rule
     */
    public static FlowReport read(IpAddress source, ObjectNode body, long timeMs) {
        allow(body, "", Set.of(FLOWS, OMITTED));
        JsonNode list = body.path(FLOWS);
        if (!list.isArray() || list.size() > MOST_FLOWS) {
            throw invalid(FLOWS, "must be a list of at most " + MOST_FLOWS + " flows");
        }
        List<ShapedFlow> flows = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            flows.add(flow(source, list.get(i), FLOWS + "[" + i + "]", timeMs));
        }
        long omitted = body.has(OMITTED) ? whole(body, "", OMITTED, 0, Integer.MAX_VALUE) : 0;
        return new FlowReport(source, timeMs, flows, omitted);
    }

    private static ShapedFlow flow(IpAddress source, JsonNode node, String path, long timeMs) {
        if (!node.isObject()) {
            throw invalid(path, "must be an object");
        }
        String prefix = path + ".";
        allow(node, prefix, FLOW_FIELDS);
        FlowEnds ends =
                new FlowEnds(
                        source,
                        destination(source, node, prefix),
                        (int) whole(node, prefix, PROTOCOL, 0, FlowEnds.MAX_PROTOCOL),
                        (int) whole(node, prefix, SOURCE_PORT, 0, FlowEnds.MAX_PORT),
                        (int) whole(node, prefix, DESTINATION_PORT, 0, FlowEnds.MAX_PORT));
        OptionalInt classIndex =
                node.path(CLASS_INDEX).isMissingNode() || node.path(CLASS_INDEX).isNull()
                        ? OptionalInt.empty()
                        : OptionalInt.of((int) whole(node, prefix, CLASS_INDEX, 0, MAX_CLASS));
        return new ShapedFlow(
                ends,
                classIndex,
                whole(node, prefix, ALLOWED_RATE, 1, Long.MAX_VALUE),
                timeMs - whole(node, prefix, AGE, 0, MAX_AGE_MS),
                timeMs);
    }

    private static IpAddress destination(IpAddress source, JsonNode node, String prefix) {
        try {
            IpAddress destination = IpAddress.valueOf(node.path(DESTINATION).asText());
            if (node.path(DESTINATION).isTextual() && destination.version() == source.version()) {
                return destination;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw invalid(
                prefix + DESTINATION, "must be an address of the IP version of the agent's own");
    }

    private static void allow(JsonNode node, String prefix, Set<String> fields) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!fields.contains(name)) {
                throw invalid(prefix + name, "is no field of a report of flows");
            }
        }
    }

    private static long whole(JsonNode node, String prefix, String field, long least, long most) {
        JsonNode value = node.path(field);
        boolean isWhole =
                value.isNumber()
                        && !Double.isInfinite(value.asDouble())
                        && value.decimalValue().stripTrailingZeros().scale() <= 0
                        && value.canConvertToLong();
        if (!isWhole || value.asLong() < least || value.asLong() > most) {
            String upTo = most == Long.MAX_VALUE ? " on" : " to " + most;
            throw invalid(prefix + field, "must be a whole number from " + least + upTo);
        }
        return value.asLong();
    }

    private static RejectedException invalid(String field, String rule) {
        return new RejectedException(RejectedException.Reason.INVALID, field, field + ": " + rule);
    }

    /** Address from which the flows come. */
    public IpAddress source() {
        return source;
    }

    /** Time at which the report arrived, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** The flows. */
    public List<ShapedFlow> flows() {
        return flows;
    }

    /** Further flows that the agent shapes and has left out. */
    public long omitted() {
        return omitted;
    }
}
