// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;

/** Hindrance to an agent's start that does not pass by itself: somebody has to change something. */
final class UnusableException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * @param reason the hindrance, for the operator
     */
    UnusableException(String reason) {
        super(reason);
    }
}
