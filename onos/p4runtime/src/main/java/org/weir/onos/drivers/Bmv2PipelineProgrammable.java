// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import org.onosproject.net.pi.model.PiPipeconf.ExtensionType;

/** Puts programs into BMv2 switches: p4c's JSON. */
public class Bmv2PipelineProgrammable extends ExtensionPipelineProgrammable {

    /** A behaviour, as ONOS makes one for each device. */
    public Bmv2PipelineProgrammable() {
        super(ExtensionType.BMV2_JSON);
    }
}
