// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

/** Rule by which queues of one level share the rate that higher levels leave. */
public enum Sharing {
    /** Weighted round robin: each round a queue may send as many packets as its weight. */
    WRR,
    /**
     * Deficit weighted round robin: each round a queue may send its weight times the quantum in
     * bytes, and what it could not use of that is kept while it has packets (M. Shreedhar and G.
     * Varghese, "Efficient Fair Queuing Using Deficit Round Robin", SIGCOMM 1995).
     */
    DWRR
}
