// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.io.IOException;

/** There is no interface of a name now; there may be one later. */
public final class MissingInterfaceException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * @param device name of the interface
     */
    public MissingInterfaceException(String device) {
        super(device + ": there is no such interface");
    }
}
