// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import org.onosproject.net.pi.model.PiCounterId;

/** A cause for which a program drops packets before they come to a queue. */
public enum ProgramDrop {

    /** No route leads to the destination. */
    UNROUTED(P4Names.COUNTER_UNROUTED),

    /** The hop count ran out. */
    EXPIRED(P4Names.COUNTER_EXPIRED),

    /** The parser or a checksum refused the packet. */
    MALFORMED(P4Names.COUNTER_MALFORMED),

    /** A host sent what only a switch sends. */
    FORGED(P4Names.COUNTER_FORGED),

    /** The ingress port may not use the packet's DSCP or class. */
    REFUSED(P4Names.COUNTER_REFUSED),

    /** A feedback packet was for a host without an agent. */
    WITHHELD(P4Names.COUNTER_WITHHELD),

    /** The ingress port had sent the controller as many frames as it may. */
    LIMITED(P4Names.COUNTER_LIMITED);

    private final PiCounterId counter;

    ProgramDrop(PiCounterId counter) {
        this.counter = counter;
    }

    /** The program's counter, with a cell for each port number. */
    PiCounterId counter() {
        return counter;
    }
}
