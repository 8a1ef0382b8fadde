// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.InvalidFieldException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.control.policy.JsonFields;
import org.weir.control.policy.PolicyException;
import org.weir.tofino.SwitchAccess;

/**
 * How the scheduler and the CPU of one switch are reached, as it stands in ONOS's network
 * configuration under {@code devices/DEVICE/weir}.
 */
public final class DeviceAccessConfig extends Config<DeviceId> {

    /** Key among a device's configurations. */
    public static final String KEY = "weir";

    private static final String CPU_PORT = "cpuPort";

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
            // Reads cpuPort too.
            access();
            return true;
        } catch (PolicyException e) {
            LOG.error("refused: {}", e.getMessage());
            throw new InvalidFieldException(e.field(), e.rule());
        }
    }

    /**
     * How the switch's own scheduler is reached.
     *
     * @return the access; empty if only {@code cpuPort} is stated
     * @throws PolicyException if it breaks a rule
     */
    public Optional<SwitchAccess> access() {
        Optional<Integer> cpuPort = cpuPort();
        if (cpuPort.isPresent() && node.size() == 1) {
            return Optional.empty();
        }
        JsonNode rest = node.deepCopy();
        if (rest.isObject()) {
            ((ObjectNode) rest).remove(CPU_PORT);
        }
        return Optional.of(SwitchAccess.read(rest, source()));
    }

    /**
     * The ASIC's port that leads to the CPU.
     *
     * @return empty if it is that of the target
     * @throws PolicyException if it breaks a rule
     */
    public Optional<Integer> cpuPort() {
        JsonFields fields =
                new JsonFields(
                        node, source(), "", CPU_PORT, SwitchAccess.BFRT, SwitchAccess.DEV_PORTS);
        return fields.has(CPU_PORT)
                ? Optional.of((int) fields.integer(CPU_PORT, 0, SwitchAccess.MAX_DEV_PORT))
                : Optional.empty();
    }

    private String source() {
        return "netcfg devices/" + subject() + "/" + KEY;
    }
}
