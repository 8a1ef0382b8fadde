// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Tail loss probe (RFC 8985, section 7): a segment after silence, before the timeout. */
final class TailLossProbe {
    private static final long NONE = -1;
    private static final long FIRST_WAIT_NS = 1_000_000_000L;

    private long end = NONE;
    private boolean retransmission;

    /** Answer of an acknowledgement to a probe. */
    enum Answer {
        /** The probe is not answered, or nothing was lost. */
        NOTHING,
        /** The probe has repaired a loss. */
        REPAIRED
    }

    /**
     * Silence after which a probe is sent, ns.
     *
     * @param smoothedRttNs 0 before the first measurement
     * @param segmentsInFlight segments that are not acknowledged
     * @param peerAckDelayNs longest delay of the receiver's acknowledgements
     */
    static long waitNs(long smoothedRttNs, int segmentsInFlight, long peerAckDelayNs) {
        if (smoothedRttNs == 0) {
            return FIRST_WAIT_NS;
        }
        return 2 * smoothedRttNs + (segmentsInFlight == 1 ? peerAckDelayNs : 0);
    }

    /** Notes a probe. */
    void onSent(long next, boolean isRetransmission) {
        end = next;
        retransmission = isRetransmission;
    }

    /** Forgets the probe. */
    void clear() {
        end = NONE;
    }

    /** Whether one is under way. */
    boolean isUnderWay() {
        return end != NONE;
    }

    /**
     * Takes an acknowledgement.
     *
     * @param delivers whether it acknowledges anything new
     */
    Answer onAcknowledgement(AckReport report, boolean delivers) {
        if (end == NONE || report.position() < end) {
            return Answer.NOTHING;
        }
        if (!retransmission || report.duplicate()) {
            end = NONE;
            return Answer.NOTHING;
        }
        if (report.position() > end) {
            end = NONE;
            return Answer.REPAIRED;
        }
        if (report.sack().length == 0 && !delivers) {
            end = NONE;
        }
        return Answer.NOTHING;
    }
}
