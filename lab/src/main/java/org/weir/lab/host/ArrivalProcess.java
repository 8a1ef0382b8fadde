// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

/**
 * Process by which an application spaces its packets around the offered rate.
 *
 * @param kind the process
 * @param onNs mean length of a burst, ns; used by {@link Kind#ON_OFF} only
 * @param offNs mean length of a silence, ns; used by {@link Kind#ON_OFF} only
 */
public record ArrivalProcess(Kind kind, long onNs, long offNs) {
    /** The processes. */
    public enum Kind {
        /** Evenly spaced. */
        CBR,
        /** Independent exponential gaps. */
        POISSON,
        /**
         * Evenly spaced in bursts, silent between them; both last exponential times. The rate in a
         * burst is raised so that the mean is the offered rate.
         */
        ON_OFF
    }

    /** Evenly spaced packets. */
    public static final ArrivalProcess CBR = new ArrivalProcess(Kind.CBR, 0, 0);

    /** Poisson arrivals. */
    public static final ArrivalProcess POISSON = new ArrivalProcess(Kind.POISSON, 0, 0);

    /** Bursts and silences of the given mean lengths in ns, above 0. */
    public static ArrivalProcess onOff(long onNs, long offNs) {
        return new ArrivalProcess(Kind.ON_OFF, onNs, offNs);
    }
}
