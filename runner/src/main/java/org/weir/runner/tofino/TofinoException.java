// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

import java.io.IOException;

/** Something that Intel's model or its drivers need is missing. The message is one line. */
public final class TofinoException extends IOException {
    private static final long serialVersionUID = 1L;

    public TofinoException(String message) {
        super(message);
    }
}
