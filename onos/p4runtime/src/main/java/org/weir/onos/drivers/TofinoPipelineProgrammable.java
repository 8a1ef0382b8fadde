// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;

/**
 * Puts programs into Tofino switches that run Stratum: its device configuration, in which the
 * pipeconf has packed what compiler and assembler wrote. ONOS's own driver sends the same file if a
 * pipeconf has it.
 */
public class TofinoPipelineProgrammable extends ExtensionPipelineProgrammable {

    /** A behaviour, as ONOS makes one for each device. */
    public TofinoPipelineProgrammable() {
        super(ExtensionType.RAW_DEVICE_CONFIG);
    }
}
