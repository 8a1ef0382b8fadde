// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

/** A number that is part of a request's path. */
final class PathNumber {
    private PathNumber() {}

    /**
     * The number.
     *
     * @param field part of the path
     * @param text as it stands in the path
     * @throws RequestException if it is no whole number from 1 on
     */
    static long of(String field, String text) {
        try {
            long number = Long.parseLong(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw RequestException.badRequest(field, "must be a whole number from 1 on, was " + text);
    }
}
