// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.state;

/**
 * Two rates, three colours (RFC 2698), or with an excess burst one rate, three colours (RFC 2697).
 * Rates are in the meter's units (bytes or packets) per second, bursts in its units.
 *
 * @param committedRate committed information rate
 * @param committedBurst committed burst size
 * @param peakRate peak information rate, not below the committed one
 * @param peakBurst peak burst size
 * @param excessBurst excess burst size (RFC 2697), beyond the committed one; above 0 only where the
 *     peak rate and burst are the committed ones
 */
public record MeterConfig(
        long committedRate, long committedBurst, long peakRate, long peakBurst, long excessBurst) {

    /** Two rates, three colours (RFC 2698). */
    public MeterConfig(long committedRate, long committedBurst, long peakRate, long peakBurst) {
        this(committedRate, committedBurst, peakRate, peakBurst, 0);
    }
}
