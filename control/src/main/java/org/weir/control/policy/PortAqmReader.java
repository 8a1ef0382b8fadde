// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.weir.control.PortId;
import org.weir.control.policy.PortAqm.Scheme;

/** Reads and checks the {@code aqm} of a port, or of all ports, of a policy. */
final class PortAqmReader {
    private static final String SCHEME = "scheme";
    private static final String ACK_PORTS = "ackPorts";
    private static final String THRESHOLDS = "thresholds";
    private static final String[] CODEL_FIELDS = {SCHEME, "targetUs", "intervalUs", THRESHOLDS};
    private static final String[] RPM_FIELDS = {
        SCHEME, "targetUs", "intervalUs", "returnUs", "expiryUs", ACK_PORTS, THRESHOLDS
    };
    private static final String[] ABC_FIELDS = {
        SCHEME, "averageMemoryMs", "qMinPackets", "qBasePackets", "gammaPackets", THRESHOLDS
    };

    private PortAqmReader() {}

    /**
     * Reads one.
     *
     * @param port the object that has the field {@code aqm}
     * @param source for messages
     * @param ofOnePort whether it is for one port, which may name other ports of its switch
     */
    static PortAqm read(JsonFields port, String source, boolean ofOnePort) {
        String path = port.pathOf("aqm");
        JsonNode node = port.node("aqm");
        String[] words = Arrays.stream(Scheme.values()).map(Scheme::word).toArray(String[]::new);
        // The scheme first: which other fields there may be depends on it.
        JsonFields any =
                new JsonFields(
                        node,
                        source,
                        path,
                        Stream.of(RPM_FIELDS, ABC_FIELDS)
                                .flatMap(Arrays::stream)
                                .distinct()
                                .toArray(String[]::new));
        String word = any.oneOf(SCHEME, words);
        if (word.equals(Scheme.NONE.word())) {
            new JsonFields(node, source, path, SCHEME);
            return PortAqm.NONE;
        }
        if (word.equals(Scheme.CODEL.word())) {
            JsonFields fields = new JsonFields(node, source, path, CODEL_FIELDS);
            return thresholds(fields, PortAqm.codel(targetUs(fields), intervalUs(fields)));
        }
        if (word.equals(Scheme.ABC.word())) {
            JsonFields fields = new JsonFields(node, source, path, ABC_FIELDS);
            return thresholds(fields, PortAqm.abc(ActivityReader.thresholds(fields)));
        }
        JsonFields rpm = new JsonFields(node, source, path, RPM_FIELDS);
        if (!ofOnePort && rpm.has(ACK_PORTS)) {
            throw rpm.refuse(
                    ACK_PORTS,
                    "names ports of one switch, so it can stand in ports[] only, not in port");
        }
        return thresholds(rpm, rpm(rpm));
    }

    private static PortAqm thresholds(JsonFields fields, PortAqm aqm) {
        if (fields.has(THRESHOLDS) && !fields.node(THRESHOLDS).isBoolean()) {
            throw fields.refuse(
                    THRESHOLDS,
                    "must be true or false, was " + JsonField.shown(fields.node(THRESHOLDS)));
        }
        boolean alone = fields.has(THRESHOLDS) && !fields.node(THRESHOLDS).booleanValue();
        return alone ? aqm.alone() : aqm;
    }

    private static PortAqm rpm(JsonFields fields) {
        long targetUs = targetUs(fields);
        long intervalUs = intervalUs(fields);
        long returnUs = optional(fields, "returnUs", intervalUs, PortAqm.MAX_DELAY_US);
        long expiryUs =
                optional(fields, "expiryUs", PortAqm.DEFAULT_EXPIRY_US, PortAqm.MAX_EXPIRY_US);
        if (expiryUs < returnUs) {
            throw fields.refuse(
                    "expiryUs", "must be at least returnUs (" + returnUs + "), was " + expiryUs);
        }
        Set<Long> ackPorts = new TreeSet<>();
        for (JsonField each : fields.elements(ACK_PORTS)) {
            long ackPort = each.integer(1, PolicyReader.MAX_PORT);
            if (!ackPorts.add(ackPort)) {
                throw each.error("names port " + ackPort + " twice");
            }
        }
        if (fields.has(ACK_PORTS) && ackPorts.isEmpty()) {
            throw fields.refuse(ACK_PORTS, "must name a port; without it, it is the port itself");
        }
        return PortAqm.rpm(targetUs, intervalUs, returnUs, expiryUs, ackPorts);
    }

    private static long targetUs(JsonFields fields) {
        return optional(fields, "targetUs", PortAqm.DEFAULT_TARGET_US, PortAqm.MAX_DELAY_US);
    }

    private static long intervalUs(JsonFields fields) {
        long intervalUs =
                optional(fields, "intervalUs", PortAqm.DEFAULT_INTERVAL_US, PortAqm.MAX_DELAY_US);
        long targetUs = targetUs(fields);
        if (intervalUs <= targetUs) {
            throw fields.refuse(
                    "intervalUs", "must be above targetUs (" + targetUs + "), was " + intervalUs);
        }
        return intervalUs;
    }

    private static long optional(JsonFields fields, String name, long otherwise, long max) {
        return fields.has(name) ? fields.integer(name, 1, max) : otherwise;
    }

    /**
     * Checks that all ports that name the same port in {@code ackPorts} have the same expiry,
     * because a switch has one expiry for the acknowledgements that arrive by a port.
     *
     * @param paths path of each configured port in the policy, for messages
     */
    static void checkExpiries(Policy policy, Map<PortId, JsonFields> paths) {
        Map<PortId, PortId> firstAsker = new TreeMap<>();
        for (PortId port : policy.configuredPorts()) {
            // The expiry of a port without values of its own counts as well.
            for (long ackPort : policy.aqm(port).ackPorts(port)) {
                PortId watched = new PortId(port.device(), ackPort);
                if (policy.aqm(watched).ackPorts(watched).contains(ackPort)) {
                    firstAsker.putIfAbsent(watched, watched);
                }
                PortId asker = firstAsker.putIfAbsent(watched, port);
                long expiryUs = policy.aqm(port).expiryUs();
                if (asker != null && policy.aqm(asker).expiryUs() != expiryUs) {
                    throw paths.get(port)
                            .refuse(
                                    "aqm.expiryUs",
                                    "must be that of port "
                                            + asker
                                            + " ("
                                            + policy.aqm(asker).expiryUs()
                                            + "), which watches acknowledgements of port "
                                            + ackPort
                                            + " too, was "
                                            + expiryUs);
                }
            }
        }
    }
}
