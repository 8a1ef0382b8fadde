// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Times as text: in UTC, because the nodes of a cluster and the reader may have other time zones.
 */
public final class UtcTime {

    private UtcTime() {}

    /**
     * A time to the second, such as {@code 2026-11-30T13:05:00Z}.
     *
     * @param timeMs ms since 1970
     */
    public static String text(long timeMs) {
        return Instant.ofEpochMilli(timeMs).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
