// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Events of TCP senders, added up. */
public final class SenderCounts {
    private long segments;
    private long retransmissions;
    private long timeouts;
    private long probes;
    private long recoveries;
    private long markReductions;

    void segment() {
        segments++;
    }

    void retransmission() {
        retransmissions++;
    }

    void timeout() {
        timeouts++;
    }

    void probe() {
        probes++;
    }

    void recovery() {
        recoveries++;
    }

    void markReduction() {
        markReductions++;
    }

    /** Segments with data or FIN, retransmissions included. */
    public long segments() {
        return segments;
    }

    /** Segments sent once more. */
    public long retransmissions() {
        return retransmissions;
    }

    /** Expiries of the retransmission timer. */
    public long timeouts() {
        return timeouts;
    }

    /** Tail loss probes. */
    public long probes() {
        return probes;
    }

    /** Recoveries from losses that were not noticed by the retransmission timer. */
    public long recoveries() {
        return recoveries;
    }

    /** Reductions after an echoed mark. */
    public long markReductions() {
        return markReductions;
    }
}
