// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;

/**
 * Failure of stock BMv2: something that it needs is missing, or it does not behave as it should.
 * The message is one line.
 */
public final class StockException extends IOException {
    private static final long serialVersionUID = 1L;

    public StockException(String message) {
        super(message);
    }

    public StockException(String message, Throwable cause) {
        super(message, cause);
    }
}
