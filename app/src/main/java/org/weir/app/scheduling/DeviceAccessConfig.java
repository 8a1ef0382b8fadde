// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.InvalidFieldException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.control.policy.JsonFields;
import org.weir.control.policy.PolicyException;
import org.weir.control.scheduler.SchedulerAccess;
import org.weir.control.scheduler.SchedulerType;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.platform.Platforms;

/**
 * Addresses of the scheduler and the CPU port of one switch, as ONOS's network configuration has
 * them under {@code devices/DEVICE/weir}. The switch's platform may not be known when the
 * configuration arrives; so the fields of every platform's scheduler are checked.
 */
public final class DeviceAccessConfig extends Config<DeviceId> {

    /** Key among a device's configurations. */
    public static final String KEY = "weir";

    private static final String CPU_PORT = "cpuPort";
    private static final String VIRTUAL_QUEUES = "virtualQueues";

    private static final Logger LOG = LoggerFactory.getLogger(DeviceAccessConfig.class);

    /**
     * Checks everything.
     *
     * @return true
     * @throws InvalidFieldException if a rule is broken; it names field and rule
     */
    @Override
    public boolean isValid() {
        try {
            // Reads the other fields too.
            access();
            return true;
        } catch (PolicyException e) {
            LOG.error("refused: {}", e.getMessage());
            throw new InvalidFieldException(e.field(), e.rule());
        }
    }

    /**
     * Returns the address of the switch's own scheduler.
     *
     * @return the access; empty if nothing of it is stated, but something else
     * @throws PolicyException if it breaks a rule
     */
    public Optional<SchedulerAccess> access() {
        cpuPort();
        virtualQueues();
        JsonNode rest = node.deepCopy();
        if (rest.isObject()) {
            ((ObjectNode) rest).remove(List.of(CPU_PORT, VIRTUAL_QUEUES));
            if (rest.size() == 0 && node.size() > 0) {
                return Optional.empty();
            }
        }
        return Optional.of(type(rest).read(rest, source()));
    }

    /** The type whose fields are there; the first one if none is. */
    private static SchedulerType type(JsonNode node) {
        List<SchedulerType> types = Platforms.schedulerTypes();
        return types.stream()
                .filter(type -> type.fields().stream().anyMatch(node::has))
                .findFirst()
                .orElse(types.get(0));
    }

    /**
     * The ASIC's port that leads to the CPU.
     *
     * @return empty if it is that of the platform
     * @throws PolicyException if it breaks a rule
     */
    public Optional<Integer> cpuPort() {
        JsonFields fields = fields();
        return fields.has(CPU_PORT)
                ? Optional.of((int) fields.integer(CPU_PORT, 0, P4Limits.MAX_PORT))
                : Optional.empty();
    }

    /**
     * Ports whose scheduler may not be changed, and which get virtual queues.
     *
     * @return their numbers in P4Runtime; empty if none is stated
     * @throws PolicyException if it breaks a rule
     */
    public Set<Long> virtualQueues() {
        JsonFields fields = fields();
        Set<Long> ports = new TreeSet<>();
        if (fields.has(VIRTUAL_QUEUES)) {
            JsonNode list = node.get(VIRTUAL_QUEUES);
            list.forEach(port -> ports.add(port.isIntegralNumber() ? port.longValue() : 0));
            boolean different = list.isArray() && ports.size() == list.size();
            if (!different || !ports.stream().allMatch(DeviceAccessConfig::isPort)) {
                throw fields.refuse(
                        VIRTUAL_QUEUES,
                        "must be a list of different ports from 1 to "
                                + P4Limits.MAX_PORT
                                + ", was "
                                + list);
            }
        }
        return ports;
    }

    private static boolean isPort(long port) {
        return port >= 1 && port <= P4Limits.MAX_PORT;
    }

    private JsonFields fields() {
        List<String> known = new ArrayList<>(List.of(CPU_PORT, VIRTUAL_QUEUES));
        Platforms.schedulerTypes().forEach(type -> known.addAll(type.fields()));
        return new JsonFields(node, source(), "", known.toArray(new String[0]));
    }

    private String source() {
        return "netcfg devices/" + subject() + "/" + KEY;
    }
}
