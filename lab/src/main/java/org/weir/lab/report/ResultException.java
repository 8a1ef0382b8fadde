// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import java.nio.file.Path;

/** A file is not what {@code lab run --out} writes; the message names it and what is wrong. */
public final class ResultException extends Exception {
    private static final long serialVersionUID = 1L;

    ResultException(Path file, String why) {
        super(file + ": " + why);
    }
}
