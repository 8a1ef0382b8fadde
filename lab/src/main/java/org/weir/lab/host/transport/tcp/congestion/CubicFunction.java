// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * CUBIC (RFC 9438) without its Reno-friendly region: the cubic function alone determines the
 * window, as with large windows. For experiments that look for the region's effect.
 */
public final class CubicFunction implements CongestionControlProvider {
    @Override
    public String word() {
        return "cubic-function";
    }

    @Override
    public CongestionControl start(InitialWindow initial) {
        return new Cubic(initial, false);
    }
}
