// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.control;

/**
 * Two rates, three colours (RFC 2698). Rates are in the meter's units (bytes or packets) per
 * second, bursts in its units.
 *
 * @param committedRate committed information rate
 * @param committedBurst committed burst size
 * @param peakRate peak information rate, not below the committed one
 * @param peakBurst peak burst size
 */
public record MeterConfig(long committedRate, long committedBurst, long peakRate, long peakBurst) {}
