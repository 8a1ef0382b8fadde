// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.path;

import java.math.BigInteger;
import org.weir.app.rest.problem.RequestException;

/** A number that is part of a request's path. */
public final class PathNumber {
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private PathNumber() {}

    /**
     * The number.
     *
     * @param field part of the path
     * @param text as it stands in the path
     * @throws RequestException if it is no whole number from 1 to 2^63 − 1
     */
    public static long of(String field, String text) {
        boolean whole = text.matches("0*[1-9][0-9]*");
        if (!whole || new BigInteger(text).compareTo(LARGEST) > 0) {
            throw RequestException.badRequest(
                    field, "must be a whole number from 1 to " + LARGEST + ", was " + text);
        }
        return Long.parseLong(text);
    }
}
