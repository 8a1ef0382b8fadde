// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.math.BigInteger;

/** A number that is part of a request's path. */
final class PathNumber {
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private PathNumber() {}

    /**
     * The number. One above the range of {@code long} becomes the largest {@code long}, so that it
     * is not found, rather than refused as if it were no number.
     *
     * @param field part of the path
     * @param text as it stands in the path
     * @throws RequestException if it is no whole number from 1 on
     */
    static long of(String field, String text) {
        if (!text.matches("0*[1-9][0-9]*")) {
            throw RequestException.badRequest(
                    field, "must be a whole number from 1 on, was " + text);
        }
        return new BigInteger(text).min(LARGEST).longValue();
    }
}
