// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.gnmi;

import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.device.DefaultPortDescription;
import org.onosproject.net.device.PortDescription;

/** Annotation of a port: its exact rate in bit/s. ONOS's own speed has whole Mb/s only. */
public final class RateAnnotation {

    /** Its key. */
    public static final String KEY = "rateBps";

    private static final long BPS_PER_MBPS = 1_000_000;

    private RateAnnotation() {}

    /**
     * The rate of a port as far as a description tells it.
     *
     * @param port the description
     * @return bit/s; 0 if it does not tell
     */
    public static long rateBps(PortDescription port) {
        String exact = port.annotations().value(KEY);
        return exact == null ? port.portSpeed() * BPS_PER_MBPS : Long.parseLong(exact);
    }

    /**
     * A port that has got another rate.
     *
     * @param port its description before
     * @param rateBps its exact rate, bit/s
     * @return its description with that rate
     */
    public static PortDescription with(PortDescription port, long rateBps) {
        return DefaultPortDescription.builder(port)
                .portSpeed(rateBps / BPS_PER_MBPS)
                .annotations(
                        DefaultAnnotations.builder()
                                .putAll(port.annotations())
                                .set(KEY, Long.toString(rateBps))
                                .build())
                .build();
    }
}
