// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import org.onosproject.net.DeviceId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.InvalidFieldException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.control.policy.PolicyException;
import org.weir.tofino.SwitchAccess;

/**
 * How the scheduler of one switch is reached, as it stands in ONOS's network configuration under
 * {@code devices/DEVICE/weir}.
 */
public final class DeviceAccessConfig extends Config<DeviceId> {

    /** Key among a device's configurations. */
    public static final String KEY = "weir";

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
            access();
            return true;
        } catch (PolicyException e) {
            LOG.error("refused: {}", e.getMessage());
            throw new InvalidFieldException(e.field(), e.rule());
        }
    }

    /**
     * What it says.
     *
     * @return the access
     * @throws PolicyException if it breaks a rule
     */
    public SwitchAccess access() {
        return SwitchAccess.read(node, "netcfg devices/" + subject() + "/" + KEY);
    }
}
