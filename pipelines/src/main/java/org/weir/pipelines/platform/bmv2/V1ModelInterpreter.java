// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.bmv2;

import org.weir.pipelines.WeirInterpreter;

/** Translates between ONOS's protocol-dependent objects and the v1model program. */
public final class V1ModelInterpreter extends WeirInterpreter {

    /** An interpreter, as ONOS makes one for each device. */
    public V1ModelInterpreter() {
        super(Bmv2Platform.BMV2);
    }
}
