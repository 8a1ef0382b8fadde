// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.state;

/**
 * A counter's reading.
 *
 * @param packets packets counted
 * @param bytes bytes counted
 */
public record CounterValue(long packets, long bytes) {

    /** Nothing counted. */
    public static final CounterValue ZERO = new CounterValue(0, 0);
}
