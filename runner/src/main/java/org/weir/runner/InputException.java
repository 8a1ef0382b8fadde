// SPDX-License-Identifier: Apache-2.0
package org.weir.runner;

/** Input that {@code weir up} cannot use. The message is one line: file or option, field, rule. */
public final class InputException extends Exception {
    private static final long serialVersionUID = 1L;

    public InputException(String message) {
        super(message);
    }
}
