// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.control.PortId;

/**
 * Reader of a policy's fields for ABC: the thresholds of a port, and {@code activity}, the metering
 * of users.
 */
final class ActivityReader {
    private static final String ACTIVITY = "activity";
    private static final String METER_MEMORY_MS = "meterMemoryMs";
    private static final String REFERENCE_BPS = "referenceBps";
    private static final String USERS = "users";
    private static final String PREFIX = "prefix";
    private static final String DEVICE = "device";
    private static final String PORT = "port";
    private static final String WEIGHT = "weight";
    private static final String Q_BASE_PACKETS = "qBasePackets";

    private ActivityReader() {}

    /**
     * Reads the thresholds of a port.
     *
     * @param aqm its {@code aqm}
     */
    static ActivityThresholds thresholds(JsonFields aqm) {
        long qMin =
                optional(
                        aqm,
                        "qMinPackets",
                        ActivityThresholds.DEFAULT_Q_MIN_PACKETS,
                        0,
                        ActivityThresholds.MAX_PACKETS);
        long qBase =
                optional(
                        aqm,
                        Q_BASE_PACKETS,
                        ActivityThresholds.DEFAULT_Q_BASE_PACKETS,
                        0,
                        ActivityThresholds.MAX_PACKETS);
        if (qBase < qMin) {
            throw aqm.refuse(
                    Q_BASE_PACKETS, "must be at least qMinPackets (" + qMin + "), was " + qBase);
        }
        return new ActivityThresholds(
                memory(aqm, "averageMemoryMs", ActivityThresholds.DEFAULT_AVERAGE_MEMORY_MS),
                qMin,
                qBase,
                optional(
                        aqm,
                        "gammaPackets",
                        ActivityThresholds.DEFAULT_GAMMA_PACKETS,
                        0,
                        ActivityThresholds.MAX_GAMMA_PACKETS));
    }

    /** Reads {@code activity}, if the policy has it. */
    static ActivityDomain domain(JsonFields policy, String source) {
        if (!policy.has(ACTIVITY)) {
            return ActivityDomain.DEFAULT;
        }
        JsonFields fields =
                new JsonFields(
                        policy.node(ACTIVITY),
                        source,
                        policy.pathOf(ACTIVITY),
                        METER_MEMORY_MS,
                        REFERENCE_BPS,
                        USERS);
        List<ActivityUser> users = new ArrayList<>();
        Map<String, Integer> perDevice = new HashMap<>();
        List<JsonNode> nodes = fields.array(USERS);
        for (int i = 0; i < nodes.size(); i++) {
            String path = fields.pathOf(USERS) + "[" + i + "]";
            users.add(user(nodes.get(i), source, path, users, perDevice));
        }
        return new ActivityDomain(
                memory(fields, METER_MEMORY_MS, ActivityDomain.DEFAULT_METER_MEMORY_MS),
                optional(
                        fields,
                        REFERENCE_BPS,
                        ActivityDomain.DEFAULT_REFERENCE_BPS,
                        ActivityDomain.MIN_REFERENCE_BPS,
                        ActivityDomain.MAX_REFERENCE_BPS),
                users);
    }

    private static ActivityUser user(
            JsonNode node,
            String source,
            String path,
            List<ActivityUser> before,
            Map<String, Integer> perDevice) {
        JsonFields fields = new JsonFields(node, source, path, PREFIX, DEVICE, PORT, WEIGHT);
        String text = fields.text(PREFIX);
        IpPrefix prefix;
        try {
            prefix = IpPrefix.parse(text);
        } catch (IllegalArgumentException e) {
            throw fields.refuse(PREFIX, e.getMessage());
        }
        Optional<PortId> port = Optional.empty();
        if (fields.has(DEVICE) || fields.has(PORT)) {
            port =
                    Optional.of(
                            new PortId(
                                    fields.text(DEVICE),
                                    fields.integer(PORT, 1, PolicyReader.MAX_PORT)));
        }
        for (ActivityUser other : before) {
            if (other.prefix().equals(prefix) && other.port().equals(port)) {
                throw fields.refuse(
                        PREFIX,
                        "names prefix "
                                + prefix
                                + port.map(at -> " at " + at).orElse(" without a port")
                                + " twice");
            }
        }
        if (port.isPresent()) {
            String device = port.get().device();
            if (perDevice.merge(device, 1, Integer::sum) > ActivityDomain.MAX_USERS) {
                throw fields.refuse(
                        DEVICE,
                        "must have at most "
                                + ActivityDomain.MAX_USERS
                                + " users, which a switch can meter");
            }
        }
        double weight =
                fields.has(WEIGHT)
                        ? fields.number(WEIGHT, ActivityUser.MIN_WEIGHT, ActivityUser.MAX_WEIGHT)
                        : 1;
        return new ActivityUser(prefix, port, weight);
    }

    private static long memory(JsonFields fields, String name, long otherwise) {
        return optional(
                fields,
                name,
                otherwise,
                ActivityThresholds.MIN_MEMORY_MS,
                ActivityThresholds.MAX_MEMORY_MS);
    }

    private static long optional(
            JsonFields fields, String name, long otherwise, long min, long max) {
        return fields.has(name) ? fields.integer(name, min, max) : otherwise;
    }
}
