// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.gnmi;

/**
 * The annotation of a port that keeps what the switch has reported by gNMI: ONOS itself takes the
 * ports of a switch without contact for down.
 */
public final class CarrierAnnotation {

    /** The annotation's key. */
    public static final String KEY = "carrier";

    private CarrierAnnotation() {}

    /**
     * The annotation's value.
     *
     * @param isUp true if the switch reports that the port is up
     */
    public static String value(boolean isUp) {
        return isUp ? "up" : "down";
    }
}
