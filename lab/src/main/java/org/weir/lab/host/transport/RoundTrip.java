// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/**
 * Smoothed round trip from a host to another in one class, as in RFC 6298, section 2. All messages
 * on that way share it (RFC 9040). The samples are times from a packet to the status that it
 * caused, so a retransmission makes none ambiguous.
 */
final class RoundTrip {
    private static final double SMOOTHED_WEIGHT = 1.0 / 8;
    private static final double VARIATION_WEIGHT = 1.0 / 4;
    private static final int VARIATIONS = 4;

    private double smoothedNs;
    private double variationNs;
    private boolean known;

    /** True after the first sample. */
    boolean isKnown() {
        return known;
    }

    /** Takes a sample. */
    void add(long sampleNs) {
        if (!known) {
            known = true;
            smoothedNs = sampleNs;
            variationNs = sampleNs / 2.0;
            return;
        }
        variationNs += VARIATION_WEIGHT * (Math.abs(smoothedNs - sampleNs) - variationNs);
        smoothedNs += SMOOTHED_WEIGHT * (sampleNs - smoothedNs);
    }

    /** Time after which an answer is overdue, ns. */
    double timeoutNs() {
        return smoothedNs + VARIATIONS * variationNs;
    }
}
