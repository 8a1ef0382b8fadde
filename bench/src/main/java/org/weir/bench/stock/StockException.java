// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.stock;

import java.io.IOException;

/** Stock BMv2 cannot be started, has ended, or refuses what it is asked; the message tells what. */
public final class StockException extends IOException {

    private static final long serialVersionUID = 1;

    /** With what went wrong. */
    public StockException(String message) {
        super(message);
    }

    /** With what went wrong, and why. */
    public StockException(String message, Throwable cause) {
        super(message, cause);
    }
}
