// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

/** Translates between ONOS's protocol-dependent objects and the v1model program. */
public final class V1ModelInterpreter extends WeirInterpreter {

    /** An interpreter, as ONOS makes one for each device. */
    public V1ModelInterpreter() {
        super(SwitchTarget.BMV2);
    }

    @Override
    boolean echoes() {
        return true;
    }
}
