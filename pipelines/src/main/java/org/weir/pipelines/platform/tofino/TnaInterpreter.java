// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.tofino;

import org.weir.pipelines.WeirInterpreter;

/** Translates between ONOS's protocol-dependent objects and the TNA program. */
public final class TnaInterpreter extends WeirInterpreter {

    /** An interpreter, as ONOS makes one for each device. */
    public TnaInterpreter() {
        super(TofinoPlatform.TOFINO);
    }
}
