// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;

/**
 * Watch over the rate of a line that Linux has told: all rates of reaction points follow from it,
 * so that an agent whose line has another rate for good has to start again.
 */
final class LineWatch {
    /** Looks in a row with another rate until that counts as the line's. */
    static final int MOST_LOOKS = 5;

    private static final long BPS_PER_MBPS = 1_000_000;

    private final String device;
    private final Link link;
    private final long lineBps;
    private int looks;

    /**
     * @param device name of the interface, for messages
     * @param lineBps rate at the start, bit/s
     */
    LineWatch(String device, Link link, long lineBps) {
        this.device = device;
        this.link = link;
        this.lineBps = lineBps;
    }

    /**
     * Looks at the rate; a link without a carrier has none, which changes nothing.
     *
     * @throws IOException if the line has another rate by now
     */
    void look() throws IOException {
        long mbps = link.rateMbps();
        looks = mbps > 0 && mbps * BPS_PER_MBPS != lineBps ? looks + 1 : 0;
        if (looks == MOST_LOOKS) {
            throw new IOException(
                    "%s: its rate is %d Mb/s now, and was %d Mb/s at the start"
                            .formatted(device, mbps, lineBps / BPS_PER_MBPS));
        }
    }
}
