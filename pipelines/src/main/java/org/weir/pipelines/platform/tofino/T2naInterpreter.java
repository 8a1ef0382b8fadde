// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines.platform.tofino;

import org.weir.pipelines.WeirInterpreter;

/** Translates between ONOS's protocol-dependent objects and the T2NA program. */
public final class T2naInterpreter extends WeirInterpreter {

    /** An interpreter, as ONOS makes one for each device. */
    public T2naInterpreter() {
        super(Tofino2Platform.TOFINO2);
    }
}
