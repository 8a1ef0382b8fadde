// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

/**
 * A running network did not come round to a call in time. It runs on, and makes the call when it
 * does come round.
 */
public final class NetworkBusyException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NetworkBusyException(String message) {
        super(message);
    }
}
