// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

/**
 * A program that cannot be loaded; the message names the place in its JSON and what is wrong or not
 * supported there.
 */
public final class ProgramException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Something wrong at a place of the program. */
    public ProgramException(String message) {
        super(message);
    }

    /** Something wrong at a place of the program, because of something else. */
    public ProgramException(String message, Exception cause) {
        super(message, cause);
    }
}
