// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;

/** What stock BMv2 needs is not there, or does not do what it should. The message is one line. */
public final class StockException extends IOException {
    private static final long serialVersionUID = 1L;

    public StockException(String message) {
        super(message);
    }

    public StockException(String message, Throwable cause) {
        super(message, cause);
    }
}
