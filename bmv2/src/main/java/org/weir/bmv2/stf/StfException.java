// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

/**
 * A test that cannot be run; the message names file and line, and what is wrong or not supported
 * there.
 */
public final class StfException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Something wrong at a place of the test. */
    public StfException(String message) {
        super(message);
    }
}
